package bot

import (
	"encoding/json"
	"slices"
	"testing"

	"thera/hermit"
	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// TestStateWithShorterClock says what each player's clock has and gains, if one of them has a quarter
// of the other's times.
func TestStateWithShorterClock(t *testing.T) {
	gameSetup := play.Setup{
		Game: "hermit", Variant: "3x3", Control: play.Control{Initial: 240_000, Increment: 8000},
		Handicap: &setup.Given{Name: "quarter-time", Giver: 2, Time: 4},
		Players:  []play.Player{{ID: "a", Kind: play.Bot}, {ID: "b", Kind: play.Bot}},
	}
	state, _, err := play.Create(hermit.Rules(), gameSetup, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := StateOf(state, 0)
	if want := []play.Millis{240_000, 60_000}; !slices.Equal(s.Clocks, want) || s.WTime != want[0] || s.BTime != want[1] {
		t.Errorf("%d and %d ms are left, %v; want %v", s.WTime, s.BTime, s.Clocks, want)
	}
	if s.WInc != 8000 || s.BInc != 2000 {
		t.Errorf("a turn adds %d and %d ms, want 8000 and 2000", s.WInc, s.BInc)
	}
}

// A program hears once of each game in progress, also of one that only a later notice has,
// and of each challenge.
func TestHeardOnce(t *testing.T) {
	known := heard{map[string]bool{}, map[string]bool{}}
	for _, c := range []struct {
		event lobby.Event
		games []string
		want  []string
	}{
		{lobby.Hello, []string{"a", "b"}, []string{"gameStart a", "gameStart b", "challenge challenge"}},
		{lobby.GameStart, []string{"c"}, []string{"gameStart c"}},
		{lobby.GameTurn, []string{"c"}, nil},
		{lobby.GameTurn, []string{"one of very many"}, []string{"gameStart one of very many"}},
		{lobby.Hello, []string{"a", "c", "missed"}, []string{"gameStart missed"}},
		{lobby.GameEnd, []string{"b"}, []string{"gameFinish b"}},
	} {
		n := lobby.Notice{Event: c.event, Challenges: []lobby.Challenge{{ID: "challenge", Players: []play.Player{{ID: "ann"}}}}}
		for _, id := range c.games {
			n.Games = append(n.Games, play.Summary{ID: id, Players: []play.Player{{ID: "bot"}, {ID: "ann"}}})
		}
		n.Game = &n.Games[0]
		var heard []string
		for _, line := range linesOf(n, "bot", known) {
			var e Event
			if len(line) > 0 {
				if err := json.Unmarshal(line, &e); err != nil {
					t.Fatal(err)
				}
				var id string
				if e.Challenge != nil {
					id = e.Challenge.ID
				} else {
					id = e.Game.ID
				}
				heard = append(heard, e.Type+" "+id)
			}
		}
		if !slices.Equal(heard, c.want) {
			t.Errorf("%s of %q: heard %q, want %q", c.event, c.games, heard, c.want)
		}
	}
	if len(known.games) != 4 {
		t.Errorf("games in progress are %v, want 4", known.games)
	}
}
