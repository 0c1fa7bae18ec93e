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

// Read reads puzzles, one JSON object after another, without checking them; see [Check].
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

var errNoLine = errors.New("no line: want one move at least")

// Describe sets everything that follows from the position, the line and the effort of a
// puzzle: all fields except Plies. It is an error if the line is not legal.
func (p *Puzzle) Describe(entry catalog.Entry) error {
	pos, err := entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	if len(p.Line) == 0 {
		return errNoLine
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

// step is the width of the grade ranges that Choose fills evenly.
const step = 100

// Choose returns count puzzles, or all if there are fewer, the easiest first: all of
// those kept and, of the others, as evenly as possible from each range of 100 points,
// since there are always more than enough easy ones. No two have the same ID. The choice
// depends only on the IDs, not on the order of the arguments.
func Choose(kept, others []Puzzle, count int) (chosen []Puzzle) {
	byID := func(a, b Puzzle) int { return strings.Compare(a.ID, b.ID) }
	has := map[string]bool{}
	taken := map[int]int{}
	take := func(p Puzzle) {
		if !has[p.ID] {
			has[p.ID] = true
			taken[p.Grade/step]++
			chosen = append(chosen, p)
		}
	}
	for _, p := range kept {
		take(p)
	}
	left := map[int][]Puzzle{}
	for _, p := range slices.SortedFunc(slices.Values(others), byID) {
		left[p.Grade/step] = append(left[p.Grade/step], p)
	}
	for len(chosen) < count && len(left) > 0 {
		s := slices.MinFunc(slices.Sorted(maps.Keys(left)), func(a, b int) int { return cmp.Compare(taken[a], taken[b]) })
		take(left[s][0])
		if left[s] = left[s][1:]; len(left[s]) == 0 {
			delete(left, s)
		}
	}
	slices.SortFunc(chosen, func(a, b Puzzle) int {
		return cmp.Or(cmp.Compare(a.Grade, b.Grade), strings.Compare(a.ID, b.ID))
	})
	return chosen
}
