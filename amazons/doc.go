// Package amazons is the rules of the Game of the Amazons on any rectangle
// from 1×1 to 10×10 with any number of amazons, and an evaluation of its
// positions.
//
// A turn is a queen move of one own amazon over empty squares, then an arrow
// shot like a queen move from the landing square. Amazons and arrows block
// both; the square just left is empty for the arrow. White, seat 1, moves
// first. A side to move without a move loses, and there are no draws.
//
// Programs use the game as text:
//
//	pos, err := amazons.Rules().Start("10x10")
//	…
//	pos, err = pos.Play("d1-d7(g7)")
//
// Searches use the packed [Position], a plain value of 64 bytes:
//
//	p, err := amazons.Parse("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")
//	…
//	for _, m := range p.AppendMoves(nil) {
//		next := p
//		next.Play(m)
//		…
//	}
//
// Squares that amazons can go to are found with bitboards, one ray of a set
// of 128 bits at a time; moves are counted without being listed, by looking
// up how far each line is open.
//
// When arrows have divided the board, [Position.Settled] says who has more
// turns left, and an [Ending] keeps of a position what is still fought over.
//
// Beyond counting the turns that a closed region is good for, the package does
// no search; it keeps no history, as no position recurs.
package amazons
