package ladder

import (
	"slices"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// TestNewcomerLoses checks that house bots that have only beaten the same newcomer keep the
// order of their starting ratings, however many games each has.
func TestNewcomerLoses(t *testing.T) {
	var l Ladder
	var scores []store.ContestScore
	s := Rungs{Rows: []Rung{{Player: play.Player{ID: "new"}, Games: 90}}}
	for i, id := range []string{"weak", "medium", "strong"} {
		bot, games := play.Player{ID: id}, 40-10*i
		l.config.Bots = append(l.config.Bots, Resident{Player: bot, Game: "hermit", Start: float64(1200 + 500*i)})
		s.Rows = append(s.Rows, Rung{Player: bot, Games: games})
		scores = append(scores, store.ContestScore{First: id, Second: "new", Games: games, Won: games})
	}
	l.fit(Game{Name: "hermit"}, &s, scores)
	var order []string
	for _, r := range s.Rows {
		order = append(order, r.Player.ID)
	}
	if want := []string{"strong", "medium", "weak", "new"}; !slices.Equal(order, want) {
		t.Errorf("ranked %v, want %v: %+v", order, want, s.Rows)
	}
}
