package eval

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

// naivePattern returns the number of a pattern, given what its squares are in the
// order in which they lie around their middle: patterns are numbered by the least
// octal number of an image, whose last digits are those of the lower squares.
func naivePattern(around [4]int) uint16 {
	least := leastImage(around)
	n, _ := slices.BinarySearch(leastImages, least)
	return uint16(n)
}

func leastImage(around [4]int) int {
	least := math.MaxInt
	for range 2 {
		for range 4 {
			around = [4]int{around[1], around[2], around[3], around[0]}
			least = min(least, around[0]+8*around[1]+8*8*around[3]+8*8*8*around[2])
		}
		slices.Reverse(around[:])
	}
	return least
}

// leastImages are those of all patterns.
var leastImages = func() (all []int) {
	for x := range 8 * 8 * 8 * 8 {
		all = append(all, leastImage([4]int{x & 7, x >> 3 & 7, x >> 9, x >> 6 & 7}))
	}
	slices.Sort(all)
	return slices.Compact(all)
}()

// naiveInputs returns the inputs of a position, found square by square.
func naiveInputs(p *amazons.Position) (list []uint16) {
	b, own := p.Board(), p.Turn()
	ownD, otherD := distances(b, own, 10), distances(b, 1-own, 10)
	state := func(file, rank int) int {
		if file < 0 || rank < 0 || file >= b.Files || rank >= b.Ranks {
			return 0
		}
		cell := b.At(game.At(file, rank))
		d, e := ownD[[2]int{file, rank}], otherD[[2]int{file, rank}]
		switch {
		case cell.Owner.Has(own):
			return 1
		case cell.Owner.Has(1 - own):
			return 2
		case cell.Kind != "" || d == far && e == far:
			return 0
		}
		return 5 + max(-2, min(2, d-e))
	}
	for rank := -1; rank < b.Ranks; rank++ {
		for file := -1; file < b.Files; file++ {
			around := [4]int{state(file, rank), state(file+1, rank), state(file+1, rank+1), state(file, rank+1)}
			if around != [4]int{} {
				list = append(list, naivePattern(around))
			}
		}
	}
	_, contest := TermsOf(p)
	return append(list, NumPatterns+uint16(min(contest/12, 15)))
}

func TestAppendInputs(t *testing.T) {
	if len(leastImages) != NumPatterns {
		t.Fatalf("%d patterns, want %d", len(leastImages), NumPatterns)
	}
	for _, p := range append(randomPositions(t, 100, 80), smallPositions(t)...) {
		got, want := AppendInputs(&p, nil), naiveInputs(&p)
		if !slices.Equal(got, want) || len(got) > MaxActive {
			t.Fatalf("%s: %v, square by square %v", &p, got, want)
		}
	}
}

// smallPositions are on boards of other sizes, none of whose corners is that of the
// largest.
func smallPositions(t *testing.T) (all []amazons.Position) {
	t.Helper()
	for _, text := range []string{"Qq*1/4 b", "5/4q w", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", "1 w", "q9/10/9Q b", "q/1/Q w"} {
		p := gametest.Must(t, amazons.Parse, text)
		all = append(all, p)
	}
	return all
}

// randomNetwork returns a network with weights up to most, and these.
func randomNetwork(t *testing.T, most int) (*Network, *NetworkWeights) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	w := new(NetworkWeights)
	draw := func() int16 { return int16(rng.IntN(2*most+1) - most) }
	for unit := range NumUnits {
		for i := range w.Starts {
			w.Starts[i][unit] = draw()
		}
		for i := 1; i < NumPatterns; i++ {
			w.Patterns[i][unit] = draw()
		}
	}
	n, err := NewNetwork(w)
	if err != nil {
		t.Fatal(err)
	}
	return n, w
}

// naiveValue computes what a network says unit by unit.
func naiveValue(w *NetworkWeights, inputs []uint16) int {
	sum := 0
	for unit := range NumUnits {
		v := 0
		for _, input := range inputs {
			if input < NumPatterns {
				v += int(w.Patterns[input][unit])
			} else {
				v += int(w.Starts[input-NumPatterns][unit])
			}
		}
		if unit < NumUnits/2 {
			sum += max(v, 0)
		} else {
			sum -= max(v, 0)
		}
	}
	return sum * 100 / Unit
}

// TestNetworkAddsUp has weights as large as they can be, and wants what the network
// says to be added to the terms.
func TestNetworkAddsUp(t *testing.T) {
	n, w := randomNetwork(t, math.MaxInt16/(numCorners+1))
	alone, both := New(Fitted(), nil), New(Fitted(), n)
	for _, p := range append(randomPositions(t, 300, 80), smallPositions(t)...) {
		want := naiveValue(w, AppendInputs(&p, nil))
		if got := both.Evaluate(&p, p.Turn()) - alone.Evaluate(&p, p.Turn()); got != want {
			t.Fatalf("%s: the network adds %d, want %d", &p, got, want)
		}
	}
}

// TestNetworkImages wants a board to be worth the same however it is turned and
// reflected.
func TestNetworkImages(t *testing.T) {
	n, _ := randomNetwork(t, 200)
	e := New(Fitted(), n)
	for _, p := range randomPositions(t, 50, 80) {
		b := p.Board()
		for _, y := range b.Symmetries() {
			pos, err := amazons.Rules().Compose(b, p.Turn())
			if err == nil {
				pos, err = game.Image(pos, y)
			}
			if err != nil {
				t.Fatal(err)
			}
			q, _ := game.KernelOf[amazons.Position](pos)
			if got, want := e.Evaluate(&q, q.Turn()), e.Evaluate(&p, p.Turn()); got != want {
				t.Fatalf("%s: %d, its image %s %d", &p, want, &q, got)
			}
		}
	}
}

func TestNewNetworkRefuses(t *testing.T) {
	_, w := randomNetwork(t, 200)
	for what, change := range map[string]func(w *NetworkWeights){
		"a unit that is too large": func(w *NetworkWeights) { w.Patterns[300][3] = math.MaxInt16 / numCorners },
		"a unit that is too small": func(w *NetworkWeights) { w.Patterns[300][3] = math.MinInt16 / numCorners },
		"weights for what is shut": func(w *NetworkWeights) { w.Patterns[0][9] = 1 },
	} {
		broken := *w
		broken.Starts[2][3], broken.Starts[7][3] = 200, -200
		change(&broken)
		if _, err := NewNetwork(&broken); err == nil {
			t.Errorf("%s: taken for a network", what)
		}
	}
}

func TestParseNetwork(t *testing.T) {
	want, w := randomNetwork(t, 60)
	file, err := w.AppendFile(nil, "made by nobody")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseNetwork(file); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the network read is not the one written: %v", err)
	}
	for name, broken := range map[string]string{
		"nothing": "", "too short": string(file[:len(file)-1]), "too long": string(file) + " ", "no line": strings.Repeat(" ", len(file)),
	} {
		if _, err := ParseNetwork([]byte(broken)); err == nil {
			t.Errorf("%s: taken for a network", name)
		}
	}
}
