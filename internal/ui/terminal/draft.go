package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
)

// Draft lets players choose powers line by line, before there is a screen. Persons are
// the seats to ask, the challenger's first; a program answers for the others, by the
// seed. Unreadable answers are asked for again. The error is of the input, also if it ends.
func Draft(in io.Reader, out io.Writer, cards setup.Cards, players int, persons game.Seats, seed uint64) (setup.Draft, error) {
	d, err := setup.NewDraft(cards.Names, players)
	if err != nil {
		return d, err
	}
	lines := bufio.NewReader(in)
	for {
		step, open := d.Next()
		if !open {
			return d, nil
		}
		act := cards.Reply(d, seed)
		if persons.Has(game.Seat(step.Player - 1)) {
			fmt.Fprint(out, question(cards, step, players))
			line, err := lines.ReadString('\n')
			if errors.Is(err, io.EOF) {
				err = errors.New("the powers are not chosen: want a line for each choice")
			}
			if err != nil {
				return d, err
			}
			act = answer(step, line)
		}
		next, err := d.Do(act)
		if err != nil {
			fmt.Fprintf(out, "%v\n", err)
			continue
		}
		if !persons.Has(game.Seat(step.Player - 1)) {
			fmt.Fprint(out, told(act))
		}
		d = next
	}
}

func question(cards setup.Cards, step setup.Step, players int) string {
	var text strings.Builder
	switch step.Do {
	case setup.OfferPowers:
		fmt.Fprintf(&text, "Player %d offers %d powers:\n", step.Player, step.Count)
	case setup.ChoosePower:
		fmt.Fprintf(&text, "Player %d chooses one:\n", step.Player)
	case setup.NameFirst:
		fmt.Fprintf(&text, "Player %d names who starts, 1 to %d:\n", step.Player, players)
	}
	const indent, columns = 14, 80
	for _, name := range step.From {
		rule := ansi.Wordwrap(cards.Rule(name), columns-indent, "")
		fmt.Fprintf(&text, "  %-12s%s\n", name, strings.ReplaceAll(rule, "\n", "\n"+strings.Repeat(" ", indent)))
	}
	return text.String() + "> "
}

// answer reads a person's answer. Mistakes show when it is carried out.
func answer(step setup.Step, line string) setup.Act {
	act := setup.Act{Do: step.Do, Player: step.Player}
	words := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	if step.Do != setup.NameFirst {
		act.Powers = words
	} else if n, err := strconv.Atoi(strings.Join(words, " ")); err == nil {
		act.First = n
	}
	return act
}

func told(act setup.Act) string {
	switch act.Do {
	case setup.OfferPowers:
		return fmt.Sprintf("Player %d offers %s.\n", act.Player, strings.Join(act.Powers, " and "))
	case setup.ChoosePower:
		return fmt.Sprintf("Player %d chooses %s.\n", act.Player, act.Powers[0])
	}
	return fmt.Sprintf("Player %d starts.\n", act.First)
}

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

func (m model) powerLines() (lines []string) {
	for i, p := range m.table.Catalog.PowersAt(m.table.position()) {
		seat := game.Seat(i)
		head := m.table.name(seat) + ": " + catalog.Title(p.Name)
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
