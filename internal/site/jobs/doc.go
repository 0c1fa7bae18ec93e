// Package jobs is what workers do: games of a tournament, puzzles, self-play,
// parts of a proof, turns of house bots and analyses of games, each as a function
// from an input to an output, and how those who want many of them spread them
// over workers.
//
//	kinds := jobs.Kinds() // for work.NewWorker and work.OpenDesk
//	puzzles, err := jobs.Puzzles(ctx, desk, entry, puzzle.Options{Seed: 1}, 10, nil)
//	verdict, err := jobs.Prove(ctx, desk, entry, pos, jobs.ProofOptions{…})
//
// What comes out is what one machine alone makes, to the last byte but for times
// and the nodes of proofs: what a job is limited by is nodes, never time, but for
// turns in games with clocks.
//
// Who does the jobs, and what is to be thought of him, is the business of
// package work.
package jobs
