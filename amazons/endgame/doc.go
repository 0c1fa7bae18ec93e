// Package endgame knows what is certain in the Game of the Amazons when arrows
// have divided the board: who has won already, though moves remain, and what
// is still to be decided.
//
//	if winners, plies := endgame.Settled(&p); winners != 0 {
//		fmt.Println(winners, "within", plies)
//	}
//
// Vocabulary: a region is a set of squares without arrows that hang together
// by king steps. A territory is the squares that only one side can get to,
// with its amazons there; it is good for a number of turns, at most one for
// each empty square. Where the squares hang together badly it is good for
// fewer, a defect. Such turns are in hand: the side can take them when it
// likes, whatever happens elsewhere.
//
// [Settled] compares turns in hand with all that the other side can have left,
// and costs little enough to be asked at every node of a search. An [Ending] is
// what a solver searches: the regions that are still fought over, and the turns
// in hand as a number, as the theory of sums of games allows (Conway 1976,
// Berlekamp 2000). It has the optional abilities that proof-number search asks
// for: Legal, Prospects, and those of a sum, Parts, Count, Give and Bounds.
//
// Answers are theorems, not estimates; where counting would take too long,
// they are that nothing is known. The package does no search beyond filling a
// single territory, and [Ending.InitialNumbers], which only guides one, is its only
// guess.
package endgame
