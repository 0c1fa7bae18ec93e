// Package hermit is the rules of the game of Hermit on any rectangle from 1×1
// to 10×10, and an evaluation of its positions.
//
// A turn puts one block, red, yellow or blue, upright on one square or lying
// on two that share a side. The squares must be empty and must not touch,
// diagonals included, a square of the same color that is already covered.
// Whoever cannot move loses. Both seats have the same moves, so the game is
// impartial and every position has a nimber.
//
// Programs use the game as text:
//
//	pos, err := hermit.Rules().Start("6x6")
//	…
//	pos, err = pos.Play("Ya3-b3")
//
// Searches use the packed [Position], a plain value of 64 bytes:
//
//	p, err := hermit.Parse("RRB./..YR/BB.R/.RYY 1")
//	…
//	for _, m := range p.AppendMoves(nil) {
//		next := p
//		next.Play(m)
//		…
//	}
//
// A spot is a square with a color that may still cover it. Spots exclude each
// other where covering one forbids the other; the parts into which they fall
// are games of their own, and the position is their sum.
//
// A solver works on a [Field]: it plays on [Part]s of it, which are three words
// each and have a canonical form.
//
// The package does no search beyond parts of a few spots.
package hermit
