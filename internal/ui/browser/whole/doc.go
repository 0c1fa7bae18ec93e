// Package whole is the page's service with all methods: in addition to
// [browser.Methods] it has proofs, records, what was played in openings,
// ratings of puzzles, and the programming exercises.
//
//	s := whole.NewService(post, pause)
//	s.Handle(map[string]any{"id": 1.0, "method": "solve", "params": map[string]any{"game": "hermit", "position": "... 1"}})
//
// It is a package of its own so that the program that the page loads first does
// not contain it.
package whole
