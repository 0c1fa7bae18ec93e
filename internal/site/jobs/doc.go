// Package jobs holds the kinds of jobs that workers do (games of a match,
// puzzles, self-play, parts of a proof, turns of house bots, analyses) and the
// functions that spread many of them over workers.
//
//	kinds := jobs.Kinds() // for queue.NewWorker and queue.OpenDispatcher
//	puzzles, err := jobs.Puzzles(ctx, dispatcher, entry, puzzle.Options{Seed: 1}, 10, nil)
//	verdict, err := jobs.Prove(ctx, dispatcher, entry, pos, jobs.ProofOptions{…})
//
// The output is byte for byte what one machine alone produces, except for times
// and the nodes of proofs: jobs are limited by nodes, never by time, except for
// turns in games with clocks.
//
// Package queue distributes the jobs and decides which workers to trust.
//
// It is a package of its own because package queue must not know games, and packages
// that want jobs done, such as analysis and housebot, must not know the queue.
package jobs
