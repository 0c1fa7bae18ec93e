package analysis

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// judgedAs returns evaluations: 1 and 0 are wins and losses of the seat to move, proven
// within plies; others are estimates.
func judgedAs(plies int, wins ...float64) (all []Judged) {
	for ply, p := range wins {
		j := Judged{Ply: ply, Score: answer.Score{WinProbability: p}}
		if p == 0 || p == 1 {
			j.Score.Proven, j.Score.Plies = true, &plies
		}
		all = append(all, j)
	}
	return all
}

func TestLosingTurn(t *testing.T) {
	for name, test := range map[string]struct {
		judged []Judged
		want   int // -1 for none
	}{
		"a turn that loses":                {judgedAs(3, 0.5, 0.6, 1, 0, 1), 1},
		"a won game is given away":         {judgedAs(3, 0.5, 1, 1, 0), 1},
		"resigned at once":                 {judgedAs(5, 0.5, 0.6, 1), 1},
		"a later search proves less":       {judgedAs(5, 0.5, 0.6, 1, 0.02, 1), 1},
		"the win was only a threat":        {judgedAs(1, 0.5, 0.6, 1, 0), -1},
		"it was lost before":               {judgedAs(3, 0.5, 0.2, 1, 0), -1},
		"the winner finds what nobody saw": {judgedAs(3, 0.5, 0.6, 0.5, 0), -1},
		"it was never proven":              {judgedAs(3, 0.5, 0.6, 0.97, 0), -1},
		"nothing is proven at the end":     {judgedAs(3, 0.5, 1, 0, 0.4), -1},
		"it was decided early":             {judgedAs(3, 0.6, 1, 0, 1, 0, 1, 0), -1},
		"all is proven":                    {judgedAs(9, 1, 0, 1, 0), -1},
		"nothing is known":                 {nil, -1},
	} {
		ply, ok := losingTurn(test.judged)
		if !ok {
			ply = -1
		}
		if ply != test.want {
			t.Errorf("%s: the turn after %d, want %d", name, ply, test.want)
		}
	}
}

// TestEndings lists only public games whose winner is the one with the proven win.
func TestEndings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		stored := storetest.Open(t, address)
		s := start(t, stored, &pool{})
		s.Summary = func(_ context.Context, id string) (play.Summary, error) { return play.Summary{ID: id}, nil }
		s.Log = always{}
		judged, err := json.Marshal(judgedAs(3, 0.5, 0.6, 1, 0))
		if err != nil {
			t.Fatal(err)
		}
		for i, test := range []struct {
			id, class, contest string
			winners            int
			state              State
		}{
			{"first", "", "", 1, Done},
			{"ladder", "", "ladder-hermit", 1, Done},
			{"private", "c", "", 1, Done},
			{"showcase", "", play.Showcase, 1, Done},
			{"resigned when winning", "", "", 2, Done},
			{"aborted", "", "", 0, Done},
			{"in progress", "", "", 1, Begun},
			{"deleted meanwhile", "", "", 1, Done},
		} {
			err := stored.DB().Exec(t.Context(), `INSERT INTO games (id, game, variant, speed, rated, created_at, number, ply, turn, deadline, position,
				last_turn, strength, previous, contest, class, ended_at, reason, winners, rated_number)
				VALUES ($1, 'hermit', '3x3', 'fast', $2, 0, 1, 3, 1, 0, '', '', 0, '', $3, $4, 1, '', $5, 0)`, test.id, false, test.contest, test.class, test.winners)
			if err == nil {
				_, err = s.claim(t.Context(), test.id, row{state: None}, "node", "", Game{}, s.Now())
			}
			if err == nil {
				err = stored.DB().Exec(t.Context(), `UPDATE analyses SET state = $1, judged = $2, beat = $3 WHERE game = $4`, test.state, string(judged), i, test.id)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // the second answer is the first again
			res, err := http.Get(s.url + "../endings")
			if err != nil {
				t.Fatal(err)
			}
			var list []Ending
			err = json.NewDecoder(res.Body).Decode(&list)
			_ = res.Body.Close() // it was only read
			if err != nil || len(list) != 2 || list[0].Game.ID != "ladder" || list[1].Game.ID != "first" || list[0].Ply != 1 {
				t.Errorf("%+v, %v", list, err)
			}
			s.Summary = nil
		}
	})
}

// always are games that are all alike, but for one without a log.
type always struct{}

func (always) Events(ctx context.Context, id string, after int) ([]play.Event, error) {
	if id == "deleted meanwhile" {
		return nil, nil
	}
	return logs{}.Events(ctx, "over", after)
}

// TestSampleEndings proves what the page says of the games that it shows where no game was
// analyzed.
func TestSampleEndings(t *testing.T) {
	text := gametest.Must(t, os.ReadFile, "../../../web/src/people/endings.json")
	var samples []struct {
		Game, Start string
		Moves       []game.Move
		Ply         int
	}
	if err := json.Unmarshal(text, &samples); err != nil || len(samples) != len(catalog.Games()) {
		t.Fatalf("%d samples, %v", len(samples), err)
	}
	for _, s := range samples {
		t.Run(s.Game, func(t *testing.T) {
			entry := gametest.Must(t, catalog.Find, s.Game)
			if s.Start == "" {
				pos := gametest.Must(t, entry.Game.Start, entry.Game.Variants()[0])
				s.Start = pos.String()
			}
			var before string
			whole := Game{Game: s.Game, Start: s.Start, Moves: s.Moves}
			if err := whole.walk(s.Ply+1, func(_ catalog.Entry, pos game.Position, _ int) error {
				before = pos.String()
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			rest := Game{Game: s.Game, Start: before, Moves: s.Moves[s.Ply:], Nodes: 50_000}
			judged, err := rest.Judge(t.Context(), func([]Judged) {})
			if err != nil {
				t.Fatal(err)
			}
			all := append(make([]Judged, s.Ply), judged...) // what was before does not count
			if ply, ok := losingTurn(all); !ok || ply != s.Ply {
				t.Errorf("the turn that lost is after %d, %v, want %d", ply, ok, s.Ply)
			}
		})
	}
}
