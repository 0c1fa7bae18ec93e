// Package whole is the service of the page with all that it can be asked: beside
// what [browser.Methods] has, proofs, records, what was played in openings,
// puzzles' ratings, and the programming exercises.
//
//	s := whole.NewService(post, pause)
//	s.Handle([]byte(`{"id":1,"method":"solve","params":{"game":"hermit","position":"... 1"}}`))
package whole
