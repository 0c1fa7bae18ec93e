package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"thera/internal/site/play"
)

// cup is a contest that a test runs.
type cup struct {
	t     *testing.T
	state *State
	log   []Event
	now   play.Instant
}

func terms(kind Kind) Conditions {
	t := Conditions{Kind: kind, Name: "Cup", Game: "chess", Players: Bots, Control: play.Control{Initial: 60_000}}
	if kind == Arena {
		t.Minutes = 10
	}
	return t
}

func begin(t *testing.T, terms Conditions, players int) *cup {
	t.Helper()
	log, err := Create(terms, "org", 1000)
	if err != nil {
		t.Fatal(err)
	}
	c := &cup{t: t, now: 1000}
	c.add(log)
	for n := range players {
		c.do(join(n + 1))
	}
	return c
}

// join lets the n-th player in, who is weaker than those before him.
func join(n int) Join {
	return Join{Entrant{ID: fmt.Sprint("p", n), Kind: play.Bot, Rating: 2000 - n}}
}

// add takes events, as the log has them, and holds the state against the log's.
func (c *cup) add(events []Event) {
	c.t.Helper()
	for _, e := range events {
		text, err := json.Marshal(e)
		var read Event
		if err == nil {
			err = json.Unmarshal(text, &read)
		}
		if err != nil {
			c.t.Fatal(err)
		}
		c.log = append(c.log, read)
	}
	again, err := Replay(c.log)
	if err != nil {
		c.t.Fatal(err)
	}
	if c.state != nil {
		after, err := c.state.After(events...)
		if err != nil {
			c.t.Fatal(err)
		}
		if !reflect.DeepEqual(after, again) {
			c.t.Fatalf("the state is not that of its log:\n%+v\n%+v", after, again)
		}
	}
	c.state = again
}

// do gives a command that has to be followed.
func (c *cup) do(command Command) {
	c.t.Helper()
	events, err := c.state.Decide(c.now, command)
	if err != nil {
		c.t.Fatalf("%T %+v: %v", command, command, err)
	}
	c.add(events)
}

// refused gives a command that has to be refused.
func (c *cup) refused(command Command, want play.Reason) {
	c.t.Helper()
	events, err := c.state.Decide(c.now, command)
	var r *play.Refusal
	if !errors.As(err, &r) || r.Reason != want || events != nil {
		c.t.Errorf("%T %+v: %v, %v, want a refusal %s", command, command, events, err, want)
	}
}

// wait lets what happens by itself happen, now.
func (c *cup) wait() (wake play.Instant) {
	c.t.Helper()
	for {
		events, wake := c.state.Next(c.now)
		if events == nil {
			return wake
		}
		c.add(events)
	}
}

// win ends a game.
func (c *cup) win(g Game, seat int) {
	c.t.Helper()
	c.do(Result{Pairing: g.Pairing, Leg: g.Leg, Winner: g.Players[seat-1], Reason: "stuck"})
}

// play plays a contest to its end; each game is won by who chooses says.
func (c *cup) play(choose func(g Game) (seat int)) {
	c.t.Helper()
	for range 10_000 {
		wake := c.wait()
		games := c.state.Games()
		switch {
		case c.state.stage == Done:
			return
		case len(games) > 0:
			g := games[0]
			c.win(g, choose(g))
		case wake > 0:
			c.now = wake
		default:
			c.t.Fatal("nothing goes on")
		}
	}
	c.t.Fatal("no end")
}

// better lets the better one win.
func better(g Game) int {
	var a, b int
	if _, err := fmt.Sscanf(g.Players[0]+" "+g.Players[1], "p%d p%d", &a, &b); err != nil {
		panic(err)
	}
	if a < b {
		return 1
	}
	return 2
}

// order returns the players as they stand.
func (c *cup) order() (ids []string) {
	for _, s := range c.state.Standings() {
		ids = append(ids, s.Player.ID)
	}
	return ids
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
