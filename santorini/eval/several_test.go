package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// severalPositions returns the positions of random games of three and four seats, half of
// them on boards high enough for threats, the last ones included.
func severalPositions(tb testing.TB) (positions []santorini.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	for _, start := range []string{
		flat + "b2d4,b4d2,c1c5 1", flat + "b2d4,b4d2,c1c5,a3e3 1",
		"01200/12110/01221/10120/00211 b2d4,b4d2,c1c5 1", "01200/12110/01221/10120/00211 b2d4,b4d2,c1c5,a3e3 1",
	} {
		for range 30 {
			p := gametest.Must(tb, santorini.Parse, start)
			positions = appendRandomGame(positions, p, rng)
		}
	}
	return positions
}

// naiveSeveral is Several by its documentation, square by square, in real numbers.
func naiveSeveral(p *santorini.Position, seat game.Seat) float64 {
	type view struct {
		seat               game.Seat
		value              float64
		steps, tops, twice map[santorini.Space]bool
	}
	can := func(from, to santorini.Space) bool {
		return santorini.Neighbors(from).Has(to) && !p.Occupied().Has(to) && p.Level(to) != santorini.Dome && p.Level(to) <= p.Level(from)+1
	}
	beside := func(squares map[santorini.Space]bool, s santorini.Space) bool {
		for near := range squares {
			if santorini.Neighbors(s).Has(near) {
				return true
			}
		}
		return false
	}
	var views []*view
	for i := range game.Seat(4) {
		v := &view{(p.Turn() + i) % 4, 0, map[santorini.Space]bool{}, map[santorini.Space]bool{}, map[santorini.Space]bool{}}
		if !p.Seats().Has(v.seat) {
			continue
		}
		views = append(views, v)
		for from := range santorini.Space(santorini.NumSpaces) {
			if !p.Workers(v.seat).Has(from) {
				continue
			}
			level := min(p.Level(from), 2)
			same, up := 0, 0
			for to := range santorini.Space(santorini.NumSpaces) {
				if !can(from, to) {
					continue
				}
				v.steps[to] = true
				switch {
				case p.Level(to) > p.Level(from):
					up++
					if p.Level(to) == 3 {
						v.tops[to] = true
					}
				case p.Level(to) == p.Level(from):
					same++
				}
				for s := range santorini.Space(santorini.NumSpaces) {
					if p.Level(s) >= 2 && (s == to || can(to, s)) {
						v.twice[s] = true
					}
				}
			}
			w := &severalValues[level]
			v.value += float64(w.at[ringOf[from]]) + float64(w.same[same]) + float64(w.up[up])
		}
	}
	winner := -1
	if len(views[0].tops) > 0 {
		winner = 0
	} else if len(views) > 1 && p.Workers(p.Turn()) != 0 {
		for top := range views[1].tops {
			if len(views[1].tops) > 1 || !beside(views[0].steps, top) {
				winner = 1
			}
		}
	}
	if winner >= 0 {
		if views[winner].seat == seat {
			return certain
		}
		return -certain
	}
	for i, v := range views {
		var claimed [2]int
		for s := range v.twice {
			alone := true
			for _, other := range views {
				alone = alone && (other == v || !other.twice[s])
			}
			if alone {
				claimed[p.Level(s)-2]++
			}
		}
		for high, n := range claimed {
			v.value += float64(severalClaims[min(i, 2)][high][min(n, 3)])
		}
		if i == 0 || len(v.tops) == 0 {
			continue
		}
		kind, first, between := 0, false, true
		for top := range v.tops {
			first = first || beside(views[0].steps, top)
			some := false
			for _, b := range views[1:i] {
				some = some || b.steps[top] || beside(b.steps, top)
			}
			between = between && some
		}
		if between {
			kind++
		}
		if first {
			kind += 2
		}
		if len(v.tops) > 1 {
			kind += 4
		}
		if i == 1 {
			kind = 8
		}
		v.value += float64(threatValues[kind].threatening)
		views[0].value += float64(threatValues[kind].moving)
	}
	own, others := math.Inf(-1), 0.0
	for _, v := range views {
		if v.seat == seat {
			own = v.value
		} else {
			others += math.Exp(v.value / 100)
		}
	}
	return max(-certain, min(certain, own-100*math.Log(others)))
}

func TestSeveralNaively(t *testing.T) {
	kinds := map[float64]int{}
	for _, p := range severalPositions(t) {
		if p.Occupied()&p.Above(santorini.Top-1) != 0 {
			continue // over: its winner is no longer to climb
		}
		for seat := range game.Seat(p.Players()) {
			got, want := Several(&p, seat), naiveSeveral(&p, seat)
			if math.Abs(float64(got)-want) > 7 {
				t.Fatalf("%s: %d for seat %s, want %.1f", &p, got, seat, want)
			}
			if math.Abs(want) == certain {
				kinds[want]++
			}
		}
	}
	if len(kinds) < 2 {
		t.Errorf("certain results: %v", kinds)
	}
}

// TestSeveralSeats wants the chances of all seats to add up to 1, and the numbers of the
// seats to matter only by the order of turns.
func TestSeveralSeats(t *testing.T) {
	for _, p := range severalPositions(t) {
		sum := 0.0
		for seat := range game.Seat(p.Players()) {
			sum += 1 / (1 + math.Exp(-float64(Several(&p, seat))/100))
		}
		if math.Abs(sum-1) > 0.04 {
			t.Fatalf("%s: the seats' chances add up to %.3f", &p, sum)
		}
		turned := reversed(t, &p)
		for seat := range game.Seat(p.Players()) {
			if v, w := Several(&p, seat), Several(&turned, seat); v != w {
				t.Fatalf("%s: worth %d to seat %s, turned %s: %d", &p, v, seat, &turned, w)
			}
		}
	}
	const board = "00100/01310/00101/02010/00000 "
	for _, list := range [][]string{
		{"b2d4,b4d2,c1c5 1", "c1c5,b2d4,b4d2 2", "b4d2,c1c5,b2d4 3"},
		{"b2d4,b4d2,c1c5,a3e3 1", "a3e3,b2d4,b4d2,c1c5 2", "c1c5,a3e3,b2d4,b4d2 3", "b4d2,c1c5,a3e3,b2d4 4"},
		{"x,b2d4,b4d2,c1c5 2", "b2d4,x,b4d2,c1c5 1", "b2d4,b4d2,x,c1c5 1", "b2d4,b4d2,c1c5,x 1", "b2d4,b4d2,c1c5 1"},
	} {
		for i, text := range list {
			first := gametest.Must(t, santorini.Parse, board+list[0])
			p := gametest.Must(t, santorini.Parse, board+text)
			if v, w := Several(&first, first.Turn()), Several(&p, p.Turn()); v != w {
				t.Errorf("%s: worth %d to seat %s, in %s %d", list[0], v, first.Turn(), list[i], w)
			}
		}
	}
}

// TestSeveralCertain plays all turns where Several is certain that the next seat wins.
func TestSeveralCertain(t *testing.T) {
	checked := 0
	for _, p := range severalPositions(t) {
		if p.Winners() != 0 || canWin(&p) {
			continue
		}
		then := p
		then.Play(p.AppendMoves(nil)[0])
		if Several(&p, then.Turn()) != certain {
			continue
		}
		checked++
		for _, m := range p.AppendMoves(nil) {
			if next := after(p, m); next.Winners() == 0 && (next.Turn() != then.Turn() || !canWin(&next)) {
				t.Fatalf("%s: seat %s can be kept from winning by %s", &p, then.Turn(), m)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d positions checked, want 20", checked)
	}
}

func TestSeveralThreats(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       func(v [4]int) bool // of the values for all seats
	}{
		{"even start", flat + "b2d4,b4d2,c1c5 2", func(v [4]int) bool { return max(v[0], v[1], v[2]) < 0 }},
		{"can climb", "32000/00000/00000/00000/00000 b5e1,c3e3,a1a2 1", func(v [4]int) bool { return v[0] == certain && v[1] == -certain }},
		{"the next one climbs", "32000/00000/00000/00000/00000 c2e1,b5e3,a1a2 1", func(v [4]int) bool { return v[1] == certain && v[0] == -certain && v[2] == -certain }},
		{"the next one can be stopped", "32000/00000/00000/00000/00000 c3e1,b5e3,a1a2 1", func(v [4]int) bool { return max(v[0], v[1]) < certain }},
		{"nobody stops the last one", "32000/00000/00000/00000/00000 c2e1,d1e3,b5e4 1", func(v [4]int) bool { return v[2] > 200 }},
		{"both can stop the last one", "32000/00000/00000/00000/00000 c3e1,c4e3,b5e4 1", func(v [4]int) bool { return v[2] < 100 }},
		{"with powers", "32000/00000/00000/00000/00000 b5e1,c3e3,a1a2 1 mortal,athena,pan", func(v [4]int) bool { return v[0] == certain }},
		{"may yet stop a climb", "32000/00000/00000/00000/00000 c2e1,b5e3,a1a2 1 artemis,pan,pan", func(v [4]int) bool { return v[0] > -certain && v[1] < certain }},
		{"out", flat + "x,b4d2,c1c5 2", func(v [4]int) bool { return v[0] == -certain && v[1] > -certain }},
		{"last one left", flat + "b4d2,x,x 1", func(v [4]int) bool { return v[0] == certain }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := gametest.Must(t, santorini.Parse, test.text)
			var values [4]int
			for seat := range game.Seat(p.Players()) {
				values[seat] = Several(&p, seat)
			}
			if !test.want(values) {
				t.Errorf("%s: %d", &p, values)
			}
		})
	}
}

// BenchmarkSeveral evaluates positions of random games of three and four seats.
func BenchmarkSeveral(b *testing.B) {
	positions := severalPositions(b)[:1024]
	for i := 0; b.Loop(); i++ {
		p := &positions[i&1023]
		Several(p, p.Turn())
	}
}
