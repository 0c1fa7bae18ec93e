package eval

import (
	"math/rand/v2"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

const (
	flat    = "00000/00000/00000/00000/00000 "
	midgame = "01011/23010/01130/10000/10110 c4e3,b2d1 1"
)

// judge is the evaluation that thera plays with.
var judge = New(Fitted())

// randomPositions returns the positions of random games from each variant,
// the last ones included.
func randomPositions(tb testing.TB) (positions []santorini.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, variant := range santorini.Rules().Variants() {
		for range 20 {
			start := gametest.Must(tb, santorini.Rules().Start, variant)
			p, _ := game.KernelOf[santorini.Position](start)
			positions = appendRandomGame(positions, p, rng)
		}
	}
	return positions
}

// appendRandomGame appends a position and all those after it in a random game.
func appendRandomGame(positions []santorini.Position, p santorini.Position, rng *rand.Rand) []santorini.Position {
	for positions = append(positions, p); p.Winners() == 0; positions = append(positions, p) {
		p.Play(gametest.RandomMove(&p, rng))
	}
	return positions
}

// quietPositions returns the positions of random games of two seats with powers
// in which nobody can win at once.
func quietPositions(tb testing.TB) (positions []santorini.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	powers := santorini.Powers()
	for i := range len(powers) * len(powers) {
		p := gametest.Must(tb, santorini.Parse, "00100/01210/00101/02010/00000 b2d4,b4d2 1 "+powers[i/len(powers)].String()+","+powers[i%len(powers)].String())
		for p.Winners() == 0 {
			if !canWin(&p) {
				positions = append(positions, p)
			}
			p.Play(gametest.RandomMove(&p, rng))
		}
	}
	return positions
}

// highPositions returns the positions of random games of two seats without powers,
// on a board high enough for threats.
func highPositions(tb testing.TB) (positions []santorini.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		p := gametest.Must(tb, santorini.Parse, "01200/12110/01221/10120/00211 b2d4,b4d2 1")
		for p.Winners() == 0 {
			positions = append(positions, p)
			p.Play(gametest.RandomMove(&p, rng))
		}
	}
	return positions
}

// after returns the position after a move.
func after(p santorini.Position, m santorini.Move) santorini.Position {
	p.Play(m)
	return p
}

// wins reports whether the seat to move, of two, can win within some plies.
func wins(p santorini.Position, plies int) bool {
	for _, m := range p.AppendMoves(nil) {
		if plies > 0 && loses(after(p, m), plies-1) {
			return true
		}
	}
	return false
}

// loses reports whether the seat to move, of two, has lost or must lose
// within some plies.
func loses(p santorini.Position, plies int) bool {
	if p.Winners() != 0 || plies <= 0 {
		return p.Winners() != 0
	}
	for _, m := range p.AppendMoves(nil) {
		if !wins(after(p, m), plies-1) {
			return false
		}
	}
	return true
}
