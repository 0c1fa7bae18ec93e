package terminal

import (
	"slices"

	"thera/game"
)

// entry is a turn that is being entered step by step. The zero value has
// nothing to enter. Entries are values: all methods return new ones.
type entry struct {
	ways  []way // all ways to enter the legal moves
	steps []string
	left  []way    // those that begin with the steps
	next  []string // the steps on offer, in the order of the moves
}

// way is one way to enter a move.
type way struct {
	move  game.Move
	steps []string
}

// newEntry returns the entry of a turn in a position, with no step taken.
//
// A turn that begins on an empty square moves nothing but puts something down.
// If it names two squares, they may come in either order, though the move's
// text has but one.
func newEntry(pos game.Position) entry {
	var e entry
	board := pos.Board()
	for _, m := range pos.Moves() {
		steps := m.Steps()
		e.ways = append(e.ways, way{m, steps})
		if first, at := firstSquare(steps); at == len(steps)-2 && board.At(first).Piece == 0 {
			turned := slices.Clone(steps)
			turned[at], turned[at+1] = steps[at+1], steps[at]
			e.ways = append(e.ways, way{m, turned})
		}
	}
	return e.at(nil)
}

// at returns the entry with other steps taken.
func (e entry) at(steps []string) entry {
	e = entry{ways: e.ways, steps: steps}
	seen := map[string]bool{}
	for _, w := range e.ways {
		if len(w.steps) < len(steps) || !slices.Equal(w.steps[:len(steps)], steps) {
			continue
		}
		e.left = append(e.left, w)
		if rest := w.steps[len(steps):]; len(rest) > 0 && !seen[rest[0]] {
			seen[rest[0]] = true
			e.next = append(e.next, rest[0])
		}
	}
	return e
}

// firstSquare returns the first square among steps and its index, -1 if there
// is none.
func firstSquare(steps []string) (game.Square, int) {
	for i, step := range steps {
		if s, err := game.ParseSquare(step); err == nil {
			return s, i
		}
	}
	return 0, -1
}

// offers reports whether a step is on offer.
func (e entry) offers(step string) bool { return slices.Contains(e.next, step) }

// add takes further steps. It reports false, and takes none, if no legal move
// goes on like that.
func (e entry) add(steps ...string) (entry, bool) {
	longer := e.at(append(slices.Clip(e.steps), steps...))
	if len(longer.left) == 0 {
		return e, false
	}
	return longer, true
}

// back takes back the last step, if there is one.
func (e entry) back() entry { return e.at(e.steps[:max(0, len(e.steps)-1)]) }

// restart takes back all steps.
func (e entry) restart() entry { return e.at(nil) }

// move returns the move that the steps make up, if they make up one: it may
// still be the beginning of others.
func (e entry) move() (game.Move, bool) {
	for _, w := range e.left {
		if len(w.steps) == len(e.steps) {
			return w.move, true
		}
	}
	return "", false
}

// complete reports whether the steps make up a move and begin no other.
func (e entry) complete() bool {
	_, ok := e.move()
	return ok && len(e.next) == 0
}
