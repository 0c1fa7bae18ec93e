package eval

import (
	"testing"

	"thera/game"
	"thera/santorini"
)

// FuzzEvaluate evaluates whatever can be set up, for any number of players.
func FuzzEvaluate(f *testing.F) {
	for _, seed := range []string{
		flat + "-,- 1", flat + "b2d4,b4d2,-,- 3", midgame, "01233/11222/01233/11222/00123 a1e5,b3c3 1",
		"30000/00000/00000/00000/00000 a5c2,b3e3 #1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := santorini.Parse(text)
		if err != nil {
			return
		}
		for seat := range game.Seat(p.Players()) {
			if v := judge.Evaluate(&p, seat); v < -certain || v > certain {
				t.Errorf("%s: %d for seat %s", &p, v, seat)
			}
		}
		moves := p.AppendMoves(nil)
		Prioritize(&p, moves, make([]int32, len(moves)))
	})
}
