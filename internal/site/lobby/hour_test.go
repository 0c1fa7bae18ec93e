package lobby_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/game/gametest"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// TestHourOfBots has two hundred bots play a hundred games at a time on a
// simulated clock, for two minutes, or for an hour with -long. No game is lost
// or aborted, and the ratings follow from the logs.
func TestHourOfBots(t *testing.T) {
	const bots = 200
	long, rounds := 2*time.Minute, 1
	if gametest.Long() {
		long, rounds = 60*time.Minute, 20
	}
	synctest.Test(t, func(t *testing.T) {
		p := openWith(t, storetest.SQLite(t), lobby.Config{})
		control, err := play.ParseControl("10+10")
		if err != nil {
			t.Fatal(err)
		}
		terms := lobby.Terms{Game: "hermit", Variant: "4x4", Control: control, Rated: true}
		idle := make(chan play.Player, bots)
		for i := range bots {
			a := store.Account{ID: fmt.Sprintf("bot%d", i), Name: fmt.Sprintf("Bot%d", i), Folded: fmt.Sprintf("bot%d", i), Kind: play.Bot}
			if err := p.store.AddAccount(t.Context(), a, nil); err != nil {
				t.Fatal(err)
			}
			idle <- play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind}
		}
		hour, cancel := context.WithTimeout(t.Context(), long)
		defer cancel()
		var begun, ended atomic.Int64
		var games sync.WaitGroup
		for hour.Err() == nil {
			var ann, bob play.Player
			for _, bot := range []*play.Player{&ann, &bob} {
				select {
				case *bot = <-idle:
				case <-hour.Done():
				}
			}
			if hour.Err() != nil {
				break
			}
			made, err := p.Challenge(t.Context(), ann, bob.Name, terms)
			if err == nil {
				made, err = p.AcceptChallenge(t.Context(), bob, made.Challenge.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, uint64(begun.Add(1))))
			games.Go(func() {
				if p.playOut(made.Game, rng) {
					ended.Add(1)
				}
				// Not always the same two meet.
				time.Sleep(time.Duration(rng.IntN(10_000)) * time.Millisecond)
				idle <- ann
				time.Sleep(time.Duration(rng.IntN(10_000)) * time.Millisecond)
				idle <- bob
			})
		}
		games.Wait()
		if n := len(live(t, p.store)); n > 0 || begun.Load() != ended.Load() || begun.Load() < int64(rounds*bots/2) {
			t.Errorf("%d games begun, %d ended by the rules, %d still live", begun.Load(), ended.Load(), n)
		}
		if wrong, err := p.store.Recompute(t.Context(), false); wrong != 0 || err != nil {
			t.Errorf("%d ratings are not what the games make them, %v", wrong, err)
		}
		t.Logf("%d games", ended.Load())
	})
}

// playOut plays a game with random turns, each after a while, and reports whether it
// has ended by its rules.
func (p *place) playOut(id string, rng *rand.Rand) bool {
	r, leave, err := p.house.Enter(p.t.Context(), id)
	if err != nil {
		p.t.Error(err)
		return false
	}
	defer leave()
	for !r.State().Over() {
		time.Sleep(time.Duration(2+rng.IntN(25)) * time.Second)
		state := r.State()
		moves := state.Position().Moves()
		_, err := r.Do(p.t.Context(), play.Turn{Seat: state.Position().Turn(), Ply: state.Ply() + 1, Text: string(moves[rng.IntN(len(moves))])})
		if err != nil {
			p.t.Errorf("game %s: %v", id, err)
			return false
		}
	}
	reason := r.State().Reason()
	return reason != play.ByTime && reason != play.ByAbortion && reason != play.ByLeaving && r.State().Winners() != 0
}
