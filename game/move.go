package game

import (
	"fmt"
	"slices"
	"strings"
)

// Move is one turn in its canonical text, such as "d1-d7(g7)". Its meaning is up to the
// rules; what all moves share is that they are made of steps.
type Move string

// Steps returns the parts of the turn in the order in which a player enters them: the
// squares that the text names, and a leading capital letter as a step of its own.
// "d1-d7(g7)" has the steps d1, d7 and g7; "Ya3-b3" has Y, a3 and b3. If a piece moves
// on from its first destination, the step includes the dash, to distinguish it from
// building there: "c3-c4-d5(d4)" has c3, c4, -d5 and d4.
func (m Move) Steps() []string {
	var steps []string
	dashes := 0 // in a row, with only a square between them
	for rest := string(m); rest != ""; {
		n := squarePrefix(rest)
		if n == 0 && rest[0] >= 'A' && rest[0] <= 'Z' {
			n = 1
		}
		switch {
		case n > 1 && dashes > 1:
			steps = append(steps, "-"+rest[:n])
		case n > 0:
			steps = append(steps, rest[:n])
		case rest[0] == '-':
			dashes++
		default:
			dashes = 0
		}
		rest = rest[max(n, 1):]
	}
	return steps
}

// Strings returns moves as strings.
func Strings(moves []Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = string(m)
	}
	return texts
}

// ScanSquares reads the squares from the text of a move by a pattern in which # stands
// for a square, a space for one or more spaces and everything else for itself: "#-#(#)"
// matches "d1-d7(g7)". It reports whether the whole text matches.
func ScanSquares(text, pattern string) (squares []Square, ok bool) {
	for _, want := range []byte(pattern) {
		n := 0
		switch want {
		case '#':
			if n = squarePrefix(text); n > 0 {
				squares = append(squares, squareNamed(text[:n]))
			}
		case ' ':
			n = len(text) - len(strings.TrimLeft(text, " "))
		default:
			if text != "" && text[0] == want {
				n = 1
			}
		}
		if n == 0 {
			return nil, false
		}
		text = text[n:]
	}
	return squares, text == ""
}

func (x *position[P, M, K]) legal(text string) (code M, err error) {
	if code, err = x.rules.ParseMove(text); err != nil {
		return code, fmt.Errorf("%s move %q: %w", x.rules.Name, text, err)
	}
	p := x.packed
	judge, quick := any(K(&p)).(Judge[M])
	found, ok := code, quick && judge.Legal(code)
	if !ok && (!quick || x.rules.Aliases != nil) {
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

// find returns the legal move of a code: itself, or the one to the same position.
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

func (x *position[P, M, K]) hashAfter(code M) uint64 {
	next := x.packed
	K(&next).Play(code)
	return K(&next).Hash()
}

// aliases returns the step sequences of all codes of the legal moves, if moves have several.
func (x *position[P, M, K]) aliases() (sequences []sequence, ok bool) {
	p := x.packed
	if x.rules.Aliases == nil {
		return nil, false
	}
	canonical := map[uint64]Move{}
	for _, code := range K(&p).AppendMoves(nil) {
		canonical[x.hashAfter(code)] = Move(code.String())
	}
	for _, code := range x.rules.Aliases(&p, nil) {
		sequences = append(sequences, sequence{canonical[x.hashAfter(code)], Move(code.String()).Steps()})
	}
	return sequences, true
}
