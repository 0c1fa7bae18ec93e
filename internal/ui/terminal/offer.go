package terminal

import (
	"strings"

	"thera/game"
)

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
	if letter == "D" && m.table.position().Board().Storeys {
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
