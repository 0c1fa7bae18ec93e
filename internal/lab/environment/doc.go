// Package environment plays many games of one kind together by numbered actions, and
// shows each to its mover as planes of zeros and ones: what programs that learn need.
//
//	v, err := environment.Make("hermit", "6x6", 1024)
//	…
//	s := v.Spec()
//	a := environment.Arrays{
//		Observation: make([]uint8, v.Len()*s.Cells()*len(s.Planes)),
//		Mask:        make([]uint8, v.Len()*s.Actions),
//		Rewards:     make([]float32, v.Len()*s.Seats),
//	}
//	err = v.Reset(a)
//	actions := make([]int32, v.Len())
//	for seed := uint64(1); err == nil; {
//		err = v.RandomActions(&seed, actions)
//		…
//		err = v.Step(actions, true, a)
//	}
//
// # Vocabulary
//
// A vector is a number of games that are stepped together. An action is a number; one or
// several actions make up a turn, and the stage says which of them is next. A mask says
// which actions are legal. A plane is a board of zeros and ones, and an observation is
// all planes of a game as its mover sees it, with own pieces and the rivals' in different
// planes. A cell is a place of a plane: rows count from rank 1 and columns from file a, so
// cell width·rank + file is a square of the board.
//
// An encoding is the numbering of actions and the planes of one game. Its name ends in a
// version, such as hermit_v1. An encoding never changes: whatever would change it gets
// the next version. Golden files in testdata hold whole games. docs/research/environments.md
// describes the encodings.
//
// # How it works
//
// The machinery (vector.go, bits.go) knows no game. A game adds an [encoder]: how its
// state follows from a position, what an action does, and which planes show it. Both the
// planes and the legal actions are bits until they are written to the caller's arrays, so
// masks, random actions and checks are the same for all games. Steps allocate nothing.
//
// The package has no engines and no players. It does not know languages other than Go:
// cmd/thera-c makes it a C library. It is a package of its own because its encodings are
// fixed forever, whatever else becomes of the library.
package environment
