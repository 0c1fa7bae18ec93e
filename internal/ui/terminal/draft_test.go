package terminal

import (
	"strings"
	"testing"

	"thera/game"
	"thera/internal/catalog"
)

func TestDraft(t *testing.T) {
	cards := catalog.Santorini().Cards
	for _, c := range []struct {
		name    string
		persons game.Seats
		input   string
		said    []string
		powers  string // "" for an error
	}{
		{
			"two persons", 3, "pan zeus\npan, Athena\nathena\n2\n",
			[]string{"Player 1 offers 2 powers:", `power "zeus": want one of apollo,`, "Player 2 chooses one:\n  pan         also wins", "Player 1 names who starts, 1 to 2:"},
			"athena,pan",
		},
		{"against a program", 2, strings.Join(cards.Names, "\n") + "\n", []string{"Player 1 offers ", "Player 2 chooses one:", " starts.\n"}, "any"},
		{"input that ends", 3, "pan athena\n", nil, ""},
		{"programs alone", 0, "", []string{"Player 1 offers ", "Player 2 chooses "}, "any"},
	} {
		var out strings.Builder
		d, err := Draft(strings.NewReader(c.input), &out, cards, 2, c.persons, 1)
		if (err == nil) != (c.powers != "") || c.powers != "any" && c.powers != strings.Join(d.Powers(), ",") {
			t.Errorf("%s: powers %v, %v, want %s", c.name, d.Powers(), err, c.powers)
		}
		for line := range strings.Lines(out.String()) {
			if len(strings.TrimSuffix(line, "\n")) > 80 && !strings.Contains(line, "want one of") {
				t.Errorf("%s: a line of %d characters: %s", c.name, len(line), line)
			}
		}
		for _, text := range c.said {
			if !strings.Contains(out.String(), text) {
				t.Errorf("%s: %q is not in\n%s", c.name, text, &out)
			}
		}
	}
}
