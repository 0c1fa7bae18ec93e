// Package opening knows how a game of Santorini for two begins: the best placements of the
// workers, and how the god powers are balanced.
//
// There are 300 first placements, but only [NumLines] up to rotation and reflection. For
// each of them the book has the best reply that an engine found, and the value of the
// position after it.
//
//	if info, ok := opening.Default().Find(pos, seed); ok {
//		play(info.Best())
//	}
//
// It is a book because the network of santorini/eval has not learned from positions
// without all workers, a search at the first turn would have to look past two placements
// to see anything, and there are so few placements that each can be searched at length,
// once. The best first placements turn out to be about equally good, so a player may vary
// them.
//
// Vocabulary: a line of the book is a first placement with the best reply, the score for
// the seat that placed first in centilogits, and the plies searched. The canonical form of
// a placement is the least of its eight images as a code, which is the first of their
// texts.
//
// The book is data, made once by [Compute]. It does not cover turns after the placements,
// games for three and four, or powers.
//
// [BalanceOf] tells how often each power has won against each other one, in games between
// equal engines:
//
//	count := opening.BalanceOf(santorini.Athena, santorini.Pan) // seat 1 has Athena's
//	low, high := count.Interval()
//	fmt.Println(count.Won, count.Games, low, high)
//
// The engine played against itself, each pair of games from one random placement on the
// inner squares, with powers exchanged, so counts also depend on who moved first. They do
// not predict games between people, who may know a power better or worse, nor games of
// three and four seats.
package opening
