package terminal

import (
	"strings"

	"thera/game"
)

// choose takes a step of the turn, by mouse or keyboard. A step that does not
// go on from those before begins anew, and the last step again takes it back,
// or finishes the turn where it can end there.
func (m model) choose(step string) model {
	if m, ok := m.mayMove(); !ok {
		return m
	}
	m.notice = notice{}
	if longer, ok := m.entry.add(step); ok {
		return m.take(longer)
	}
	if n := len(m.entry.steps); n > 0 && m.entry.steps[n-1] == step {
		if move, ok := m.entry.move(); ok {
			return m.play(move)
		}
		m.entry = m.entry.back()
		return m
	}
	if again, ok := m.entry.restart().add(step); ok {
		return m.take(again)
	}
	return m.say(alert, "%s can't be chosen here.", step)
}

// mayMove reports whether a person may move, and says why not.
func (m model) mayMove() (model, bool) {
	switch {
	case m.table.over():
		return m.say(good, "%s", m.table.result()), false
	case !m.table.personToMove():
		return m.say(alert, "It is the computer's turn."), false
	}
	return m, true
}

// take goes on with a longer entry, which may be the whole turn.
func (m model) take(e entry) model {
	m.entry = e
	if move, ok := e.move(); ok && e.complete() {
		return m.play(move)
	}
	return m
}

// finish ends a turn that could go on.
func (m model) finish() model {
	if move, ok := m.entry.move(); ok {
		m.notice = notice{}
		return m.play(move)
	}
	return m
}

// enter takes typed text: a whole turn, or one or more steps that go on from
// those before.
func (m model) enter(text string) model {
	text = strings.TrimSpace(text)
	m.box = box{}
	if m, ok := m.mayMove(); !ok || text == "" {
		return m
	}
	m.notice = notice{}
	for _, from := range []entry{m.entry, m.entry.restart()} {
		if e, ok := from.add(readSteps(text)...); ok && len(e.steps) > len(from.steps) {
			m.entry = e
			if move, ok := e.move(); ok {
				return m.play(move)
			}
			return m
		}
	}
	example := m.entry.ways[0].move
	return m.say(alert, "%q is no legal move: want a move such as %s", text, example)
}

// readSteps returns the steps that a text is made of, none if it is made of
// anything else. A square named twice in a row, as in the engine protocol's
// d1d7,d7g7, is one step.
func readSteps(text string) []string {
	steps := game.Move(text).Steps()
	rest := text
	for _, step := range steps {
		before, after, _ := strings.Cut(rest, step)
		if strings.Trim(before, separators) != "" {
			return nil
		}
		rest = after
	}
	if strings.Trim(rest, separators) != "" {
		return nil
	}
	var once []string
	for i, step := range steps {
		if i == 0 || step != steps[i-1] {
			once = append(once, step)
		}
	}
	return once
}

const separators = " -,()/@"
