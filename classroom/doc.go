// Package classroom has the boards of three programming exercises, with the behavior that
// the exercises require: [Amazons] (also in Dutch, as Amazones), [Hermit] and [Santorini].
//
// A board simulates a game but does not referee it. There is no turn order: any amazon may
// move or shoot and any worker may climb or build at any time, even after the game is won.
// A board only says whether the squares allow it.
//
// Rows are counted from the top and columns from the left, both from zero, so a [Square] is
// what the exercises write as (r, c). Amazons and workers have letters, written as runes;
// directions have names, "N" to "NW".
//
// # Refusals
//
// A call that should change the board but cannot is refused: the error is
// [ErrInvalidMove], or [ErrOngeldigeZet] on a Dutch board, whatever the reason, and the
// board is unchanged. A caller that does not care about the language checks for a
// [RefusedError]. A question about something that does not exist, such as the position of
// amazon x, returns an error that says so.
//
// # Chains
//
// The exercises require calls that chain and that raise an exception when refused. In Go,
// a call that returns an error besides its result cannot be followed by a dot, so these
// methods work like the Parse method of text/template: they change the board and return
// it, together with the error. They always return the board they were called on, even with
// an error, so the result is safe to assign. If you know that a chain is legal, say so
// once:
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
// A board must not be used by several goroutines at once. The slices it returns belong to
// the caller.
//
// The package is not for playing: it knows no turns or legal moves in the sense of the
// games, and it is not made for speed. The rules are in packages amazons, hermit and
// santorini.
//
// # Sessions
//
// A [Session] runs the example sessions of the exercises: it executes lines typed after the
// prompt of Python or JavaScript on the boards, and returns what the exercise prints.
//
//	s := classroom.NewSession(classroom.Python)
//	_, err := s.Do("board = Amazons()")
//	…
//	output, err := s.Do("board.move_amazon('a', 'W', 3)")
//	// output is "Traceback (most recent call last):\nAssertionError: invalid move"
//
// It understands what the sessions of the exercises use: names, numbers, strings, tuples,
// lists, sets, dictionaries, calls and members, and boards of Hermit with at most 40 rows. If a
// board refuses a call, the output is an exception. Anything else that fails, such as a question
// about amazon x, is an error of Do: the exercises do not say what is printed then, so it cannot
// be mistaken for their answer.
//
// [CheckSession] compares a whole session with the boards, as thera classroom does.
//
// It is not for students' programs, which are programs of their own.
package classroom
