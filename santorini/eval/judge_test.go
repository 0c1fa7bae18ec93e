package eval

import (
	"math"
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

func TestJudgeSeats(t *testing.T) {
	for _, p := range randomPositions(t) {
		sum := 0.0 // of the seats' chances
		for seat := range game.Seat(p.Players()) {
			v := ByHand(&p, seat)
			if v < -certain || v > certain {
				t.Fatalf("%s: %d for seat %s", &p, v, seat)
			}
			sum += 1 / (1 + math.Exp(-float64(v)/100)) / float64(p.Allies(seat).Len())
		}
		if p.Players() == 2 && ByHand(&p, 0) != -ByHand(&p, 1) {
			t.Fatalf("%s: %d for seat 1, %d for seat 2", &p, ByHand(&p, 0), ByHand(&p, 1))
		}
		if math.Abs(sum-1) > 0.02 {
			t.Fatalf("%s: the seats' chances add up to %.3f", &p, sum)
		}
	}
}

func TestJudgeSymmetry(t *testing.T) {
	for _, p := range randomPositions(t) {
		turned := reversed(t, &p)
		for seat := range game.Seat(p.Players()) {
			if v, w := ByHand(&p, seat), ByHand(&turned, seat); v != w {
				t.Fatalf("%s: worth %d to seat %s, turned %s: %d", &p, v, seat, &turned, w)
			}
		}
	}
}

// reversed returns a position with the board turned by 180°.
func reversed(t *testing.T, p *santorini.Position) santorini.Position {
	t.Helper()
	if strings.Contains(p.String(), "#") || p.Seats().Len() == 1 {
		return *p // can't be composed
	}
	board := p.Board()
	slices.Reverse(board.Cells)
	pos, err := santorini.Rules().Compose(board, p.Turn())
	if err != nil {
		t.Fatal(err)
	}
	turned, _ := game.KernelOf[santorini.Position](pos)
	return turned
}

func TestJudgeThreats(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       func(v int) bool // of the value for seat 1
	}{
		{"even start", flat + "b2d4,b4d2 1", func(v int) bool { return v == initiative }},
		{"can climb", "32000/00000/00000/00000/00000 b5e1,c3e3 1", func(v int) bool { return v == certain }},
		{"can't stop a climb", "32000/00000/00000/00000/00000 c2e1,b5e3 1", func(v int) bool { return v == -certain }},
		{"can stop a climb", "32000/00000/00000/00000/00000 c3e1,b5e3 1", func(v int) bool { return v > -certain }},
		{"can't stop two", "32300/00000/00000/00000/00000 b3e1,b5e3 1", func(v int) bool { return v == -certain }},
		{"can climb, with powers", "32000/00000/00000/00000/00000 b5e1,c3e3 1 mortal,athena", func(v int) bool { return v == certain }},
		{"may not climb", "32000/00000/00000/00000/00000 b5e1,c3e3 1 mortal,athena^", func(v int) bool { return v < certain }},
		{"may yet stop a climb", "32000/00000/00000/00000/00000 c2e1,b5e3 1 artemis,pan", func(v int) bool { return v > -certain }},
		{"higher", "00000/02000/01000/00000/00000 b4d4,b2d2 2", func(v int) bool { return v > 50 }},
		{"three players", flat + "b2d4,b4d2,c1c5 2", func(v int) bool { return v < -50 && v > -120 }},
		{"out", flat + "x,b4d2,c1c5 2", func(v int) bool { return v == -certain }},
		{"last one left", flat + "b4d2,x,x 1", func(v int) bool { return v == certain }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := gametest.Must(t, santorini.Parse, test.text)
			if v := ByHand(&p, 0); !test.want(v) {
				t.Errorf("%s: %d for seat 1", &p, v)
			}
		})
	}
}

// TestByHandPowers checks that powers that let workers go and win nowhere else change
// nothing if there is no threat.
func TestByHandPowers(t *testing.T) {
	compared := 0
	for _, p := range highPositions(t) {
		if IsInCheck(&p) {
			continue
		}
		compared++
		powered := gametest.Must(t, santorini.Parse, p.String()+" atlas,demeter")
		if got, want := ByHand(&powered, p.Turn()), ByHand(&p, p.Turn()); got != want {
			t.Fatalf("%s: %d, want %d as without powers", &powered, got, want)
		}
	}
	if compared < 100 {
		t.Errorf("%d positions compared: want more", compared)
	}
}

// TestByHandTeams checks that a team is judged by the power of the rival that moves next, not
// of its partner: Artemis would win from c5 over b5.
func TestByHandTeams(t *testing.T) {
	const board = "32200/00000/00000/00000/00000 b2d2,c5e1"
	for _, test := range []struct{ two, four string }{
		{board + " 1 mortal,artemis", board + ",+,+ 1 mortal,artemis,mortal,mortal"},
		{board + " 1 pan,mortal", board + ",+,+ 1 pan,mortal,pan,artemis"},
	} {
		two := gametest.Must(t, santorini.Parse, test.two)
		four := gametest.Must(t, santorini.Parse, test.four)
		if got, want := ByHand(&four, 0), ByHand(&two, 0); got != want {
			t.Errorf("%s: %d, want %d as for %s", test.four, got, want, test.two)
		}
	}
}

func TestAddOdds(t *testing.T) {
	for a := int32(-certain); a <= certain; a += 7 {
		want := 100 * math.Log(1+math.Exp(float64(a)/100))
		if got := addOdds(a, 0); math.Abs(float64(got)-want) > 3 {
			t.Fatalf("odds of %d and 0 add up to %d, want %.1f", a, got, want)
		}
	}
}

// BenchmarkByHand evaluates positions of random games, one a time, by hand.
func BenchmarkByHand(b *testing.B) {
	const want = 220526 // the sum of all
	positions := randomPositions(b)[:1024]
	sum := 0
	for i := 0; b.Loop(); i++ {
		p := &positions[i&1023]
		sum += ByHand(p, p.Turn())
		if i&1023 == 1023 {
			if sum != want {
				b.Fatalf("the values add up to %d, want %d", sum, want)
			}
			sum = 0
		}
	}
}
