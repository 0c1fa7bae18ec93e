// Package analysis has finished games analyzed by workers, once for all who want
// to know: an engine looks at each position of the game, and what it thinks is
// kept in the store and told while it comes.
//
//	s := analysis.New(analysis.Config{DB: db, Log: store, Others: jobs.Analysts{Desk: desk}, Identity: gate, …})
//	s.Register(api) // POST and GET /game/{id}/analysis, and its stream
//	…
//	go s.Run(ctx)
//
// # Vocabulary
//
// A [Game] is what is to be analyzed: where it began, the turns that were played,
// and how many positions an engine may search for each position of the game. It
// is [Judged] position by position, from the first. An [Analysis] is how far that
// is, and what is known. [Others] are the workers.
//
// # Once, and somewhere
//
// An analysis is a row in the store. Who begins one enters his name there, and
// again and again that he is at it, with what is known so far; others, on whatever
// node, read it there. If he falls silent somebody else takes the row over, as
// soon as anybody wants to know. So a game is analyzed once, and an analysis ends
// if anybody waits for it.
//
// What a worker says is checked by the rules, and for a share of the games by
// having it done again ([Others]). If it was wrong, all that this worker has done
// is thrown away.
//
// The package is not for positions that somebody sets up, nor for games that go
// on: it would help to cheat.
package analysis
