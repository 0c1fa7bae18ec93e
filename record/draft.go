package record

import (
	"fmt"

	"thera/game"
)

// draft is a game as read from a file, not yet known to be legal. A parser knows the
// grammar of its format and fills a draft; replay then checks the rules, once for all
// formats.
type draft struct {
	Game
	rules   game.Game
	first   game.Seat // the seat that moves first, if the format names the colors
	startAt place     // where the game or its start position is in the file
	sources []source  // of the turns

	resultAt place // where the winners stand, if they do
}

// source is the place and the original text of a turn, so that an error quotes an
// illegal move as the file has it, not as thera would write it.
type source struct {
	at         place
	text       string
	variations [][]source
}

// maxNesting is how deeply variations may be nested.
const maxNesting = 500

// addTurn appends a turn that was read from the given text.
func (d *draft) addTurn(t Turn, at place, text string) {
	d.Turns = append(d.Turns, t)
	d.sources = append(d.sources, source{at: at, text: text})
}

// replay plays the game by its rules. It replaces the start position by its canonical
// text, refuses moves that are not in theirs, and fills in the winners of a finished
// game.
func (d *draft) replay() error {
	start, err := d.rules.Parse(d.Start)
	if err != nil {
		return d.startAt.fail(d.Start, err)
	}
	d.Start = start.String()
	for seat := range d.Winners.All() {
		if seats := start.Board().Seats; int(seat) >= seats {
			at := d.startAt
			if d.resultAt != (place{}) {
				at = d.resultAt
			}
			return at.failf("Result "+d.Winners.String(), "want winners among the seats 1 to %d", seats)
		}
	}
	last, err := replayLine(start, d.Turns, d.sources, 1)
	if err == nil && d.Winners == 0 {
		d.Winners = last.Winners()
	}
	return err
}

// replayLine plays turns with their variations, starting at the given turn number, and
// returns the position after them.
func replayLine(pos game.Position, turns []Turn, sources []source, number int) (game.Position, error) {
	for i, t := range turns {
		from := sources[i]
		next, err := playTurn(pos, t, number+i)
		if err != nil {
			return nil, from.at.fail(from.text, err)
		}
		for k, line := range t.Variations {
			if _, err := replayLine(pos, line, from.variations[k], number+i); err != nil {
				return nil, err
			}
		}
		pos = next
	}
	return pos, nil
}

func playTurn(pos game.Position, t Turn, number int) (game.Position, error) {
	next, err := pos.Play(t.Move)
	if err != nil {
		return nil, fmt.Errorf("move %d: %w", number, err)
	}
	if m, err := pos.Read(string(t.Move)); err != nil || m != t.Move {
		return nil, fmt.Errorf("move %d: want the move in its canonical text", number)
	}
	for _, seat := range t.Out {
		if next, err = game.Eliminate(next, seat); err != nil {
			return nil, fmt.Errorf("after move %d: %w", number, err)
		}
	}
	return next, nil
}
