package tune

import (
	"fmt"
	"strconv"
	"strings"

	"thera/engine"
	"thera/santorini"
)

// turn is a turn of a game of Santorini, with what the engine made of the
// position before it if it was asked. A turn that was drawn has no score.
type turn struct {
	move  santorini.Move
	score engine.Score
	asked bool
}

// A game is kept as a line: its turns, with "=" and the score behind those
// that the engine chose, as in "@b2,c3 @c2,b4 b4-a4(a5) c3-c4(d4)=-12".

// appendGame appends the line of a game.
func appendGame(line []byte, turns []turn) []byte {
	for i, t := range turns {
		if i > 0 {
			line = append(line, ' ')
		}
		line = append(line, t.move.String()...)
		if t.asked {
			line = strconv.AppendInt(append(line, '='), int64(t.score), 10)
		}
	}
	return append(line, '\n')
}

// parseGame reads the line of a game, without its end.
func parseGame(line string) (turns []turn, err error) {
	for text := range strings.FieldsSeq(line) {
		var t turn
		move, score, asked := strings.Cut(text, "=")
		if t.move, err = santorini.ParseMove(move); err != nil {
			return nil, fmt.Errorf("turn %q: %w", text, err)
		}
		if asked {
			v, err := strconv.ParseInt(score, 10, 16)
			if err != nil {
				return nil, fmt.Errorf("turn %q: want a score of 16 bits after =", text)
			}
			t.score, t.asked = engine.Score(v), true
		}
		turns = append(turns, t)
	}
	return turns, nil
}
