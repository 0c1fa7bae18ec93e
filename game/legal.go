package game

import (
	"fmt"
	"slices"
)

// legal returns the legal move that a text means.
func (x *position[P, M, K]) legal(text string) (code M, err error) {
	if code, err = x.rules.ParseMove(text); err != nil {
		return code, fmt.Errorf("%s move %q: %w", x.rules.Name, text, err)
	}
	p := x.packed
	found, ok := code, false
	if judge, quick := any(K(&p)).(Judge[M]); quick {
		ok = judge.Legal(code)
	} else {
		found, ok = x.find(code)
	}
	if ok {
		return found, nil
	}
	if why := x.explain(text); why != nil {
		return code, fmt.Errorf("%w %q in %s: %w", ErrIllegal, text, x, why)
	}
	return code, fmt.Errorf("%w %q in %s", ErrIllegal, text, x)
}

// explain says why an illegal move is illegal; nil if there is nothing to say.
func (x *position[P, M, K]) explain(text string) error {
	p := x.packed
	code, err := x.rules.ParseMove(text)
	if x.rules.Explain == nil || err != nil {
		return nil
	}
	return x.rules.Explain(&p, code)
}

// find returns the legal move that a code stands for: itself, or the one that leads to
// the same position.
func (x *position[P, M, K]) find(code M) (found M, ok bool) {
	p := x.packed
	moves := K(&p).AppendMoves(nil)
	switch {
	case slices.Contains(moves, code):
		return code, true
	case x.rules.Aliases == nil || !slices.Contains(x.rules.Aliases(&p, nil), code):
		return code, false
	}
	for _, m := range moves {
		if x.hashAfter(m) == x.hashAfter(code) {
			return m, true
		}
	}
	return code, false
}

// hashAfter returns the hash of the position after a legal move.
func (x *position[P, M, K]) hashAfter(code M) uint64 {
	next := x.packed
	K(&next).Play(code)
	return K(&next).Hash()
}

// sequences returns the step sequences of all codes of the legal moves.
func (x *position[P, M, K]) sequences() (sequences []sequence) {
	p := x.packed
	if x.rules.Aliases == nil {
		for _, m := range x.Moves() {
			sequences = append(sequences, sequence{m, m.Steps()})
		}
		return sequences
	}
	canonical := map[uint64]Move{}
	for _, code := range K(&p).AppendMoves(nil) {
		canonical[x.hashAfter(code)] = Move(code.String())
	}
	for _, code := range x.rules.Aliases(&p, nil) {
		sequences = append(sequences, sequence{canonical[x.hashAfter(code)], Move(code.String()).Steps()})
	}
	return sequences
}
