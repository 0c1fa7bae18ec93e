// Package answer defines questions about games and their answers as JSON: the
// one dialect of the command line's --json, the server's API and the web page.
//
// A question is about a position, which [Start] finds: a game by name, one of
// its variants or a position's text, and moves played from there. The answers
// are a [Position], a [Search] for the best move and a [Proof] of who wins:
//
//	entry, pos, err := answer.Start{Game: "hermit", Variant: "3x3"}.Find(catalog.Games())
//	…
//	info, err := entry.NewEngine(engine.Config{}).Search(ctx, engine.Request{Position: pos})
//	…
//	json.Marshal(answer.NewSearch(entry, pos, []engine.Info{info}))
//
// Seats are counted from 1, and winners are a list, since several can win
// together. Probabilities are from 0 to 1 and times in seconds. What is unknown
// or has no meaning is absent; lists are empty instead.
//
// The tags doc, minimum and example go into the API's document, and doc into
// the page's types, so they are written for the readers of those.
//
// The package has no text for people except errors; each interface has its own.
package answer
