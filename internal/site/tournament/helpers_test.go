package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/play"
)

// testRun is a tournament that a test runs.
type testRun struct {
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

func begin(t *testing.T, terms Conditions, players int) *testRun {
	t.Helper()
	log, err := Create(terms, "org", 1000)
	if err != nil {
		t.Fatal(err)
	}
	c := &testRun{t: t, now: 1000}
	c.add(log)
	for n := range players {
		c.mustDo(join(n + 1))
	}
	return c
}

// join returns the command by which player n joins; later players are weaker.
func join(n int) Join {
	return Join{Entrant{ID: fmt.Sprint("p", n), Kind: play.Bot, Rating: 2000 - n}}
}

// add applies events as the log has them, and compares the state with that of
// the whole log.
func (c *testRun) add(events []Event) {
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
	again := gametest.Must(c.t, Replay, c.log)
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

// mustDo carries out a command that must succeed.
func (c *testRun) mustDo(command Command) {
	c.t.Helper()
	events, err := c.state.Decide(c.now, command)
	if err != nil {
		c.t.Fatalf("%T %+v: %v", command, command, err)
	}
	c.add(events)
}

// mustRefuse gives a command that must be refused.
func (c *testRun) mustRefuse(command Command, want play.Reason) {
	c.t.Helper()
	events, err := c.state.Decide(c.now, command)
	var r *play.Refusal
	if !errors.As(err, &r) || r.Reason != want || events != nil {
		c.t.Errorf("%T %+v: %v, %v, want a refusal %s", command, command, events, err, want)
	}
}

// runDue applies the events that are due now.
func (c *testRun) runDue() (wake play.Instant) {
	c.t.Helper()
	for {
		events, wake, err := c.state.Next(c.now)
		if err != nil {
			c.t.Fatal(err)
		}
		if events == nil {
			return wake
		}
		c.add(events)
	}
}

// finish ends a game.
func (c *testRun) finish(g Game, seat int) {
	c.t.Helper()
	c.mustDo(Result{Pairing: g.Pairing, Leg: g.Leg, Winner: g.Players[seat-1], Reason: "stuck"})
}

// play plays the tournament to its end; choose returns the winning seat of a
// game.
func (c *testRun) play(choose func(g Game) (seat int)) {
	c.t.Helper()
	for range 10_000 {
		wake := c.runDue()
		games := c.state.Games()
		switch {
		case c.state.stage == Done:
			return
		case len(games) > 0:
			g := games[0]
			c.finish(g, choose(g))
		case wake > 0:
			c.now = wake
		default:
			c.t.Fatal("nothing goes on")
		}
	}
	c.t.Fatal("no end")
}

// betterSeat returns the seat of the better player.
func betterSeat(g Game) int {
	var a, b int
	if _, err := fmt.Sscanf(g.Players[0]+" "+g.Players[1], "p%d p%d", &a, &b); err != nil {
		panic(err)
	}
	if a < b {
		return 1
	}
	return 2
}

// order returns the players in the order of the standings.
func (c *testRun) order() (ids []string) {
	for _, s := range c.state.Standings() {
		ids = append(ids, s.Player.ID)
	}
	return ids
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
