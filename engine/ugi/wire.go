package ugi

import (
	"fmt"
	"strings"

	"thera/engine"
	"thera/game"
)

// Protocol is a dialect of the engine protocol. Its value is the greeting that
// selects it.
type Protocol string

const (
	// UGI is the Universal Game Interface (github.com/kz04px/ugi).
	UGI Protocol = "ugi"
	// UCI is the Universal Chess Interface, which UGI comes from.
	UCI Protocol = "uci"
)

// scoreText returns the two words after "score". An estimate is "cp" and
// centilogits, in place of hundredths of a pawn. A proven result is "mate" and
// its distance, negative for a loss. UGI counts plies; UCI counts moves of the
// seat to move, one in every two plies: a win in 5 plies is mate 5 in UGI and
// mate 3 in UCI, a loss in 4 is mate -4 and mate -2.
func (p Protocol) scoreText(s engine.Score) string {
	plies, ok := s.Proven()
	switch {
	case !ok:
		return fmt.Sprintf("cp %d", s)
	case p == UGI:
		return fmt.Sprintf("mate %d", plies)
	case plies > 0:
		return fmt.Sprintf("mate %d", (plies+1)/2)
	}
	return fmt.Sprintf("mate %d", plies/2)
}

// score is the inverse of scoreText. In UCI a win in n moves takes 2n−1 plies,
// since the winner makes the last one, and a loss in n moves takes 2n. Numbers
// that a score can't hold, which other programs may send, are clamped.
func (p Protocol) score(kind string, n int) (engine.Score, error) {
	switch kind {
	case "cp":
		return engine.Estimate(n), nil
	case "mate":
	default:
		return 0, fmt.Errorf("score %q: want cp or mate", kind)
	}
	n = min(max(n, -engine.MaxPlies), engine.MaxPlies)
	if p == UCI {
		n *= 2
		if n > 0 {
			n--
		}
	}
	n = min(max(n, -engine.MaxPlies), engine.MaxPlies)
	if n > 0 {
		return engine.WinIn(n), nil
	}
	return engine.LossIn(-n), nil
}

// FormatMove returns the wire text of a move. The form of the canonical text
// decides, whatever the game: X-Y(Z) becomes XY,YZ, as if two pieces had moved,
// X-Y becomes XY, and everything else stays as it is. The rules of each game
// read that back; see [game.Position.Read].
func FormatMove(m game.Move) string {
	if s, ok := game.ScanSquares(string(m), "#-#(#)"); ok {
		return fmt.Sprintf("%s%s,%s%s", s[0], s[1], s[1], s[2])
	}
	if s, ok := game.ScanSquares(string(m), "#-#"); ok {
		return s[0].String() + s[1].String()
	}
	return string(m)
}

// FormatMoves returns the wire text of moves.
func FormatMoves(moves []game.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = FormatMove(m)
	}
	return texts
}

// CutVerb splits a line into its first word and the words after it.
func CutVerb(line string) (verb string, args []string) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return "", nil
	}
	return fields[0], fields[1:]
}
