package terminal

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"thera/game"
)

// powers returns the names of the powers by seat in the form of the panel, "athena^";
// none where nobody has a power.
func (t Table) powers() []string {
	if !t.open() {
		return nil
	}
	return t.position().Board().Powers
}

// inForce returns whose power restricts the others now, or "".
func (t Table) inForce() string {
	for _, p := range t.Catalog.PowersAt(t.position()) {
		if p.Marked {
			return p.Name + "^: " + p.Mark
		}
	}
	return ""
}

func (m model) showPowers() model {
	if m.table.powers() == nil {
		return m.say(Alert, "Nobody has a power in this game.")
	}
	m.page, m.scroll = powersPage, 0
	return m
}

// powerLines returns the lines of the page of powers: the cards of all seats.
func (m model) powerLines() (lines []string) {
	for i, p := range m.table.Catalog.PowersAt(m.table.position()) {
		seat := game.Seat(i)
		head := m.table.name(seat) + ": " + title(p.Name)
		if m.table.Persons.Len() == 1 && m.table.Persons.Has(seat) {
			head += ", yours"
		}
		lines = append(lines, head)
		for line := range strings.Lines(ansi.Wordwrap(p.Card, max(min(m.width, 80)-6, 1), "")) {
			lines = append(lines, "    "+strings.TrimRight(line, " \n"))
		}
		if p.Marked {
			lines = append(lines, "    In force now: "+p.Mark+".")
		}
		lines = append(lines, "")
	}
	return lines
}

// title returns a name with a capital.
func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
