// Package amazons implements the rules of the Game of the Amazons on any rectangle from
// 1×1 to 10×10 with any number of amazons: positions, moves and their texts.
//
// A turn is a queen move of one of your amazons over empty squares, then an arrow shot
// like a queen move from the landing square. Amazons and arrows block both; the square
// just left is empty for the arrow. White, seat 1, moves first. A side that cannot move
// loses, and there are no draws. The rules are in docs/play/rules/amazons.md; Walter Zamkauskas
// invented the game in 1988.
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
// A side has 2,176 moves at the start of a game on 10×10 and hundreds for most of it, so
// perft(2) is 4,307,152 and listing moves dominates the cost. Each turn fills one square
// with an arrow, so a game from the start lasts at most 92 turns.
//
// The squares an amazon can go to come from bitboards, one ray of a 128-bit set at a time
// ([QueenMoves]). Moves are counted without being listed, by looking up how far each line
// is open.
//
// Invariants of a Position: the sets of White's amazons, Black's amazons and empty
// squares are disjoint and lie on the board, the rest of the board are arrows, and the
// hash covers all that and the side to move. Play keeps them if the move is legal.
//
// Texts use the dialect of Fairy-Stockfish, see [Parse]. Evaluation is in amazons/eval;
// queen distances and decided endings are in amazons/endgame. This package does no search
// and keeps no history, because no position recurs.
package amazons
