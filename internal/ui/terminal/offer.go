package terminal

import (
	"strings"

	"thera/game"
)

// offers returns the squares that can be chosen, each with the step that it
// stands for. Where a piece may go on from where it has gone to, or do what
// comes after, the same square stands for both: onward says which is meant.
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

// mayGoOn reports whether a piece may go on from where it has gone to.
func (m model) mayGoOn() bool {
	for _, step := range m.entry.Options() {
		if strings.HasPrefix(step, "-") {
			return true
		}
	}
	return false
}

// letters returns the steps on offer that are no squares.
func (m model) letters() (letters []string) {
	for _, step := range m.entry.Options() {
		if _, err := game.ParseSquare(strings.TrimPrefix(step, "-")); err != nil {
			letters = append(letters, step)
		}
	}
	return letters
}

// letterWord says what a letter stands for, "" where it speaks for itself.
func (m model) letterWord(letter string) string {
	if letter == "D" && m.table.position().Board().Storeys {
		return "dome"
	}
	return ""
}

// goOn says that squares are meant for the piece to go on to, or no longer.
func (m model) goOn() model {
	m.onward = !m.onward
	m.notice = notice{}
	return m
}
