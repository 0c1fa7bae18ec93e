package play

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"thera/santorini"
)

// FuzzReplay replays whatever can be read as a log. What is not refused can be
// played on, and written and replayed again.
func FuzzReplay(f *testing.F) {
	for seed := range 10 {
		x := begin(f, []string{"2p", "3p", "4p"}[seed%3], []string{"1+2", "3d", "none"}[seed%3], false)
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		for step := 0; step < 60 && !x.state.Over(); step++ {
			c, after := script(rng, x)
			x.do(after, c)
		}
		text, err := json.Marshal(x.log)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var log []Event
		if json.Unmarshal(text, &log) != nil {
			return
		}
		state, err := Replay(santorini.Rules(), log)
		if err != nil {
			return
		}
		_ = state.View(0)
		for seat := range state.Setup().Players {
			for _, c := range []Command{Tick{}, Resign{seatOf(seat + 1)}, Offer{seatOf(seat + 1), Takeback}, Turn{seatOf(seat + 1), state.Ply() + 1, "@a1,b1", 0, 0}} {
				next, events, err := state.Decide(state.At(), c)
				if len(events) == 0 {
					continue
				}
				again, replayErr := Replay(santorini.Rules(), append(log[:len(log):len(log)], events...))
				if replayErr != nil || !reflect.DeepEqual(again.View(0), next.View(0)) {
					t.Fatalf("%T: %v: replayed %v, %+v, want %+v", c, err, replayErr, again, next)
				}
			}
		}
	})
}
