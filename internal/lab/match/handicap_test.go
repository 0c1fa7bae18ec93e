package match

import (
	"slices"
	"strings"
	"testing"
	"time"

	"thera/engine"
	"thera/game/gametest"
	"thera/internal/catalog/setup"
	"thera/santorini"
)

// TestHalfTime has the second player give the first all sorts of limits by half.
func TestHalfTime(t *testing.T) {
	const ms = time.Millisecond
	half := setup.Handicap{Name: "half-time", Time: 2}
	for _, test := range []struct {
		limits, want Control
	}{
		{Control{}, Control{Move: 50 * ms}},
		{Control{Move: 10 * ms, Depth: 3}, Control{Move: 5 * ms, Depth: 3}},
		{Control{Nodes: 7}, Control{Nodes: 3}},
		{
			Control{Clock: engine.Clock{Left: time.Second, Increment: 1}},
			Control{Clock: engine.Clock{Left: 500 * ms, Increment: 1}},
		},
	} {
		m := &Match{Players: make([]Spec, 2), Control: test.limits}
		if err := m.GiveHandicap(half, 0); err != nil || m.control(m.Players[1]) != test.want || m.control(m.Players[0]) != test.limits.orDefault() {
			t.Errorf("%v: %v and %v, %v; want %v for the second", test.limits, m.control(m.Players[0]), m.control(m.Players[1]), err, test.want)
		}
	}
	for _, limits := range []Control{{Depth: 4}, {Nodes: 1}, {Move: 1}} {
		m := &Match{Players: make([]Spec, 2), Control: limits}
		if err := m.GiveHandicap(half, 0); err == nil || !strings.Contains(err.Error(), "want a clock, a time or nodes") {
			t.Errorf("%v: %v", limits, err)
		}
	}
	m := &Match{Players: []Spec{{}, {Kind: kindText}}, Control: Control{Move: time.Second}}
	if err := m.GiveHandicap(half, 0); err == nil {
		t.Error("a text program without limits gives half its time")
	}
}

// TestHalfTimeOfThree wants both games of each pair to have one opening, whichever seats the
// players share out.
func TestHalfTimeOfThree(t *testing.T) {
	m := newMatch(t, santorini.Rules(), "3p", "drawer", "drawer")
	m.Control = Control{Nodes: 2}
	if err := m.GiveHandicap(setup.Handicap{Name: "half-time", Time: 2}, 0); err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= 12; number += 2 {
		first, second := m.pairing(number), m.pairing(number+1)
		a := gametest.Must(t, m.Book.Opening, first.opening)
		b := gametest.Must(t, m.Book.Opening, second.opening)
		if !slices.Equal(a.Moves, b.Moves) {
			t.Errorf("game %d, seats %v, begins with %v; game %d, seats %v, with %v", number, first.sides, a.Moves, number+1, second.sides, b.Moves)
		}
	}
}
