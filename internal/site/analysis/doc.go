// Package analysis has finished games analyzed by workers, once for everybody:
// an engine searches every position of the game, and its evaluations are stored
// and streamed as they arrive.
//
//	a := analysis.New(analysis.Config{Store: store, Log: store, Workers: jobs.NewAnalyzers(dispatcher, ""), …})
//	a.Register(api) // /game/{id}/analysis, and its stream
//	go a.Run(ctx)
//
// # Vocabulary
//
// A [Game] is what is analyzed: the start, the turns, and how many nodes to
// search for each position. It is [Judged] position by position. An [Analysis]
// is the progress and the results so far. [Workers] do the work.
//
// # Running once
//
// An analysis is a row in the store. The node that starts one becomes its owner
// there, and stores a heartbeat with the results so far; other nodes read them.
// If the owner falls silent, another node takes the row over while somebody
// follows the analysis. So a game is analyzed once.
//
// Results are checked against the rules, and a random sample is computed again
// by somebody else ([Workers]). If one is wrong, everything that the worker has
// done is deleted.
//
// The package does not analyze positions that users set up, or games in
// progress: that would help cheating.
package analysis
