package lobby

import (
	"fmt"
	"testing"

	"thera/hermit"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/stream"
)

// BenchmarkFollow measures the lobby's cost of a turn with 20,000 listeners,
// with and without the game's players among them.
func BenchmarkFollow(b *testing.B) {
	setup := play.Setup{Game: "hermit", Variant: "6x6", Control: play.Control{Initial: 60_000}}
	for _, id := range []string{"n0", "n1"} {
		setup.Players = append(setup.Players, play.Player{ID: id, Kind: play.Person})
	}
	state, _, err := play.Create(hermit.Rules(), setup, 0)
	if err != nil {
		b.Fatal(err)
	}
	next, events, err := state.Decide(1, play.Turn{Seat: 0, Ply: 1, Text: string(state.Position().Moves()[0])})
	if err != nil {
		b.Fatal(err)
	}
	for _, first := range []int{0, 2} {
		h, err := stream.NewHub[Notice](nil)
		if err != nil {
			b.Fatal(err)
		}
		l := &Lobby{hub: h}
		var all []*stream.Listener[Notice]
		for n := range 20_000 {
			all = append(all, l.hub.Enter(fmt.Sprint("n", n+first), false))
		}
		b.Run(fmt.Sprintf("listening=%t", first == 0), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l.onGameChange(room.Change{Game: "g", State: next, Events: events, IsOwner: true})
				if _, _, err := l.hub.Take(all[1]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
