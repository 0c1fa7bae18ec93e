package game

import "strings"

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
