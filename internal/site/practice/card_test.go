package practice

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/hermit"
	"thera/internal/site/play"
)

// TestMerge merges what devices know in any order, and repeatedly: the result is the same.
func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	device := func() Card {
		c := Card{Game: "hermit", Added: play.Instant(1 + rng.IntN(3)), Repetitions: []Repetition{}}
		c.Better = []game.Move{"", "Ra1", "Rb1", "Rc1"}[c.Added]
		for range rng.IntN(50) {
			c.Repetitions = append(c.Repetitions, Repetition{play.Instant(1 + rng.IntN(100)), grades[rng.IntN(len(grades))]})
		}
		c.tidy(1000)
		return c
	}
	for range 200 {
		a, b, c := device(), device(), device()
		all := merge(merge(a, b), c)
		for _, other := range []Card{merge(a, merge(b, c)), merge(merge(c, a), b), merge(all, b), merge(all, all)} {
			if !reflect.DeepEqual(all, other) {
				t.Fatalf("%+v and %+v", all, other)
			}
		}
		if len(all.Repetitions) > maxRepetitions || !slices.IsSortedFunc(all.Repetitions, func(a, b Repetition) int { return int(a.At - b.At) }) {
			t.Fatalf("%d repetitions, %v", len(all.Repetitions), all.Repetitions)
		}
	}
}

// TestClocks takes repetitions of a device whose clock is a day ahead, and not a year.
func TestClocks(t *testing.T) {
	const now, day = play.Instant(1_800_000_000_000), play.Instant(86_400_000)
	c := Card{Added: now + day, Repetitions: []Repetition{{now + 365*day, Good}, {now + day, Again}, {now, Good}}}
	c.tidy(now)
	if want := []Repetition{{now, Good}, {now + day, Again}}; c.Added != now || !slices.Equal(c.Repetitions, want) {
		t.Errorf("%+v", c)
	}
}

func TestRank(t *testing.T) {
	for _, test := range []struct {
		repetitions []Repetition
		removed     bool
		streak      int
		last        play.Instant
	}{
		{nil, false, 0, 7},
		{[]Repetition{{8, Good}, {9, Hard}}, false, 2, 9},
		{[]Repetition{{8, Good}, {9, Again}, {10, Good}}, false, 1, 10},
		{[]Repetition{{8, Good}, {9, Removed}}, true, 2, 9},
	} {
		c := Card{Added: 7, Repetitions: test.repetitions}
		if removed, streak, last := c.rank(); removed != test.removed || streak != test.streak || last != test.last {
			t.Errorf("%v: %t, %d, %d", test.repetitions, removed, streak, last)
		}
	}
}

// TestShape checks cards that the schema would not let through.
func TestShape(t *testing.T) {
	games := []game.Game{hermit.Rules()}
	for name, test := range map[string]struct {
		change func(*Card)
		want   string
	}{
		"":                   {func(*Card) {}, "<nil>"},
		"a long puzzle":      {func(c *Card) { c.Puzzle = strings.Repeat("a", 21) }, "want an ID"},
		"a zero byte":        {func(c *Card) { c.Puzzle = "a\x00" }, "want an ID"},
		"a long position":    {func(c *Card) { c.Puzzle, c.Position = "", strings.Repeat(".", 301) }, "position of 301 bytes"},
		"a long turn":        {func(c *Card) { c.Puzzle, c.Answer = "", game.Move(strings.Repeat("a", 101)) }, "turns of up to 101"},
		"many reasons":       {func(c *Card) { c.Reasons = []string{"a", "b", "c", "d", "e"} }, "want at most 4"},
		"another reason":     {func(c *Card) { c.Reasons = []string{"A"} }, "of lower-case letters"},
		"no time":            {func(c *Card) { c.Added = 0 }, "before 1970"},
		"an early time":      {func(c *Card) { c.Repetitions = []Repetition{{-1, Good}} }, "before 1970"},
		"another grade":      {func(c *Card) { c.Repetitions = []Repetition{{1, "great"}} }, "none of [again"},
		"a puzzle with turn": {func(c *Card) { c.Played = "Ra1" }, "want neither"},
	} {
		c := Card{Game: "hermit", Puzzle: "a-1", Added: 1, Repetitions: []Repetition{{1, Good}}}
		test.change(&c)
		if err := c.check(games); !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}
