package eval

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// naiveInputs lists the inputs of the network as their documentation has them,
// square by square.
func naiveInputs(p *santorini.Position) (list []uint16) {
	add := func(kind int, s santorini.Space) { list = append(list, uint16(santorini.NumSpaces*kind+int(s))) }
	all := santorini.Spaces(1<<santorini.NumSpaces - 1)
	each := func(set santorini.Spaces, visit func(santorini.Space)) {
		for s := range santorini.Space(santorini.NumSpaces) {
			if set.Has(s) {
				visit(s)
			}
		}
	}
	can := func(from, to santorini.Space) bool {
		return santorini.Neighbors(from).Has(to) && !p.Occupied().Has(to) && p.Level(to) != santorini.Dome && p.Level(to) <= p.Level(from)+1
	}
	each(all, func(s santorini.Space) {
		if p.Level(s) > 0 {
			add(int(p.Level(s))-1, s)
		}
	})
	for side, seat := range []game.Seat{p.Turn(), 1 - p.Turn()} {
		var within santorini.Spaces // two turns
		each(p.Workers(seat), func(from santorini.Space) {
			level := min(int(p.Level(from)), 2)
			add(4+3*side+level, from)
			each(all, func(to santorini.Space) {
				if !can(from, to) {
					return
				}
				add(4+6+9*side+[]int{0, 2, 5}[level]+int(p.Level(to)), to)
				within |= santorini.Single(to)
				each(all, func(next santorini.Space) {
					if can(to, next) {
						within |= santorini.Single(next)
					}
				})
			})
		})
		each(within, func(s santorini.Space) {
			if level := int(p.Level(s)); level == 2 || level == 3 {
				add(4+6+18+2*side+level-2, s)
			}
		})
	}
	each(all, func(s santorini.Space) {
		add(4+6+18+4+25*int(p.Level(s))+5*naiveDistance(p.Workers(p.Turn()), s)+naiveDistance(p.Workers(1-p.Turn()), s), s)
	})
	return list
}

// naiveDistance counts how far the nearest of two workers is from a square.
func naiveDistance(workers santorini.Spaces, s santorini.Space) int {
	away := func(w santorini.Space) int {
		files, ranks := w.File()-s.File(), w.Rank()-s.Rank()
		return max(files, -files, ranks, -ranks)
	}
	a, b := away(workers.First()), away(workers.Last())
	switch least := min(a, b); {
	case least == 1 && a == b:
		return 2
	case least >= 2:
		return min(least+1, 4)
	default:
		return least
	}
}

// naivePowerInputs lists those that are there for powers.
func naivePowerInputs(p *santorini.Position) (list []uint16) {
	if p.IsBase() {
		return nil
	}
	const pairs, grounded, threats, goals, stands = 3925, 3925 + 121, 3925 + 132, 3925 + 132 + 275, 3925 + 132 + 275 + 800
	mine, rival := int(p.Power(p.Turn())), int(p.Power(1-p.Turn()))
	list = append(list, uint16(pairs+11*mine+rival))
	if p.IsGrounded() {
		list = append(list, uint16(grounded+mine))
	}
	for side, seat := range []game.Seat{p.Turn(), 1 - p.Turn()} {
		power := p.Power(seat)
		own, wins := p.Workers(seat), p.Wins(seat)
		for s := range santorini.Space(santorini.NumSpaces) {
			level := int(p.Level(s))
			if side == 1 && wins.Has(s) {
				list = append(list, uint16(threats+25*rival+int(s)))
			}
			if p.Workers(seat).Has(s) && power != santorini.Mortal {
				list = append(list, uint16(stands+25*(3*(10*side+int(power)-1)+min(level, 2))+int(s)))
			}
			group := slices.Index([]string{"apollo", "artemis", "hermes", "minotaur"}, power.String())
			if group < 0 || wins.Has(s) || !(p.Goals(seat, own.First()) | p.Goals(seat, own.Last())).Has(s) {
				continue
			}
			step := false
			for workers := own; workers != 0; workers &= workers - 1 {
				from := workers.First()
				step = step || santorini.Neighbors(from).Has(s) && !p.Occupied().Has(s) && level <= int(p.Level(from))+1
			}
			if !step {
				list = append(list, uint16(goals+25*(4*(4*side+group)+level)+int(s)))
			}
		}
	}
	return list
}

func TestInputs(t *testing.T) {
	seen := map[uint16]bool{}
	for _, p := range append(randomPositions(t), quietPositions(t)...) {
		if p.Players() != 2 || p.Workers(1) == 0 || p.Winners() != 0 {
			continue
		}
		got, want := AppendInputs(&p, nil), append(naiveInputs(&p), naivePowerInputs(&p)...)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: inputs %d, want %d", &p, got, want)
		}
		for _, input := range got {
			seen[input] = true
		}
	}
	for _, kind := range []struct {
		name        string
		first, next int
	}{
		{"pairings", pairInput, groundedInput},
		{"bans", groundedInput, threatInput},
		{"threats", threatInput, goalInput},
		{"goals", goalInput, standInput},
		{"gods", standInput, NumInputs},
	} {
		some := 0
		for input := kind.first; input < kind.next; input++ {
			if seen[uint16(input)] {
				some++
			}
		}
		if some*3 < kind.next-kind.first {
			t.Errorf("%s: %d of %d came up", kind.name, some, kind.next-kind.first)
		}
	}
}

// TestTurnInput wants the inputs of a turned position to be the turned ones.
func TestTurnInput(t *testing.T) {
	for _, power := range santorini.Powers() {
		p := gametest.Must(t, santorini.Parse, "00120/01310/00101/02010/03200 b2d4,b4d2 1 "+power.String()+",pan")
		turned := reversed(t, &p)
		var got []uint16
		for _, input := range AppendInputs(&p, nil) {
			got = append(got, TurnInput(input, game.Symmetries(santorini.Size, santorini.Size)[3]))
		}
		want := AppendInputs(&turned, nil)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s, turned: inputs %d, want %d", &p, got, want)
		}
	}
}

// TestNewNetworkLimits adds weights of one to the largest bias with which a unit
// still stays within 16 bits, and to one more. Of all inputs 111 can count at
// once: 25 levels, 50 squares that a side can be on within two turns, and for
// each of four workers its own square and eight steps. Of the inputs of one
// kind no more can than its row says.
func TestNewNetworkLimits(t *testing.T) {
	check := func(what string, first, kinds int, most int16) {
		for _, sign := range []int16{1, -1} {
			for over := range int16(2) {
				w := &Weights{Powers: make([][NumUnits]int8, numPowerInputs)}
				for input := range santorini.NumSpaces * kinds {
					w.Rows[santorini.NumSpaces*first+input][NumUnits-1] = sign
				}
				w.Bias[NumUnits-1] = sign * (math.MaxInt16 - most + over)
				_, err := NewNetwork(w)
				want := map[int16]string{1: "can reach 32768:", -1: "can reach -32768:"}[sign]
				if (err != nil) != (over > 0) || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%s, %d over, sign %d: %v", what, over, sign, err)
				}
			}
		}
	}
	check("all", 0, numKinds, 136)
	check("near", nearKind, numKinds-nearKind, 25)
	for kind := range nearKind {
		most := int16(25) // levels, two turns
		switch {
		case kind >= 4 && kind < 10:
			most = 2 // workers
		case kind >= 10 && kind < 28:
			most = 2 * 8 // their steps
		}
		check("kind "+strconv.Itoa(kind), kind, 1, most)
	}
}

// TestNewNetworkLimitsPowers does so with weights of one for powers, of which 56
// can count at once: the pairing, that nobody may go up, two workers of each side,
// and 25 squares for each side to go to.
func TestNewNetworkLimitsPowers(t *testing.T) {
	for _, sign := range []int8{1, -1} {
		for over := range int16(2) {
			w := &Weights{Powers: make([][NumUnits]int8, numPowerInputs)}
			for input := range w.Powers {
				w.Powers[input][NumUnits-1] = sign
			}
			w.Bias[NumUnits-1] = int16(sign) * (math.MaxInt16 - 16*(2+4+2*25) + over)
			if _, err := NewNetwork(w); (err != nil) != (over > 0) {
				t.Errorf("%d over, sign %d: %v", over, sign, err)
			}
		}
	}
}

// TestClip wants weights that are too large to be taken afterwards, and others to stay.
func TestClip(t *testing.T) {
	w := randomNetwork(rand.New(rand.NewPCG(1, 2)), 240)
	for input := range w.Powers {
		w.Powers[input][7] = 100
		w.Powers[input][8] = -100
	}
	before := slices.Clone(w.Powers)
	if _, err := NewNetwork(w); err == nil {
		t.Fatal("weights that can leave the range of 16 bits are taken")
	}
	w.Clip()
	if _, err := NewNetwork(w); err != nil {
		t.Fatal(err)
	}
	for input, row := range w.Powers {
		before[input][7], before[input][8] = row[7], row[8]
	}
	if row := w.Powers[0]; row[7] < 10 || row[8] > -10 || !slices.Equal(before, w.Powers) {
		t.Errorf("units 7 and 8 weigh %d and %d, or others have changed", row[7], row[8])
	}

	for input := range w.Rows {
		w.Rows[input][9] = -2000
	}
	rows := slices.Clone(w.Rows[:])
	if w.Clip(); w.Powers[0][9] != 0 || w.Rows[0][9] > -100 {
		t.Errorf("unit 9 weighs %d with powers, %d without", w.Powers[0][9], w.Rows[0][9])
	}
	if _, err := NewNetwork(w); err != nil {
		t.Error(err)
	}
	for input, row := range w.Rows {
		rows[input][9] = row[9]
	}
	if !slices.Equal(rows, w.Rows[:]) {
		t.Error("the weights of other units have changed")
	}
}

// TestClaim adds up what squares of level 2 and of level 3 are worth, of either
// no more than three.
func TestClaim(t *testing.T) {
	p := gametest.Must(t, santorini.Parse, "22222/33333/00000/00000/00000 a1b1,d1e1 1")
	high := p.Above(2)
	low := p.Above(1) &^ high
	for n := range 6 {
		for m := range 6 {
			var set santorini.Spaces
			for rest, i := low, 0; i < n && i < 5; rest, i = rest&(rest-1), i+1 {
				set |= santorini.Single(rest.First())
			}
			for rest, i := high, 0; i < m && i < 5; rest, i = rest&(rest-1), i+1 {
				set |= santorini.Single(rest.First())
			}
			if got, want := claim(&p, set, &claims), claims[0][min(n, 3)]+claims[1][min(m, 3)]; got != want {
				t.Errorf("%d of level 2 and %d of level 3 are worth %d, want %d", n, m, got, want)
			}
		}
	}
}
