// Package session runs the example sessions of the programming exercises: it executes
// lines typed after the prompt of Python or JavaScript on the boards of package classroom,
// and returns what the exercise prints for them.
//
//	s := session.New(session.Python)
//	_, err := s.Do("board = Amazons()")
//	…
//	output, err := s.Do("board.move_amazon('a', 'W', 3)")
//	// output is "Traceback (most recent call last):\nAssertionError: invalid move"
//
// It understands what the sessions of the exercises use: names, numbers, strings, tuples,
// lists, sets, dictionaries, calls and members. If a board refuses a call, the output is an
// exception; anything that is not understood is an error, so it cannot be mistaken for the
// exercise's answer.
//
// [Check] compares a whole session with the boards, as thera classroom does.
//
// It is a package of its own so that the boards can be used without an interpreter.
//
// It is not for students' programs, which are programs of their own.
package session
