package setup_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"thera/internal/catalog/setup"
)

// cards are five powers. Two pairs are even; athena and pan are even no matter
// which of the two starts.
var cards = setup.Cards{None: "mortal", Names: five, Rates: func(powers []string) (setup.WinRate, bool) {
	switch strings.Join(powers, ",") {
	case "athena,pan":
		return setup.WinRate{First: 0.52, Error: 0.02, Games: 1000}, true
	case "pan,athena":
		return setup.WinRate{First: 0.46, Error: 0.02, Games: 1000}, true
	case "atlas,hermes":
		return setup.WinRate{First: 0.55, Error: 0.02, Games: 1000}, true
	}
	return setup.WinRate{First: 0.8, Error: 0.02, Games: 1000}, true
}}

func TestSettle(t *testing.T) {
	for _, c := range []struct {
		variant   string
		seats     int
		way       setup.Method
		want, err string
	}{
		{"2p", 2, "", "2p", ""},
		{"2p:pan,pan", 2, "", "2p:pan,pan", ""},
		{"2p", 2, "none", "2p", ""},
		{"2p", 2, "athena,mortal", "2p:athena,mortal", ""},
		{"2p", 2, "random", "2p:athena,apollo", ""},
		{"4p", 4, "random", "4p:athena,apollo,atlas,pan", ""},
		{"2p", 2, "fair", "2p:atlas,hermes", ""},
		{"3p", 3, "fair", "", "fair powers for 3 seats: none have been measured to be fair"},
		{"2p", 2, "zeus,pan", "", `power "zeus": want one of mortal, apollo, athena, atlas, hermes, pan`},
		{"3p", 3, "athena,pan", "", `powers "athena,pan": 2 for 3 seats: want one for each`},
		{"2p", 2, "pan", "", `powers "pan": want none, random, fair, draft, or those of the 2 seats, as in apollo,athena`},
		{"2p:pan,pan", 2, "random", "", `powers "random": the variant "2p:pan,pan" has pan,pan already: want only one of them`},
		{"2p:pan,pan", 2, "none", "", `powers "none": the variant "2p:pan,pan" has pan,pan already: want only one of them`},
	} {
		got, err := cards.Resolve(c.variant, c.seats, c.way, 7)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s, %q: %q, %v, want %q, %s", c.variant, c.way, got, err, c.want, c.err)
		}
	}
	if _, err := cards.Resolve("2p", 2, setup.ByDrafted, 0); !errors.Is(err, setup.ErrDraft) {
		t.Errorf("draft: %v, want ErrDraft", err)
	}
	if _, err := (setup.Cards{}).Resolve("10x10", 2, setup.ByRandom, 0); err == nil {
		t.Error("random powers in a game without any: want an error")
	}
	if got := setup.PowersOf("2p:athena,pan"); !slices.Equal(got, []string{"athena", "pan"}) || setup.PowersOf("2p") != nil {
		t.Errorf("powers of a variant %v", got)
	}
}

// TestDrawn draws often: all that can come does, and nothing else.
func TestDrawn(t *testing.T) {
	random, fair := map[string]int{}, map[string]int{}
	const draws = 4000
	for seed := range uint64(draws) {
		drawn, err := cards.Random(2, seed)
		if err != nil || drawn[0] == drawn[1] {
			t.Fatal(drawn, err)
		}
		random[strings.Join(drawn, ",")]++
		if drawn, err = cards.RandomFair(2, seed); err != nil {
			t.Fatal(err)
		}
		fair[strings.Join(drawn, ",")]++
	}
	if len(random) != 20 || len(fair) != 3 || fair["athena,pan"] == 0 || fair["pan,athena"] == 0 || fair["atlas,hermes"] == 0 {
		t.Errorf("drawn %v, and fair %v", random, fair)
	}
	for pair, n := range random {
		if n < draws/20*7/10 || n > draws/20*13/10 {
			t.Errorf("%s %d times of %d: want about one of 20", pair, n, draws)
		}
	}
}

func TestReply(t *testing.T) {
	for _, known := range []setup.Cards{cards, {None: "mortal", Names: five}} {
		for players := 2; players <= 4; players++ {
			for seed := range uint64(50) {
				d, err := setup.NewDraft(five, players)
				for open := true; err == nil && open; _, open = d.Next() {
					d, err = d.Do(known.Reply(d, seed))
				}
				if err != nil {
					t.Fatal(err)
				}
				if rate, _ := known.Rate(d.Powers()); players == 2 && rate.Games > 0 && !rate.Even() && d.Order()[0] == 2 {
					t.Fatalf("%v: the challenger lets the other one begin, who wins %.2f", d.Powers(), rate.First)
				}
			}
		}
	}
}

func TestRate(t *testing.T) {
	for _, c := range []struct {
		rate         setup.WinRate
		even, unfair bool
	}{
		{setup.WinRate{}, false, false},
		{setup.WinRate{First: 0.5, Games: 10}, true, false},
		{setup.WinRate{First: 0.44, Games: 50}, true, false},
		{setup.WinRate{First: 0.56, Games: 50}, true, false},
		{setup.WinRate{First: 0.6, Games: 10}, false, false},
		{setup.WinRate{First: 0.5, Error: 0.26, Games: 10}, false, false},
		{setup.WinRate{First: 0.53, Error: 0.1, Games: 100}, true, false},
		{setup.WinRate{First: 0.3, Error: 0.1, Games: 10}, false, false},
		{setup.WinRate{First: 0.3, Error: 0.02, Games: 10}, false, true},
	} {
		if c.rate.Even() != c.even || c.rate.Unfair() != c.unfair {
			t.Errorf("%v: even %v, unfair %v", c.rate, c.rate.Even(), c.rate.Unfair())
		}
	}
}
