package play

import (
	"slices"
	"testing"

	"thera/santorini"
)

// tournamentGame starts a game of a tournament.
func tournamentGame(t *testing.T, setup Setup) *table {
	t.Helper()
	x := &table{t: t, rules: santorini.Rules()}
	setup.Game, setup.Variant, setup.Tournament, setup.Players = "santorini", "2p", "cup", people(2)
	if setup.Control == (Control{}) {
		setup.Control = Control{Initial: 5 * minute}
	}
	var err error
	if x.state, x.log, err = Create(x.rules, setup, 0); err != nil {
		t.Fatal(err)
	}
	return x
}

// A tournament game has a winner, however little of it is played.
func TestTournamentGame(t *testing.T) {
	for name, c := range map[string]struct {
		after Millis
		do    Command
		want  []string
	}{
		"absent":  {30 * second, Tick{}, []string{"flagged", "ended"}},
		"resigns": {second, Resign{0}, []string{"resigned", "ended"}},
		"aborts":  {second, Abort{0}, []string{"!not-here"}},
		"offers":  {second, Offer{0, Abortion}, []string{"!not-here"}},
	} {
		x := tournamentGame(t, Setup{Rated: true})
		if got := x.do(c.after, c.do); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if len(c.want) < 2 {
			continue
		}
		if got := x.state.Winners().Numbers(); !slices.Equal(got, []int{2}) {
			t.Errorf("%s: %v has won", name, got)
		}
		if got := x.do(0, Offer{0, Rematch}); !slices.Equal(got, []string{"!not-here"}) {
			t.Errorf("%s: a rematch: %q", name, got)
		}
		if x.state.Summary("").Rated {
			t.Errorf("%s: a game without a turn is rated", name)
		}
	}
}

// Missing the first turn of a tournament game is another end than running out of time.
func TestNoShow(t *testing.T) {
	x := tournamentGame(t, Setup{Rated: true})
	for played := range 2 {
		missed, _, err := x.state.Decide(x.now+Instant(30*second), Tick{})
		if err != nil || missed.Reason() != ByNoShow {
			t.Errorf("after %d turns: ended by %q, %v", played, missed.Reason(), err)
		}
		x.do(second, x.turn())
	}
	late, _, err := x.state.Decide(x.now+Instant(10*minute), Tick{})
	if err != nil || late.Reason() != ByTime || !late.Summary("").Rated {
		t.Errorf("after two turns: ended by %q, rated: %v, %v", late.Reason(), late.Summary("").Rated, err)
	}
}

func TestContestSetup(t *testing.T) {
	begun := tournamentGame(t, Setup{}).state.Position()
	tournamentGame(t, Setup{Rated: true, Position: begun.String()})
	setup := Setup{Game: "santorini", Variant: "2p", Tournament: "cup", Players: people(2)}
	if _, _, err := Create(santorini.Rules(), setup, 0); err == nil {
		t.Error("a game of a contest has no clock")
	}
}

// The IDs are what other nodes compute.
func TestTournamentGameIDs(t *testing.T) {
	if got := TournamentGameID("cup", 1, 2); got != "32vtszlgn3" {
		t.Errorf("the id is %q", got)
	}
	seen := map[string]bool{}
	for _, contest := range []string{"cup", "cup 1"} {
		for round := range 20 {
			for board := range 20 {
				seen[TournamentGameID(contest, round, board)] = true
			}
		}
	}
	if len(seen) != 800 {
		t.Errorf("%d ids of 800 games", len(seen))
	}
}
