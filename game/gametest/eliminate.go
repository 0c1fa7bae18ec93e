package gametest

import (
	"math/rand/v2"
	"testing"

	"thera/game"
)

// Eliminations plays random games of each variant in which now and then a seat gives
// up, and checks what [game.Eliminate] promises:
//
//   - with two seats at the start it always returns an error; with more it succeeds
//     once each seat has had a turn;
//   - it returns an error for a seat that is out, and for any once the game is over;
//   - the seat is out, and no other seat comes back;
//   - the seat to move stays to move, unless it is the one that gives up: then the next
//     seat in play is to move, unless the rules eliminate that one too;
//   - with one seat left, the game is over and that seat has won;
//   - the position before is unchanged, and the one after can be parsed from its text and,
//     while the game is in progress, composed from its board.
func Eliminations(t *testing.T, g game.Game, games int) {
	t.Helper()
	for _, variant := range g.Variants() {
		t.Run(variant, func(t *testing.T) {
			for seed := range games {
				eliminations{t, g}.play(variant, rand.New(rand.NewPCG(uint64(seed), 1)))
			}
		})
	}
}

type eliminations struct {
	t *testing.T
	g game.Game
}

func (e eliminations) play(variant string, rng *rand.Rand) {
	e.t.Helper()
	pos := Must(e.t, e.g.Start, variant)
	seats := pos.Board().Seats
	often := 1 + rng.IntN(20)
	for ply := 0; pos.Winners() == 0; ply++ {
		if rng.IntN(often) == 0 {
			if next := e.eliminate(pos, game.Seat(rng.IntN(seats)), seats > 2 && ply >= seats, seats > 2); next != nil {
				pos = next
				continue
			}
		}
		moves := pos.Moves()
		pos = Must(e.t, pos.Play, moves[rng.IntN(len(moves))])
	}
	for seat := range game.Seat(seats) {
		if _, err := game.Eliminate(pos, seat); err == nil {
			e.t.Fatalf("seat %s is eliminated after the end: %s", seat, pos)
		}
	}
}

// eliminate returns nil if the seat was not eliminated. It fails the test if the seat
// must be eliminated and is not, or may not be and is.
func (e eliminations) eliminate(pos game.Position, seat game.Seat, must, may bool) game.Position {
	e.t.Helper()
	text, seats, turn := pos.String(), pos.Seats(), pos.Turn()
	next, err := game.Eliminate(pos, seat)
	if pos.String() != text {
		e.t.Fatalf("%s became %s when seat %s was eliminated", text, pos, seat)
	}
	in := seats.Has(seat)
	if err != nil {
		if in && must {
			e.t.Fatal(err)
		}
		return nil
	}
	left := next.Seats()
	switch {
	case !in || !may:
		e.t.Fatalf("%s: seat %s is eliminated: %s", text, seat, next)
	case left.Has(seat) || left&^seats != 0:
		e.t.Fatalf("%s without seat %s: in play are %s: %s", text, seat, left, next)
	case seats.Len() == 2 && next.Winners() != left:
		e.t.Fatalf("%s without seat %s: winners %s: %s", text, seat, next.Winners(), next)
	case left == seats&^game.Only(seat) && next.Turn() != after(turn, left):
		e.t.Fatalf("%s without seat %s: the turn is seat %s's: %s", text, seat, next.Turn(), next)
	}
	again, err := e.g.Parse(next.String())
	if err != nil || again.String() != next.String() || again.Seats() != left || again.Winners() != next.Winners() {
		e.t.Fatalf("%s without seat %s reads back as %v, %v", text, seat, again, err)
	}
	if next.Winners() == 0 {
		composed, err := e.g.Compose(next.Board(), next.Turn())
		if err != nil || composed.String() != next.String() {
			e.t.Fatalf("%s without seat %s: %s is composed as %v, %v", text, seat, next, composed, err)
		}
	}
	return next
}

// after returns the next seat to move among those left.
func after(turn game.Seat, left game.Seats) game.Seat {
	for !left.Has(turn) {
		turn = (turn + 1) % 8
	}
	return turn
}
