package puzzle

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"thera/game"
	"thera/internal/catalog"
)

// Read reads puzzles, one JSON object after another, as they stand there. It proves
// nothing: that is for [Check].
func Read(from io.Reader) (all []Puzzle, err error) {
	for d := json.NewDecoder(from); ; {
		var p Puzzle
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("puzzle %d: %w", len(all)+1, err)
		}
		all = append(all, p)
	}
}

// Describe sets what follows from the position, the line and the effort of a puzzle
// of a game: all the rest but for its plies. It is an error if the line is not legal.
func (p *Puzzle) Describe(entry catalog.Entry) error {
	pos, err := entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	if len(p.Line) == 0 {
		return errors.New("no line: want one move at least")
	}
	p.Game = entry.Game.Name()
	p.ID, p.Moves, p.Grade = ID(p.Game, p.Position), len(pos.Moves()), p.grade()
	positions := []game.Position{pos}
	for _, m := range p.Line {
		if pos, err = pos.Play(m); err != nil {
			return fmt.Errorf("move %q: %w", m, err)
		}
		positions = append(positions, pos)
	}
	p.Themes, err = entry.Puzzles.Themes(positions, p.Line[0])
	return err
}

// step is how wide the grades are that Choose takes together.
const step = 100

// Choose returns so many of the puzzles, or all that there are, the easiest first.
// It takes as many of each grade as can be had, within steps of 100 points: of
// easy ones there are always more than enough. No two have the same id, by which
// they are drawn, and the order in which they are given does not matter.
func Choose(all []Puzzle, count int) (chosen []Puzzle) {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Puzzle) int { return strings.Compare(a.ID, b.ID) })
	all = slices.CompactFunc(all, func(a, b Puzzle) bool { return a.ID == b.ID })
	steps := map[int][]Puzzle{}
	for _, p := range all {
		steps[p.Grade/step] = append(steps[p.Grade/step], p)
	}
	order := slices.Sorted(maps.Keys(steps))
	for round := 0; len(chosen) < min(count, len(all)); round++ {
		for _, s := range order {
			if round < len(steps[s]) && len(chosen) < count {
				chosen = append(chosen, steps[s][round])
			}
		}
	}
	slices.SortFunc(chosen, func(a, b Puzzle) int {
		return cmp.Or(cmp.Compare(a.Grade, b.Grade), strings.Compare(a.ID, b.ID))
	})
	return chosen
}
