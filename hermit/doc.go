// Package hermit implements the rules of the game of Hermit on any rectangle from 1×1 to
// 10×10: positions, moves and their texts. The rules are in docs/play/rules/hermit.md.
//
// A turn puts one block, red, yellow or blue, upright on one square or lying on two that
// share a side. The squares must be empty and must not touch, diagonals included, a square
// of the same color that is already covered. A seat that cannot move loses. Both seats have
// the same moves, so the game is impartial and every position has a nimber.
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
// A spot is a square with a color that may still cover it: the square is empty and touches
// no block of the color. The [Spots] determine everything that may still be played, and a
// move only takes spots away.
//
// Invariants of a Position: a square is under at most one color, squares of one color
// touch only if they are one block, and the hash covers all that, the size of the board
// and the seat to move. Play keeps them if the move is legal.
//
// Package hermit/endgame has the evaluation, the sum of games that a position divides
// into, and a solver. This package does no search and keeps no history, because no
// position recurs.
package hermit
