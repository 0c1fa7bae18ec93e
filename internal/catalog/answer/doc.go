// Package answer holds what people and programs ask about games, and the
// answers, as JSON: the one dialect of the command line's --json, the API of
// package server and the web page.
//
// A question is about a position, which [Start] finds: a game by name, one of
// its variants or a position's text, and moves that are played from there. The
// answers are a [Position], a [Search] for the best move and a [Proof] of who
// wins:
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
// the page's types, so they are written as their readers need them.
//
// The package words nothing for people, save the errors: that is the business of
// each interface.
package answer
