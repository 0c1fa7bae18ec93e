package terminal

import (
	"strings"

	"thera/game"
)

// choose takes a step of the turn, by mouse or keyboard. A step that does not continue
// those before starts the turn over. Choosing the last step again takes it back, or
// finishes the turn where it can end there.
func (m model) choose(step string) model {
	if m, ok := m.mayMove(); !ok {
		return m
	}
	m.notice = notice{}
	if longer, ok := m.entry.Add(step); ok {
		return m.take(longer)
	}
	if n := len(m.entry.Steps()); n > 0 && strings.TrimPrefix(m.entry.Steps()[n-1], "-") == step {
		if move, ok := m.entry.Move(); ok {
			return m.play(move)
		}
		return m.back()
	}
	if again, ok := m.entry.Restart().Add(step); ok {
		return m.take(again)
	}
	return m.say(Alert, "%s can't be chosen here.", step)
}

// mayMove reports whether a person may move, and says why not.
func (m model) mayMove() (model, bool) {
	switch {
	case m.table.over():
		return m.say(Good, "%s", m.table.result()), false
	case !m.table.personToMove():
		return m.say(Alert, "It is the computer's turn."), false
	}
	return m, true
}

// take continues with a longer entry, which may be the whole turn.
func (m model) take(e game.Entry) model {
	m.entry, m.onward = e, false
	if move, ok := e.Move(); ok && e.Complete() {
		return m.play(move)
	}
	return m
}

func (m model) back() model {
	if m.onward {
		return m.goOn()
	}
	m.entry = m.entry.Back()
	return m
}

func (m model) finish() model {
	if move, ok := m.entry.Move(); ok {
		m.notice = notice{}
		return m.play(move)
	}
	return m
}

// enter handles typed text: a whole turn, or one or more steps that continue those
// before.
func (m model) enter(text string) model {
	text = strings.TrimSpace(text)
	m.box = box{}
	if m, ok := m.mayMove(); !ok || text == "" {
		return m
	}
	m.notice = notice{}
	if m.onward && !strings.HasPrefix(text, "-") {
		if e, ok := m.entry.Add("-" + text); ok {
			return m.take(e)
		}
	}
	e, err := m.entry.Type(text)
	if err != nil {
		return m.say(Alert, "%v", err)
	}
	// A turn typed as a whole is complete; one typed step by step may continue. A
	// letter before the first square belongs to it.
	whole := text
	if before := m.entry.Steps(); len(squaresOf(before)) == 0 {
		whole = strings.Join(before, "") + text
	}
	for _, text := range []string{text, whole} {
		read, err := m.table.position().Read(text)
		if move, ok := e.Move(); ok && err == nil && read == move {
			return m.play(move)
		}
	}
	return m.take(e)
}

// offers returns the squares that can be chosen, each with its step. Where a piece may
// either move on or go to the next part of the turn, the same square means both: onward
// says which.
func (m model) offers() map[game.Square]string {
	plain, dashed := map[game.Square]string{}, map[game.Square]string{}
	for _, step := range m.entry.Options() {
		name, dash := strings.CutPrefix(step, "-")
		s, err := game.ParseSquare(name)
		switch {
		case err != nil:
		case dash:
			dashed[s] = step
		default:
			plain[s] = step
		}
	}
	if m.onward || len(plain) == 0 {
		return dashed
	}
	return plain
}

// stepAt returns the step that choosing a square means.
func (m model) stepAt(s game.Square) string {
	if step, ok := m.offers()[s]; ok {
		return step
	}
	return s.String()
}

// mayGoOn reports whether a piece may move on from where it is.
func (m model) mayGoOn() bool {
	for _, step := range m.entry.Options() {
		if strings.HasPrefix(step, "-") {
			return true
		}
	}
	return false
}

// letters returns the offered steps that are not squares.
func (m model) letters() (letters []string) {
	for _, step := range m.entry.Options() {
		if _, err := game.ParseSquare(strings.TrimPrefix(step, "-")); err != nil {
			letters = append(letters, step)
		}
	}
	return letters
}

// letterWord explains a letter, "" if it needs no explanation.
func (m model) letterWord(letter string) string {
	if letter == "D" && m.table.position().Board().HasLevels {
		return "dome"
	}
	return ""
}

// goOn makes squares mean that the piece moves on, or ends that.
func (m model) goOn() model {
	m.onward = !m.onward
	m.notice = notice{}
	return m
}
