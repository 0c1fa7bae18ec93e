package record

import (
	"fmt"

	"thera/game"
)

// draft is a game as it stands in a file, not yet known to be legal. A parser
// knows the grammar of its format and fills a draft; what the rules say is
// looked at once for all formats, by replay.
type draft struct {
	Game
	rules   game.Game
	first   game.Seat // who moves first, where the format names the colors
	startAt place     // where the game or its start position stands
	sources []source  // of the turns
}

// source is where a turn stands and in which words, so that an illegal move is
// quoted as the file has it, not as thera would write it.
type source struct {
	at   place
	text string
}

// addTurn appends a turn that is the given text in the file.
func (d *draft) addTurn(t Turn, at place, text string) {
	d.Turns = append(d.Turns, t)
	d.sources = append(d.sources, source{at, text})
}

// replay plays the game by its rules. It puts the start position into its
// canonical text, refuses moves that are not in theirs, and fills in the
// winners of a finished game.
func (d *draft) replay() error {
	positions, err := d.Record().Replay(d.rules)
	if err != nil && len(positions) == 0 {
		return d.startAt.fail(d.Start, err)
	}
	d.Start = positions[0].String()
	for i, before := range positions[:len(positions)-1] {
		text := d.Turns[i].Move
		if m, err := before.Read(string(text)); err != nil || m != text {
			source := d.sources[i]
			return source.at.fail(source.text, fmt.Errorf("move %d: want the move in its canonical text", i+1))
		}
	}
	if err != nil {
		source := d.sources[len(positions)-1]
		return source.at.fail(source.text, err)
	}
	if d.Winners == 0 {
		d.Winners = positions[len(positions)-1].Winners()
	}
	return nil
}
