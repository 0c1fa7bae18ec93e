package santorini

import (
	"math/rand/v2"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestGoals compares with where the legal moves of random games lead.
func TestGoals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i, power := range Powers() {
		for _, other := range []Power{Powers()[(i+3)%NumPowers], Athena} {
			p := gametest.Must(t, Parse, "00100/01310/00101/02010/00000 b2d4,b4d2 1 "+power.String()+","+other.String())
			for p.Winners() == 0 {
				checkGoals(t, &p)
				p.Play(gametest.RandomMove(&p, rng))
			}
		}
	}
}

func checkGoals(t *testing.T, p *Position) {
	t.Helper()
	own := p.Workers(p.Turn())
	var landed [2]Spaces
	var won Spaces
	for _, m := range p.AppendAliases(nil) {
		from, to, _ := m.Spaces()
		if m.IsClimb() {
			won |= Single(to)
		}
		if !m.IsStill() && !m.is(Both) {
			landed[map[Space]int{own.First(): 0, own.Last(): 1}[from]] |= Single(to)
		}
	}
	wins := p.Wins(p.Turn())
	if wins != won {
		t.Errorf("%s: wins on %b, want %b", p, wins, won)
	}
	for worker, from := range [2]Space{own.First(), own.Last()} {
		goals := p.Goals(p.Turn(), from)
		switch missing := goals &^ landed[worker]; {
		case landed[worker]&^goals&^own != 0:
			t.Errorf("%s: worker %d goes to %b, want %b", p, worker, goals, landed[worker])
		case missing != 0 && p.Power(p.Turn()) != Apollo && p.Power(p.Turn()) != Hermes:
			// Apollo may find nothing to build on, and Hermes' workers may have to go both.
			t.Errorf("%s: worker %d goes to %b, want %b", p, worker, goals, landed[worker])
		}
	}
}

// TestGoalsOfOthers wants a seat's goals not to depend on whose turn it is.
func TestGoalsOfOthers(t *testing.T) {
	const board = "00100/01310/00101/02010/00000 b2d4,b4d2 "
	for seat := range game.Seat(2) {
		var goals [2]Spaces
		for i, turn := range []string{"1", "2"} {
			p := gametest.Must(t, Parse, board+turn+" artemis,minotaur")
			goals[i] = p.Goals(seat, p.Workers(seat).First())
		}
		if goals[0] != goals[1] || goals[0] == 0 {
			t.Errorf("seat %s goes to %b when seat 1 is to move, to %b when seat 2 is", seat, goals[0], goals[1])
		}
	}
}
