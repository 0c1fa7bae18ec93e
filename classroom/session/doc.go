// Package session runs the example sessions of the programming exercises: lines as
// one types them after the prompt of Python or JavaScript, carried out on the boards
// of package classroom, and what the exercise prints for them.
//
//	s := session.New(session.Python)
//	_, err := s.Do("board = Amazons()")
//	…
//	output, err := s.Do("board.move_amazon('a', 'W', 3)")
//	// output is "Traceback (most recent call last):\nAssertionError: invalid move"
//
// It knows of these languages what the sessions of the exercises use: names, numbers,
// texts, tuples, lists, sets, dictionaries, calls and members. What a board refuses is
// output, as an exception; what is not understood is an error, so that nobody takes it
// for the exercise's answer.
//
// [Check] compares a whole session with the boards, as thera classroom does.
//
// It is not for programs of students, which are programs of their own.
package session
