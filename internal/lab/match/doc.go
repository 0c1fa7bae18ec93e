// Package openings has the ways in which games of a match begin, so that two
// programs that always play alike don't always play the same game.
//
// An [Opening] is a start and the moves from there; a [Book] is a source of
// them. [RandomOpenings] draws moves, [ReadOpenings] reads a file, and [BuiltInOpenings] is the book that
// comes with the program, of the default variant of each game:
//
//	book, err := openings.Kept(entry)
//	…
//	o, err := book.Opening(3)
//
// [FindOpenings] makes such a book: it draws openings and keeps those that are even by a
// deep search, no two of them the same up to the symmetry of the board:
//
//	for found, err := range openings.Find(ctx, entry, options, openings.Past{}, nil) {
//		…
//		fmt.Println(found)
//	}
//
// Even means that the engine, after the search, gives both sides about the same
// chance, and has no proof for either. Every position of these games is won for
// somebody; an even one is where the engine does not see for whom. What is even
// for two strong programs need not be so for two that are weak, or all alike in
// their style; so each opening is to be played twice, with both colors.
//
// The package plays no games: package match does, and the ladder.
package match
