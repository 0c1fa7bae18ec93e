// Package amazons is the rules of the Game of the Amazons on any rectangle
// from 1×1 to 10×10 with any number of amazons: positions, moves and their
// texts.
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
// A side has 2,176 moves at the start of a game on 10×10 and hundreds for most
// of it, so perft(2) is 4,307,152: to list moves is what costs. Each turn fills
// one square with an arrow, so a game from the start lasts at most 92 turns.
//
// Squares that amazons can go to are found with bitboards, one ray of a set
// of 128 bits at a time ([Reach]); moves are counted without being listed, by
// looking up how far each line is open.
//
// Invariants of a Position: the sets of White's amazons, Black's amazons and
// empty squares are disjoint and lie on the board, what is left of the board
// are arrows, and the hash is that of all this and of the side to move. Play
// keeps them, as long as the move is legal.
//
// The game was invented by Walter Zamkauskas (1988); docs/play/rules/amazons.md has
// the rules. The dialect of the texts is Fairy-Stockfish's, see [Parse].
//
// What is known of good play is in packages of its own: amazons/endgame has
// queen distances, amazons/eval the evaluation, amazons/endgame who wins when
// arrows have divided the board. This package does no search, and it keeps no
// history, as no position recurs.
package amazons
