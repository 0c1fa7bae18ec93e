// Package proof solves Hermit: who wins a position, by which moves, and its
// nimber.
//
//	v, err := proof.New(nimber.Options{MemoryMiB: 1024, Threads: 2}).Solve(ctx, engine.Problem{Position: pos})
//	if v.Proven {
//		fmt.Println("seat", v.Winners, "wins, nimber", v.Grundy)
//	}
//
// Hermit is impartial, so positions are solved as sums of parts by package
// nimber, with the parts of a [endgame.Field]. Those with too many open squares
// for that (more than [endgame.MaxField]) it solves where the theorem of the
// mirror settles them; docs/research/solving.md has the theorem with its proof, and the
// boards that are solved.
//
// The package is not for positions that must be played whether they can be
// solved or not: that is package search.
package proof
