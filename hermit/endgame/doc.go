// Package endgame knows what is certain in Hermit as blocks divide the board:
// the independent games that a position is the sum of, and who wins where
// these are small or each other's mirror images.
//
//	if winners := endgame.Settled(&p); winners != 0 {
//		fmt.Println("seat", winners, "wins")
//	}
//
// Vocabulary: a spot is a square with a color that may still cover it. Two
// spots exclude each other if they have the same square, or the same color and
// squares that touch. A part is a set of spots that hang together in this way,
// so that a move in one part leaves the others as they are. A position is the
// sum of its parts. Hermit is impartial, so every part has a nimber, the least
// number that is not the nimber of what some move leaves; that of a sum is the
// exclusive or, and who is to move loses exactly if it is 0 (Sprague 1935,
// Grundy 1939).
//
// There are two ways to look at parts. [Settled] cuts them out of a position of
// any size, and finds the nimbers of small ones by trying all play, up to 12
// spots; that is quick enough for every node of a search. [Plain] does without nimbers,
// as who has not learned of them. A [Field] is for
// solvers: it numbers the squares that are open when solving begins, at most 42
// of them, so that a [Part] is three words of memory. It knows the moves of a
// part, what they leave, and a key that a part shares with all its images:
// moved, turned, flipped, and with the colors exchanged. It is what solve/nimber
// calls Parts.
//
// [Mirrored] and [Field.IsZero] are Tweedledum and Tweedledee: where each move
// can be answered with its image, who is to move loses. The first is about half
// turns of a whole board, however large, the second about all images of a part.
//
// Answers are theorems, not estimates. The package does no search of positions
// and finds no nimbers of large parts: that is solve/nimber, and with it
// hermit/endgame.
package endgame
