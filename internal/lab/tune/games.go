package tune

import (
	"fmt"
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/santorini"
)

// turn is a turn of a game of Santorini, with what the engine made of the
// position before it if it was asked. A turn that was drawn has no score.
type turn struct {
	move  santorini.Move
	score engine.Score
	asked bool
}

// selfGame is a game of two seats that was played.
type selfGame struct {
	powers string // of the seats, as in "athena,pan"; "" where nobody has one
	turns  []turn
}

// start returns the position that the game begins with.
func (g selfGame) start() (game.Position, error) {
	if g.powers == "" {
		return santorini.Rules().Start("")
	}
	return santorini.Rules().Start("2p:" + g.powers)
}

// A game is kept as a line: the powers, if there are any, and its turns, with
// "=" and the score behind those that the engine chose, as in "athena,pan @b2,c3
// @c2,b4 b4-a4(a5) c3-c4(d4)=-12".

// appendGame appends the line of a game.
func appendGame(line []byte, g selfGame) []byte {
	if g.powers != "" {
		line = append(append(line, g.powers...), ' ')
	}
	for i, t := range g.turns {
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
func parseGame(line string) (g selfGame, err error) {
	if first, rest, ok := strings.Cut(line, " "); ok && first != "" && first[0] != '@' {
		g.powers, line = first, rest
	}
	for text := range strings.FieldsSeq(line) {
		var t turn
		move, score, asked := strings.Cut(text, "=")
		if t.move, err = santorini.ParseMove(move); err != nil {
			return g, fmt.Errorf("turn %q: %w", text, err)
		}
		if asked {
			v, err := strconv.ParseInt(score, 10, 16)
			if err != nil {
				return g, fmt.Errorf("turn %q: want a score of 16 bits after =", text)
			}
			t.score, t.asked = engine.Score(v), true
		}
		g.turns = append(g.turns, t)
	}
	return g, nil
}
