// Package santorini implements the rules of Santorini for two, three or four players, with
// or without the ten simple god powers, each for itself or in teams: positions, turns and
// their texts.
//
// On a board of 5×5 squares, each seat first places its two workers. Then a turn is a move
// and a build by the same worker: a step to a neighboring square that holds no worker and
// no dome and is at most one level higher, then one more level on a neighboring square, or
// a dome if it has three levels. A worker that steps up from level 2 to level 3 wins and
// does not build. A seat that cannot move is out: with two players the other one has won;
// with more its workers are taken off the board, the next seat is to move, and the last
// one left wins. There are no draws. Each [Power] changes some of that. The rules are in
// docs/play/rules/santorini.md, the texts in docs/play/notation.md; Gordon Hamilton published
// the game in 2004.
//
// Programs use the game as text:
//
//	pos, err := santorini.Rules().Start("2p")
//	…
//	pos, err = pos.Play("@b2,d4")
//
// Searches use the packed [Position], a plain value of 48 bytes:
//
//	p, err := santorini.Parse("00000/00100/00000/00020/00000 b2d4,b4d2 1")
//	…
//	for _, m := range p.AppendMoves(nil) {
//		next := p
//		next.Play(m)
//		…
//	}
//
// A position's text is the levels as five ranks from the top, 4 for a dome; each seat's
// workers in the order of their names, - before they are placed, x if the seat is out, +
// in teams for those of a partner; the seat to move, or # and the seat that has won by a
// climb; and the powers of the seats, if there are any. Parse refuses positions that the
// order of play rules out. It allows any levels with any seat to move, for composed
// positions, and a worker on level 3 that has not won, because powers can put one there.
// If the seat to move is stuck, the consequences follow as if its turn had just come.
//
// Vocabulary: a level is the height of the tower on a square, 0 to 4; 4 is a complete tower
// with its dome. A [Space] is a square as this game numbers it, and [Spaces] a set of them
// in 32 bits, which searches work with; texts use the squares of package game. A climb is
// the winning step up, or down with Pan. A rival is another seat; it is grounded while
// Athena's power keeps it from going up. An [Extra] is what a power adds to a turn.
//
// The board is a set of spaces for each level, so a worker's steps are one expression, and
// the moves of both workers are counted at once without being listed. Invariants of a
// Position: the set above a level is contained in the set above the level below; workers
// stand on different spaces without a dome, two for each seat that is in and has placed
// them; the hash covers everything that String shows, except for what Hash says. Play keeps
// them if the move is legal.
//
// Games without powers never run the code for powers: the three hot methods check once.
// Turns with powers are generated once for each position that they lead to, in the order
// of their codes: two steps are distinguished only by where they end, two builds only by
// their squares, Hermes' walks only by where the workers end. AppendAliases lists the
// other codes.
//
// Evaluation is in santorini/eval, placements in santorini/opening, a solver in
// santorini/proof. This package does no search and keeps no history, because no position
// recurs.
package santorini
