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

// crew is others who search. Their answers come by turns: a turn, one that is not
// legal, and an error.
type crew struct {
	mu      sync.Mutex
	asked   []housebot.Thought
	answers []game.Move
}

func (c *crew) Places() int { return 1 }

func (c *crew) Search(_ context.Context, t housebot.Thought) (game.Move, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, t)
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

// TestOthers has others search for the bots, who play on when these don't.
func TestOthers(t *testing.T) {
	others := &crew{}
	p := openWith(t, storetest.SQLite(t), housebot.Config{Others: others}, time.Hour)
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
	others.mu.Lock()
	defer others.mu.Unlock()
	if len(others.asked) < 4 || others.asked[0].Level != 1 || others.asked[0].Game != "hermit" {
		t.Fatalf("asked for %+v", others.asked)
	}
	for i, answer := range others.answers {
		if bots := turns[1-int(g.me):]; bots[6*i] != answer {
			t.Errorf("the bot plays %v, want %s as turn %d", bots, answer, 6*i)
		}
	}
}
