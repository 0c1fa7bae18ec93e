package housebot

import (
	"testing"
	"time"

	"thera/hermit"
	"thera/internal/catalog/setup"
	"thera/internal/site/play"
)

// A bot takes its time if its clock and other games allow it.
func TestTiming(t *testing.T) {
	const ms = time.Millisecond
	b := &Bots{config: Config{Delay: time.Second}}
	for _, test := range []struct {
		clock  string
		left   play.Millis
		others int
		want   timing
	}{
		{"none", 0, 0, timing{1000 * ms, 1000 * ms, 1000 * ms}},
		{"3d", 5000, 0, timing{1000 * ms, 1000 * ms, 1000 * ms}},
		{"5+3", 300_000, 0, timing{1000 * ms, 1000 * ms, 1000 * ms}},
		{"5+3", 300_000, 4, timing{200 * ms, 1000 * ms, 1000 * ms}},
		{"5+0", 20_000, 0, timing{500 * ms, 500 * ms, 1000 * ms}},
		{"5+0", 800, 0, timing{20 * ms, 20 * ms, 200 * ms}},
		{"5+3", 1000, 0, timing{525 * ms, 525 * ms, 250 * ms}},
		{"5+0", 100, 9, timing{10 * ms, 2500 * time.Microsecond, 25 * ms}},
		{"5+0", 100, 999, timing{10 * ms, 2500 * time.Microsecond, 25 * ms}},
	} {
		state := created(t, test.clock, nil)
		var clocks []play.Millis
		if test.left > 0 {
			clocks = []play.Millis{test.left, 60_000}
		}
		if got := b.timing(state, clocks, test.others); got != test.want {
			t.Errorf("%s with %d ms left and %d others: %v, want %v", test.clock, test.left, test.others, got, test.want)
		}
	}
}

// TestTimingOfShorterClock has a bot give a quarter of the times: its own increment counts.
func TestTimingOfShorterClock(t *testing.T) {
	b := &Bots{config: Config{Delay: time.Second}}
	state := created(t, "5+3", &setup.Given{Name: "quarter-time", Giver: 1, Time: 4})
	const want = (100 + 375) * time.Millisecond // a fortieth of 4 s and half of 0.75 s
	if got := b.timing(state, []play.Millis{4000, 60_000}, 0); got != (timing{want, want, time.Second}) {
		t.Errorf("%v, want %v", got, want)
	}
}

func created(t *testing.T, clock string, given *setup.Given) *play.State {
	t.Helper()
	control, err := play.ParseControl(clock)
	if err != nil {
		t.Fatal(err)
	}
	state, _, err := play.Create(hermit.Rules(), play.Setup{
		Game: "hermit", Variant: "3x3", Control: control, Handicap: given,
		Players: []play.Player{{ID: "a", Kind: play.Bot}, {ID: "b", Kind: play.Bot}},
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// The showcase stops some time after somebody has looked, wherever that was.
func TestShowcaseIsWatched(t *testing.T) {
	s, err := NewShowcase(&Bots{}, ShowcaseConfig{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if s.isWatched(now) {
		t.Error("it is watched before anybody has looked")
	}
	s.watched(now)
	for after, want := range map[time.Duration]bool{0: true, 14 * time.Second: true, 15 * time.Second: false} {
		if got := s.isWatched(now.Add(after)); got != want {
			t.Errorf("after %v: watched: %v", after, got)
		}
	}
}
