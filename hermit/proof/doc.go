// Package proof solves Hermit: the winner of a position, the winning moves, and its nimber.
//
//	v, err := proof.New(nimber.Options{MemoryMiB: 1024, Threads: 2}).Solve(ctx, engine.Problem{Position: pos})
//	if v.Proven {
//		fmt.Println("seat", v.Winners, "wins, nimber", v.Grundy)
//	}
//
// It is a package of its own so that the evaluation in hermit/endgame, which every search
// needs, does not depend on the solvers.
//
// Hermit is impartial, so positions are solved as sums of parts by package nimber, with the
// parts of an [endgame.Field]. Positions with too many open squares for that (more than
// [endgame.MaxField]) are solved if the mirror theorem decides them; docs/research/solving.md has
// the theorem with its proof, and the solved boards.
//
// The package is not for positions that must be played whether or not they can be solved:
// that is package search.
package proof
