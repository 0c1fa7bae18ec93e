package opening

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/santorini"
)

// balanceCommand is the command that measured the balance; testdata/balance.json is the
// last line of its output, and balance.txt what is used of it.
const balanceCommand = "thera tournament docs/research/santorini-powers.players --game santorini --games 100 --nodes 10000 --json"

// TestFile compares balance.txt with the output of balanceCommand; -update rewrites it.
func TestFile(t *testing.T) {
	output := gametest.Must(t, os.ReadFile, "testdata/balance.json")
	var cross struct {
		Players []struct {
			Name  string
			First []PairingCount
		}
	}
	if err := json.Unmarshal(output, &cross); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, player := range cross.Players {
		text.WriteString(player.Name)
		for _, count := range player.First {
			fmt.Fprintf(&text, " %d/%d", count.Won, count.Games)
		}
		text.WriteByte('\n')
	}
	gametest.Golden(t, "balance.txt", text.String())
}

func TestParse(t *testing.T) {
	const good = "pan 0/0 3/4\nmortal 1/4 0/0\n"
	table := gametest.Must(t, parse, good)
	if got := table[santorini.Pan][santorini.Mortal]; got != (PairingCount{3, 4}) {
		t.Errorf("pan, first, against mortal: %v, want 3 of 4", got)
	}
	for broken, want := range map[string]string{
		"":                                      `line 1: power ""`,
		strings.Replace(good, "pan", "zeus", 1): `line 1: power "zeus"`,
		strings.Replace(good, "mortal", "pan", 1): "pan is there twice",
		strings.Replace(good, " 0/0", "", 1):      "pan has met 1: want 2",
		strings.Replace(good, "3/4", "5/4", 1):    `pan against mortal: count "5/4": want`,
		strings.Replace(good, "3/4", "3", 1):      `pan against mortal: count "3": want`,
		strings.Replace(good, "3/4", "-3/4", 1):   `pan against mortal: count "-3/4": want`,
	} {
		if _, err := parse(broken); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", broken, err, want)
		}
	}
}

// TestComplete wants games of each two powers in both orders, as many of each.
func TestComplete(t *testing.T) {
	want := BalanceOf(santorini.Mortal, santorini.Apollo).Games
	for _, a := range santorini.Powers() {
		for _, b := range santorini.Powers() {
			if got := BalanceOf(a, b).Games; a != b && (got != want || got == 0) || a == b && got != 0 {
				t.Errorf("%s against %s: %d games, want %d of different powers", a, b, got, want)
			}
		}
	}
}

func TestInterval(t *testing.T) {
	for _, test := range []struct {
		count     PairingCount
		low, high string
	}{
		{PairingCount{}, "0.000", "1.000"},
		{PairingCount{0, 10}, "0.000", "0.278"},
		{PairingCount{20, 40}, "0.352", "0.648"},
		{PairingCount{40, 40}, "0.912", "1.000"},
	} {
		low, high := test.count.Interval()
		if l, h := fmt.Sprintf("%.3f", low), fmt.Sprintf("%.3f", high); l != test.low || h != test.high {
			t.Errorf("%v: %s to %s, want %s to %s", test.count, l, h, test.low, test.high)
		}
	}
}

// TestIntervalEnds wants an interval to have its rate in it, whatever the rounding.
func TestIntervalEnds(t *testing.T) {
	for n := 1; n <= 100; n++ {
		low, _ := PairingCount{0, n}.Interval()
		if _, high := (PairingCount{n, n}).Interval(); low != 0 || high != 1 {
			t.Errorf("none of %d won: from %g; all: to %g", n, low, high)
		}
	}
}

func (c PairingCount) plus(d PairingCount) PairingCount {
	return PairingCount{c.Won + d.Won, c.Games + d.Games}
}

// between returns how often a power has won against another, regardless of who moved first.
func between(power, other santorini.Power) PairingCount {
	second := BalanceOf(other, power)
	second.Won = second.Games - second.Won
	return BalanceOf(power, other).plus(second)
}

// overall returns how often a power has won against all others.
func overall(power santorini.Power) (all PairingCount) {
	for _, other := range santorini.Powers() {
		all = all.plus(between(power, other))
	}
	return all
}

// TestTable writes the tables between the markers of docs/research/powers.md.
func TestTable(t *testing.T) {
	var out strings.Builder
	powers := santorini.Powers()
	slices.SortStableFunc(powers, func(a, b santorini.Power) int { return overall(b).Won - overall(a).Won })
	percent := func(c PairingCount) string { return fmt.Sprintf("%.0f", 100*c.Rate()) }
	margin := func(c PairingCount) string {
		low, high := c.Interval()
		return fmt.Sprintf("%.0f", 50*(high-low))
	}
	fmt.Fprintf(&out, "\n    %s\n\nPercentage of games each power has won:\n\n", balanceCommand)
	fmt.Fprint(&out, "| power | of all games | ± | moving first | moving second |\n|---|---|---|---|---|\n")
	for _, a := range powers {
		var first, second PairingCount
		for _, b := range powers {
			first = first.plus(BalanceOf(a, b))
			lost := BalanceOf(b, a)
			second = second.plus(PairingCount{lost.Games - lost.Won, lost.Games})
		}
		all := overall(a)
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", a, percent(all), margin(all), percent(first), percent(second))
	}
	games := BalanceOf(powers[0], powers[1]).Games
	fmt.Fprintf(&out, pairings, games, margin(PairingCount{games / 2, games}))
	fmt.Fprint(&out, "| |")
	for _, b := range powers {
		fmt.Fprintf(&out, " %s |", b)
	}
	fmt.Fprint(&out, "\n|---|"+strings.Repeat("---|", len(powers))+"\n")
	for _, a := range powers {
		fmt.Fprintf(&out, "| %s |", a)
		for _, b := range powers {
			if a == b {
				fmt.Fprint(&out, " · |")
			} else {
				fmt.Fprintf(&out, " %s |", percent(BalanceOf(a, b)))
			}
		}
		fmt.Fprintln(&out)
	}
	const page, begin, end = "../../docs/research/powers.md", "-update -->\n", "\n<!-- end of balance -->"
	text := gametest.Must(t, os.ReadFile, page)
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s: no markers around the tables of the balance", page)
	}
	gametest.Golden(t, page, before+begin+out.String()+end+after)
}

const pairings = `
Percentage won by the power on the left when it moves first against the one above, %d games for each
order, ±%s at one half:

`
