package game

import "fmt"

// Record is a game as it was played.
type Record struct {
	Game  string // the game's name
	Start string // text of the position it started from
	Moves []Move
	// Out lists the seats whose players gave up while others played on, in that order,
	// by the number of moves made before; see [Eliminate].
	Out map[int][]Seat
}

// Replay plays the record by the rules of g and returns the positions from the start to
// the end, one more than there are moves, each without the seats that have given up by
// then. The error names the first move that cannot be played, counted from 1; the
// positions before it are returned with the error.
func (r Record) Replay(g Game) ([]Position, error) {
	if g.Name() != r.Game {
		return nil, fmt.Errorf("record of game %q: want one of %s", r.Game, g.Name())
	}
	pos, err := g.Parse(r.Start)
	if err != nil {
		return nil, err
	}
	positions := []Position{pos}
	for i, m := range r.Moves {
		if pos, err = pos.Play(m); err != nil {
			return positions, fmt.Errorf("move %d: %w", i+1, err)
		}
		for _, seat := range r.Out[i+1] {
			if pos, err = Eliminate(pos, seat); err != nil {
				return positions, fmt.Errorf("after move %d: %w", i+1, err)
			}
		}
		positions = append(positions, pos)
	}
	return positions, nil
}
