package game

import (
	"fmt"
	"slices"
	"strings"
)

// Entry is a turn being entered step by step, the same for every game: it
// knows the steps taken, those that may follow, and the move that they make
// up. It is derived from the legal moves alone. An Entry is a value: methods
// return new ones and leave it as it is. The zero value has nothing to enter.
//
//	e := game.Enter(pos)
//	for !e.Complete() {
//		e, _ = e.Add(choose(e.Options()))
//	}
//	move, _ := e.Move()
type Entry struct {
	pos     Position
	ways    []way // all ways to enter the legal moves
	steps   []string
	left    []way // those of ways that begin with steps
	options []string
}

// way is one way to enter a move.
type way struct {
	move  Move
	steps []string
}

// Enter returns the entry of a turn in a position, with no step taken.
//
// A turn that begins on an empty square puts something down. If it does so on
// two squares, they may be entered in either order, though the text of the
// move has but one.
func Enter(pos Position) Entry {
	e := Entry{pos: pos}
	board := pos.Board()
	for _, w := range waysOf(pos) {
		e.ways = append(e.ways, w)
		steps, n := w.steps, len(w.steps)
		if first := firstSquare(steps); first >= 0 && first == n-2 && board.At(squareNamed(steps[first])).Kind == "" {
			turned := slices.Clone(steps)
			turned[n-2], turned[n-1] = steps[n-1], steps[n-2]
			e.ways = append(e.ways, way{w.move, turned})
		}
	}
	return e.at(nil)
}

// waysOf returns the ways to enter the legal moves, as their texts have them.
func waysOf(pos Position) (ways []way) {
	if x, ok := pos.(interface{ ways() []way }); ok {
		return x.ways()
	}
	for _, m := range pos.Moves() {
		ways = append(ways, way{m, m.Steps()})
	}
	return ways
}

// firstSquare returns the index of the first step that is a square, −1 if
// there is none.
func firstSquare(steps []string) int {
	return slices.IndexFunc(steps, func(s string) bool { return squarePrefix(s) > 0 })
}

// at returns the entry with other steps taken.
func (e Entry) at(steps []string) Entry {
	e = Entry{pos: e.pos, ways: e.ways, steps: steps}
	seen := map[string]bool{}
	for _, w := range e.ways {
		if len(w.steps) < len(steps) || !slices.Equal(w.steps[:len(steps)], steps) {
			continue
		}
		e.left = append(e.left, w)
		if rest := w.steps[len(steps):]; len(rest) > 0 && !seen[rest[0]] {
			seen[rest[0]] = true
			e.options = append(e.options, rest[0])
		}
	}
	return e
}

// Steps returns the steps taken. The caller must not change them.
func (e Entry) Steps() []string { return e.steps }

// Options returns the steps that may follow, in the order of the moves. The
// caller must not change them.
func (e Entry) Options() []string { return e.options }

// Add takes further steps. It reports false and takes none if no legal move
// goes on like that.
func (e Entry) Add(steps ...string) (Entry, bool) {
	longer := e.at(append(slices.Clip(e.steps), steps...))
	if len(longer.left) == 0 {
		return e, false
	}
	return longer, true
}

// Back takes back the last step, if there is one.
func (e Entry) Back() Entry { return e.at(e.steps[:max(0, len(e.steps)-1)]) }

// Restart takes back all steps.
func (e Entry) Restart() Entry { return e.at(nil) }

// Move returns the move that the steps make up, if they do. It may still be
// the beginning of others, as long as Complete does not say that it is not.
func (e Entry) Move() (m Move, ok bool) {
	for _, w := range e.left {
		if len(w.steps) == len(e.steps) {
			return w.move, true
		}
	}
	return "", false
}

// Complete reports whether the steps make up a move and begin no other.
func (e Entry) Complete() bool {
	_, ok := e.Move()
	return ok && len(e.options) == 0
}

// Type takes a turn as a person types it: steps that go on from those taken, a
// whole move in any text that the rules read, or steps that begin anew. A square named
// twice in a row, as in the engine protocol's d1d7,d7g7, may be one step. The
// error quotes the text and says what is wanted.
func (e Entry) Type(text string) (Entry, error) {
	text = strings.TrimSpace(text)
	if e.pos == nil || len(e.ways) == 0 {
		return e, fmt.Errorf("move %q: there is no turn to enter", text)
	}
	if longer, ok := e.addTyped(text); ok && len(e.steps) > 0 {
		return longer, nil
	}
	if m, err := e.pos.Read(text); err == nil {
		return e.at(m.Steps()), nil
	}
	if anew, ok := e.Restart().addTyped(text); ok {
		return anew, nil
	}
	if x, ok := e.pos.(interface{ explain(text string) error }); ok {
		if why := x.explain(text); why != nil {
			return e, fmt.Errorf("%q is no legal move: %w", text, why)
		}
	}
	return e, fmt.Errorf("%q is no legal move: want a move such as %s", text, e.ways[0].move)
}

// addTyped takes further steps as they are typed, if a legal move goes on so.
func (e Entry) addTyped(text string) (Entry, bool) {
	for _, steps := range typedSteps(text) {
		if longer, ok := e.Add(steps...); ok {
			return longer, true
		}
	}
	return e, false
}

// typedSteps returns the steps that a text may be made of, the likeliest first:
// with a dash that does not follow a square as a part of its step, without that,
// and with squares named twice in a row as one step. There are none for a text
// with anything else in it.
func typedSteps(text string) [][]string {
	const separators = " -,()/@"
	var steps, dashed []string
	rest := text
	for _, step := range Move(text).Steps() {
		before, after, _ := strings.Cut(rest, step)
		if strings.Trim(before, separators) != "" {
			return nil
		}
		rest = after
		if strings.HasSuffix(before, "-") && (len(steps) == 0 || before != "-") {
			dashed = append(dashed, "-"+step)
		} else {
			dashed = append(dashed, step)
		}
		steps = append(steps, step)
	}
	if len(steps) == 0 || strings.Trim(rest, separators) != "" {
		return nil
	}
	return [][]string{dashed, steps, slices.Compact(slices.Clone(steps))}
}
