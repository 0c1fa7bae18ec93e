// Package classroom holds the boards of three programming exercises, with the
// behavior the exercises ask for: [Amazons] (which also speaks Dutch, as
// Amazones), [Hermit] and [Santorini].
//
// A board simulates a game, it does not referee one. Nobody is to move: any
// amazon may move or shoot and any worker may climb or build at any time, also
// after the game is won. A board only says whether the squares allow it.
//
// Rows are counted from the top and columns from the left, both from zero, so
// that a [Square] is what the exercises write as (r, c). Amazons and workers
// have letters, written as runes; directions have names, "N" to "NW".
//
// # Refusals
//
// A call that should change the board but can't is refused: the error is
// [ErrInvalidMove], on a Dutch board [ErrOngeldigeZet], whatever was wrong
// with the call, and the board stays as it was. A caller who does not care for
// the language asks for a [RefusedError]. A question about something that does
// not exist, such as the position of amazon x, gets an error that says so.
//
// # Chains
//
// The exercises want calls that chain and that raise an exception when refused.
// In Go a call that returns an error beside its result can't be followed by a
// dot, so these methods do as the Parse method of text/template does: they
// change the board and return it, together with the error. The board returned
// is always the one the method was called on, also with an error, so it is safe
// to assign. Whoever knows that a chain is legal says so once:
//
//	func must[T any](board T, err error) T {
//		if err != nil {
//			panic(err)
//		}
//		return board
//	}
//
//	board := classroom.NewAmazons(classroom.English)
//	must(must(board.MoveAmazon('C', "E", 3)).ShootArrow('C', "SW", 2))
//
// A board belongs to one goroutine at a time. The slices it returns belong to
// the caller.
//
// The package is not for playing: it knows no turns and no legal moves as the
// games define them, and it is not made for speed. For the rules there are the
// packages amazons, hermit and santorini.
package classroom
