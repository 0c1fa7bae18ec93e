// Package santorini is the rules of Santorini for two, three or four players,
// with or without the ten simple god powers, each for itself or in teams:
// positions, turns and their texts.
//
// On a board of 5×5 squares, each seat first places its two workers. Then a
// turn is a move and a build by the same worker: a step to a neighbor without
// worker or dome that is at most one level higher, then one more level on such
// a neighbor, a dome if it has three. Who steps up from level 2 to level 3 has
// won and does not build. Who can't move is out: with two players the other
// one has won, with more the workers are taken off the board, the next seat is
// to move, and the last one left has won. There are no draws. What each [Power]
// changes of that is told in docs/rules/santorini.md.
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
// A position's text is the levels as five ranks from the top, 4 for a dome;
// each seat's workers in the order of their names, - before they are placed,
// x when the seat is out, + in teams for those of a partner; the seat to move,
// or # and the seat that has won by a climb; and the powers of the seats, if
// there are any. Parse refuses what can't come about by the order of play, and
// says so. It does allow any levels with any seat to move, as composed positions
// need, and a worker on level 3 that has not won, as powers can put there. If the
// seat to move turns out to be stuck, that is settled as if its turn had just come.
//
// Vocabulary: a level is the number of storeys of a square, 0 to 4; 4 is a
// complete tower with its dome. A [Space] is a square as this game numbers it,
// and [Spaces] a set of them in 32 bits, which searches work with; the parts of
// a [Move] and all texts have the squares of package game. A climb is the step
// up that wins, or with Pan down. A rival is another seat; it is grounded while
// Athena's power keeps it from going up. An [Extra] is what a power adds to a turn.
//
// The board is kept as sets of spaces, one for each level, so that a worker's
// steps are one expression and the moves of both workers are counted at once
// without being listed. Invariants of a Position: the set above a level lies in
// the one above the level below; workers stand on different spaces without a
// dome, two for each seat that is in and has placed them; the hash is that of
// all that String shows. Play keeps them, as long as the move is legal.
//
// Where nobody has a power the code for them is not touched: the three hot
// methods ask once. Turns with powers are generated one for each position that
// they lead to, in the order of their codes, by what tells positions apart: of a
// step twice only where it ends, of two builds only which squares, of Hermes' walks
// only which squares the workers end on. What is to be read, AppendAliases has in full.
//
// The game is by Gordon Hamilton (2004); docs/rules/santorini.md has the rules,
// docs/notation.md the texts.
//
// What is known of good play is in santorini/eval, where to place the workers in
// santorini/opening, a solver in santorini/proof. This package does no search and
// keeps no history: no position recurs.
package santorini
