package ladder_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/lab/match"
	"thera/internal/site/housebot"
	"thera/internal/site/ladder"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

var games = flag.Int("games", 0, "have house bots play this many games of Hermit on the ladder, and compare their strengths with the documented ones")

// levels are how many levels play: the lower ones look at so few positions that
// the time they have does not matter.
const levels = 5

// documentedError is the 95% error of a level's documented strength from the mean of the
// levels: four independent steps of ±57, of which level 1 has 4/5, 3/5, 2/5 and 1/5.
const documentedError = 62

// TestLevels has house bots play as they do on the service, and compares their
// distances with those of docs/play/levels.md, which the catalog adds up. Both are uncertain.
func TestLevels(t *testing.T) {
	if *games == 0 {
		t.Skip("takes minutes: -games 300")
	}
	s, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	entry := catalog.Hermit()
	house := storetest.House(t, s)
	bots, err := housebot.New(t.Context(), housebot.Config{
		Store: s, House: house, Games: []catalog.Entry{entry},
		Account: func(ctx context.Context, name string) (play.Player, error) {
			err := s.AddAccount(ctx, store.Account{ID: name, Name: name, Folded: name, Kind: play.Bot}, nil)
			return play.Player{ID: name, Name: name, Kind: play.Bot}, err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	meeting, err := lobby.New(t.Context(), lobby.Config{Store: s, House: house, Rules: catalog.Rules, Bots: bots})
	if err != nil {
		t.Fatal(err)
	}
	control, _ := play.ParseControl("30+20") // a loaded machine decides no games
	config := ladder.Config{
		Store: s, Connected: meeting.Listening, Now: house.Now, Exhibition: 4, Round: 100 * time.Millisecond,
		Begin: func(ctx context.Context, id string, gameSetup play.Setup) error {
			return meeting.Pair(ctx, id, gameSetup, setup.AsNamed)
		},
		Absent: func(error) bool { return false },
		Games:  []ladder.Game{{Name: "hermit", Variant: "6x6", Control: control, Openings: keptPositions(t, entry)}},
	}
	for _, r := range bots.Starts("hermit")[:levels] {
		config.Bots = append(config.Bots, ladder.Resident{Player: r.Player, Game: "hermit", Start: float64(r.Rating)})
	}
	l := ladder.New(config)
	house.Follow(l.Follow)
	_, run, stop := storetest.Serve(t, s)
	run(house.Run, meeting.Run, bots.Run, l.Run)
	table := waitFor(t, l, *games)
	wrong, err := s.Recompute(t.Context(), false)
	stop()
	if wrong != 0 || err != nil {
		t.Errorf("%d ratings are wrong, %v", wrong, err)
	}
	compare(t, table, entry.Strengths)
}

// keptPositions are the openings that the service plays.
func keptPositions(t *testing.T, entry catalog.Entry) (all []string) {
	t.Helper()
	book := gametest.Must(t, match.BuiltInOpenings, entry)
	for i := range book.Len() {
		o, _ := book.Opening(i)
		end, err := o.End()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, end.String())
	}
	return all
}

// waitFor returns the cross table after n games.
func waitFor(t *testing.T, l *ladder.Ladder, games int) ladder.Rungs {
	t.Helper()
	for {
		table, err := l.Standing(t.Context(), "hermit")
		if err != nil {
			t.Fatal(err)
		}
		if table.Games >= games {
			return table
		}
		time.Sleep(time.Second)
	}
}

// compare prints the table and wants each strength, from the mean of all, within
// both errors of the documented one.
func compare(t *testing.T, table ladder.Rungs, documented [catalog.MaxLevel]int) {
	t.Helper()
	if len(table.Rows) != levels {
		t.Fatalf("%d rows, want %d", len(table.Rows), levels)
	}
	mean, documentedMean := 0.0, 0.0
	for i, r := range table.Rows {
		mean += r.Elo / levels
		documentedMean += float64(documented[i]) / levels
	}
	var text strings.Builder
	for _, r := range table.Rows {
		var level int
		if _, err := fmt.Sscanf(r.Player.Name, "hermit-%d", &level); err != nil {
			t.Fatal(err)
		}
		got, want := r.Elo-mean, float64(documented[level-1])-documentedMean
		fmt.Fprintf(&text, "\nlevel %d  %4.0f ± %-4.0f  documented %4.0f ± %d  rating %4d ± %d  %d/%d",
			level, got, r.Error, want, documentedError, r.Player.Rating, 2*r.Deviation, r.Won, r.Games)
		if off := math.Abs(got - want); off > math.Hypot(r.Error, documentedError) {
			t.Errorf("level %d is %.0f points from where it was, more than the errors", level, off)
		}
	}
	t.Log(text.String())
}
