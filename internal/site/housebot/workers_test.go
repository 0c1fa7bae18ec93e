package housebot_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"thera/game"
	"thera/internal/site/housebot"
	"thera/internal/site/store/storetest"
)

// pool is workers that search. They return in turn a move, an illegal move and
// an error.
type pool struct {
	mu      sync.Mutex
	asked   []housebot.SearchRequest
	patient int // searches that the bots wait for longer than a second beyond their time
	answers []game.Move
}

func (c *pool) Slots(bool) int { return 1 }

func (c *pool) Search(ctx context.Context, t housebot.SearchRequest) (game.Move, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, t)
	if end, ok := ctx.Deadline(); !ok || time.Until(end) > t.Time+time.Second {
		c.patient++
	}
	moves := t.Position.Moves()
	switch len(c.asked) % 3 {
	case 1:
		c.answers = append(c.answers, moves[len(moves)-1])
		return moves[len(moves)-1], nil
	case 2:
		return "nonsense", nil
	}
	return "", errors.New("they are gone")
}

// TestWorkers has workers search for the bots, which play on when the workers
// fail.
func TestWorkers(t *testing.T) {
	workers := &pool{}
	p := openWith(t, storetest.SQLite(t), housebot.Config{Workers: workers}, time.Hour)
	defer p.stop()
	made, err := p.Challenge(t.Context(), visit, "hermit-1", terms("hermit 6x6 5+3"))
	if err != nil {
		t.Fatal(err)
	}
	g := p.sit(made.Game, visit)
	for range 5 {
		g.move()
	}
	turns := g.until("my turn", g.mine).Turns()
	workers.mu.Lock()
	defer workers.mu.Unlock()
	if len(workers.asked) < 4 || workers.asked[0].Level != 1 || workers.asked[0].Game != "hermit" {
		t.Fatalf("asked for %+v", workers.asked)
	}
	if workers.patient > 0 {
		t.Errorf("the bots wait too long for %d of %d turns", workers.patient, len(workers.asked))
	}
	for i, answer := range workers.answers {
		if bots := turns[1-int(g.me):]; bots[6*i] != answer {
			t.Errorf("the bot plays %v, want %s as turn %d", bots, answer, 6*i)
		}
	}
}
