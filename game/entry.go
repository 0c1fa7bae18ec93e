package game

import (
	"fmt"
	"slices"
	"strings"
)

// Entry is a turn being entered step by step, in the same way for every game: it knows
// the steps taken, the steps that may follow, and the move they make up. It is derived
// from the legal moves alone. An Entry is a value: its methods return a new one and
// leave the receiver unchanged. The zero value has nothing to enter.
//
//	e := game.Enter(pos)
//	for !e.Complete() {
//		e, _ = e.Add(choose(e.Options()))
//	}
//	move, _ := e.Move()
type Entry struct {
	pos       Position
	sequences []sequence // all step sequences of the legal moves
	steps     []string
	left      []sequence // the sequences that begin with steps
	options   []string
}

// sequence is one order of steps in which a move can be entered.
type sequence struct {
	move  Move
	steps []string
}

// Enter returns the entry of a turn in a position, with no step taken.
//
// A turn that begins on an empty square puts something down. If it does so on two
// squares, they may be entered in either order, although the text of the move has only
// one.
func Enter(pos Position) Entry {
	e := Entry{pos: pos}
	board := pos.Board()
	for _, w := range sequencesOf(pos) {
		e.sequences = append(e.sequences, w)
		steps, n := w.steps, len(w.steps)
		if first := firstSquare(steps); first >= 0 && first == n-2 && board.At(squareNamed(steps[first])).Kind == "" {
			turned := slices.Clone(steps)
			turned[n-2], turned[n-1] = steps[n-1], steps[n-2]
			e.sequences = append(e.sequences, sequence{w.move, turned})
		}
	}
	return e.at(nil)
}

// sequencesOf returns the step sequences of the legal moves, as their texts order them.
func sequencesOf(pos Position) (sequences []sequence) {
	if x, ok := pos.(interface{ aliases() ([]sequence, bool) }); ok {
		if all, ok := x.aliases(); ok {
			return all
		}
	}
	for _, m := range pos.Moves() {
		sequences = append(sequences, sequence{m, m.Steps()})
	}
	return sequences
}

// firstSquare returns the index of the first step that is a square, or −1.
func firstSquare(steps []string) int {
	return slices.IndexFunc(steps, func(s string) bool { return squarePrefix(s) > 0 })
}

func (e Entry) at(steps []string) Entry {
	e = Entry{pos: e.pos, sequences: e.sequences, steps: steps}
	seen := map[string]bool{}
	for _, w := range e.sequences {
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

// Add takes further steps, or reports false and takes none if no legal move has them.
func (e Entry) Add(steps ...string) (Entry, bool) {
	longer := e.at(append(slices.Clip(e.steps), steps...))
	if len(longer.left) == 0 {
		return e, false
	}
	return longer, true
}

// Back undoes the last step, if there is one.
func (e Entry) Back() Entry { return e.at(e.steps[:max(0, len(e.steps)-1)]) }

// Restart undoes all steps.
func (e Entry) Restart() Entry { return e.at(nil) }

// Move returns the move that the steps make up, if they make up one. The same steps may
// also begin longer moves; Complete reports whether they do not.
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

// Type takes a turn as a person types it: steps that continue those taken, a whole move
// in any form that the rules read, or steps from the start. A square named twice in a
// row, as in the engine protocol's d1d7,d7g7, may be one step. The error quotes the
// text and says what is accepted.
func (e Entry) Type(text string) (Entry, error) {
	text = strings.TrimSpace(text)
	if e.pos == nil || len(e.sequences) == 0 {
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
	return e, fmt.Errorf("%q is no legal move: want a move such as %s", text, e.sequences[0].move)
}

// addTyped takes further steps from typed text, if a legal move continues with them.
func (e Entry) addTyped(text string) (Entry, bool) {
	for _, steps := range typedSteps(text) {
		if longer, ok := e.Add(steps...); ok {
			return longer, true
		}
	}
	return e, false
}

// typedSteps returns the step lists that a text may stand for, likeliest first: with a
// dash that does not follow a square as part of the step, then without it, then with
// squares named twice in a row as one step. It returns none for a text with anything
// else in it.
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
