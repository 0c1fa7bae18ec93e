// Package opening knows how to place the workers in a game of Santorini for
// two. There are 300 first placements, but only [NumLines] that no turn or flip
// of the board maps onto each other; for each of them the book has the best
// reply that an engine has found, and what the position is worth then.
//
//	if info, ok := opening.Default().Find(pos, seed); ok {
//		play(info.Best())
//	}
//
// Why a book: no position without all workers is among those that the network of
// santorini/eval has learned from, a search at the first turn would have to look
// over two placements to see anything, and there are so few placements that each
// can be searched at length, once. The best first placements turn out to be
// worth about the same, so a player may vary them.
//
// Vocabulary: a line of the book is a first placement with the best reply, the
// score for who placed first in centilogits, and the plies that the search
// looked ahead. The canonical form of a placement is the least of its eight
// images as a code, which is the first of their texts.
//
// The book is data, made once by [Compute]. It knows nothing of turns after the
// placements, nor of games for three and four, nor of powers.
package opening
