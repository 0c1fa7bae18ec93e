package load_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"thera/internal/site/load"
)

// few are enough people for a test.
func few() load.Model {
	m := load.People()
	m.Visitors = 6000
	return m
}

func simulate(t testing.TB, m load.Model, seed uint64) *load.Day {
	t.Helper()
	d, err := load.Simulate(t.Context(), m, seed)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func near(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if math.Abs(got-want) > part*want {
		t.Errorf("%s: %g, want %g or nearly so", what, got, want)
	}
}

func TestOneSeedIsOneDay(t *testing.T) {
	if a, b := simulate(t, few(), 1), simulate(t, few(), 1); *a != *b {
		t.Error("two days of one seed differ")
	}
	if a, b := simulate(t, few(), 1), simulate(t, few(), 2); *a == *b {
		t.Error("days of two seeds are one")
	}
}

func TestInterruptedDay(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if _, err := load.Simulate(ctx, few(), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the interrupt", err)
	}
}

// What is counted in different ways is the same.
func TestDayAddsUp(t *testing.T) {
	m := few()
	d := simulate(t, m, 1)
	near(t, "visitors", d.Visitors, m.Visitors, .05)
	all := d.Total()
	lengths := 0.
	for _, l := range m.Lengths {
		lengths += l.Share * l.Mean
	}
	// Few games are ended by the clock, and none is longer for it.
	played := (all.Turns + all.BotTurns) / all.Begun
	if played > 1.03*lengths || played < .8*lengths {
		t.Errorf("%g turns a game, drawn %g on average", played, lengths)
	}
	near(t, "letters", all.Letters, m.Letters*(1-m.Watch)*d.Visitors, .1)
	for i, minute := range d.Minutes {
		if minute.Online < minute.Games-1e-9 || minute.Games < 0 || minute.Turns < 0 {
			t.Fatalf("minute %d: %+v", i, minute)
		}
	}
	if evening, night := d.Hour(20), d.Hour(4); evening.Online < 4*night.Online {
		t.Errorf("%g people in the evening, %g at night", evening.Online, night.Online)
	}
}

// A clock that runs out ends a game; a player who thinks for half of their time
// does not lose on time.
func TestClocksEndGames(t *testing.T) {
	m := few()
	m.Pace, m.Spread = .1, .1
	if d := simulate(t, m, 1); d.ByTime > 0 {
		t.Errorf("%g games lost on time by who hardly thinks", d.ByTime)
	}
	m.Pace = 10
	if d := simulate(t, m, 1); d.ByTime < .9*d.Total().Begun {
		t.Errorf("%g of %g games lost on time by who thinks for ever", d.ByTime, d.Total().Begun)
	}
}

// A player without an opponent gets a house bot.
func TestHouseBotsComeForWhoIsAlone(t *testing.T) {
	m := few()
	m.Patience = 0
	d := simulate(t, m, 1)
	all := d.Total()
	near(t, "turns of bots", all.BotTurns, all.Turns, .05)
}

func TestReckon(t *testing.T) {
	d := simulate(t, few(), 1)
	thousand, million := load.Estimate(d.Scale(1e3), load.Measured()), load.Estimate(d.Scale(1e6), load.Measured())
	near(t, "players", million.Players, 1e6, 1e-9)
	near(t, "processors", million.NodeProcessors, 1000*thousand.NodeProcessors, 1e-9)
	near(t, "notices", million.LobbyNotices, 1e6*thousand.LobbyNotices, 1e-9)
	if thousand.Nodes != 2 || thousand.Databases != 1 || thousand.BusServers != 1 || million.Nodes < 10 {
		t.Errorf("%+v\n%+v", thousand, million)
	}
	for i, limit := range million.Limits {
		near(t, limit.What, limit.Players, limitOf(thousand, limit.What), 1e-6)
		if i > 0 && limit.Players < million.Limits[i-1].Players {
			t.Errorf("%+v is not in order", million.Limits)
		}
	}
}

func limitOf(n load.Need, what string) float64 {
	for _, limit := range n.Limits {
		if limit.What == what {
			return limit.Players
		}
	}
	return 0
}

func BenchmarkSimulate(b *testing.B) {
	for b.Loop() {
		if d := simulate(b, load.People(), 1); math.Round(d.Total().Begun) != 110219 {
			b.Errorf("%g games", d.Total().Begun)
		}
	}
}
