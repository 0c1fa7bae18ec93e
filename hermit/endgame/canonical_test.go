package endgame

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
)

// canonical works out the key of a part as the documentation of CanonicalKey
// defines it, square by square: the sets of squares in question are those that
// an odd number of colors may cover, and then those of the colors, ascending.
func canonical(f *Field, p Part) (hi, lo uint64) {
	var least []uint64
	for image := range 8 {
		place := func(s int) (x, y int) {
			x, y = s%f.width, s/f.width
			if image&1 != 0 {
				x = -x
			}
			if image&2 != 0 {
				y = -y
			}
			if image&4 != 0 {
				x, y = y, x
			}
			return x, y
		}
		left, right, low, high := 99, -99, 99, -99
		for rest := p.squares(); rest != 0; rest &= rest - 1 {
			x, y := place(bits.TrailingZeros64(rest))
			left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
		}
		if right-left > high-low {
			continue
		}
		var sets [hermit.NumColors]uint64
		for color, open := range p {
			for ; open != 0; open &= open - 1 {
				x, y := place(bits.TrailingZeros64(open))
				sets[color] |= 1 << (x - left + f.width*(y-low))
			}
		}
		odd := sets[0] ^ sets[1] ^ sets[2]
		slices.Sort(sets[:])
		if form := append([]uint64{odd}, sets[:]...); least == nil || slices.Compare(form, least) < 0 {
			least = form
		}
	}
	return key(least[1], least[2], least[3])
}

// TestCanonicalKeyIsLeast compares with the definition, on parts among which
// many have the same squares open to two of the colors, so that their images
// differ in no more than which sets those are.
func TestCanonicalKeyIsLeast(t *testing.T) {
	for _, size := range [][2]int{{5, 6}, {4, 4}, {8, 3}, {1, 9}} {
		f := field(t, empty(t, size[0], size[1]))
		all := uint64(1)<<(size[0]*size[1]) - 1
		rng := rand.New(rand.NewPCG(17, 18))
		for range 300 {
			whole := randomPart(rng, all)
			switch rng.IntN(4) {
			case 0:
				whole[hermit.Blue] = whole[hermit.Yellow]
			case 1:
				whole[hermit.Red], whole[hermit.Blue] = 0, whole[hermit.Yellow]
			}
			parts, _ := f.AppendCut(nil, whole)
			for _, p := range parts {
				hi, lo := f.CanonicalKey(&p)
				if wantHi, wantLo := canonical(f, p); hi != wantHi || lo != wantLo {
					t.Fatalf("%x has the key %x %x, want %x %x", p, hi, lo, wantHi, wantLo)
				}
			}
		}
	}
}

// TestNewFieldLays wants a field over the smallest rectangle around what is
// open, not wider than high, with its squares in the board's order where both
// sides are equal.
func TestNewFieldLays(t *testing.T) {
	for _, test := range []struct {
		position      string
		width, height int
		first, last   string
	}{
		{"..../..../..../.... 1", 4, 4, "a1", "d4"},
		{"R..../Y..../B..../R..../Y.... 1", 4, 5, "b1", "e5"},
		{"...../...../...../...../RYBRY 1", 4, 5, "a2", "e5"},
		{"RYBRY/...../...../...../..... 1", 4, 5, "a1", "e4"},
		{"......./......./......./......./......./....... 1", 6, 7, "a1", "g6"},
	} {
		pos, err := hermit.Rules().Parse(test.position)
		if err != nil {
			t.Error(err)
			continue
		}
		f, err := NewField(pos)
		if err != nil {
			t.Errorf("%s: %v", pos, err)
			continue
		}
		n := len(f.squares)
		if f.width != test.width || f.height != test.height || n != test.width*test.height {
			t.Errorf("%s: a field of %d×%d with %d squares, want %d×%d", pos, f.width, f.height, n, test.width, test.height)
			continue
		}
		if first, last := f.squares[0].String(), f.squares[n-1].String(); first != test.first || last != test.last {
			t.Errorf("%s: from %s to %s, want from %s to %s", pos, first, last, test.first, test.last)
		}
		if test.width == test.height && f.squares[1].String() != "b1" {
			t.Errorf("%s: %s comes second, want b1", pos, f.squares[1])
		}
	}
}

// TestNewFieldSize makes fields all along random games on a board that is too
// large at first: as soon as no more than MaxField squares are open, and not
// before, unless the rectangle around them has no more.
func TestNewFieldSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	full, start := 0, empty(t, 9, 9)
	for range 200 {
		for p := start; p.Winners() == 0; {
			open := p.Spots().Squares().Len()
			f, err := NewField(position(t, p))
			switch {
			case err != nil && (!errors.Is(err, engine.ErrUnsupported) || open <= MaxField):
				t.Fatalf("%s with %d open squares: %v", &p, open, err)
			case err == nil && open > MaxField:
				t.Fatalf("%s with %d open squares makes a field of %d", &p, open, len(f.squares))
			case err == nil && f.width == 0 && open == MaxField:
				full++
			}
			p.Play(gametest.RandomMove(&p, rng))
		}
	}
	if full == 0 {
		t.Error("no position has as many open squares as a field can have")
	}
}

// TestIsZeroImages wants each kind of symmetry seen in parts that are not wider
// than high, and nothing where there
// is none, where a square is its own image, or where a move and its image are
// neighbors in one color.
func TestIsZeroImages(t *testing.T) {
	f := field(t, empty(t, 4, 4))
	set := func(squares ...string) (open uint64) {
		for _, name := range squares {
			s := gametest.Must(t, game.ParseSquare, name)
			open |= 1 << f.number[s]
		}
		return open
	}
	for _, test := range []struct {
		name string
		part Part
		want bool
	}{
		{"turned", Part{hermit.Red: set("a1", "a2", "c3", "c4")}, true},
		{"turned, colors exchanged", Part{hermit.Red: set("a1", "a2"), hermit.Yellow: set("b2", "b3")}, true},
		{"left and right", Part{hermit.Red: set("a1", "a2", "b1", "c1", "c2")}, false},
		{"left and right, apart", Part{hermit.Red: set("a1", "a2", "a3", "c1", "c2", "c3")}, true},
		{"left and right, away from the corner", Part{set("b2", "b3", "b4", "d2", "d3", "d4"), set("b2", "d2"), set("b3", "d3")}, true},
		{"left and right, colors exchanged", Part{hermit.Yellow: set("a1", "a2", "a3"), hermit.Blue: set("b1", "b2", "b3")}, true},
		{"up and down, colors exchanged", Part{hermit.Red: set("a1", "b2"), hermit.Blue: set("a4", "b3")}, true},
		{"diagonal", Part{hermit.Red: set("b1", "c1"), hermit.Yellow: set("a2", "a3")}, true},
		{"other diagonal", Part{hermit.Red: set("b1", "a1"), hermit.Yellow: set("c2", "c3")}, true},
		{"no symmetry", Part{hermit.Red: set("b1", "c1"), hermit.Yellow: set("a2", "b2")}, false},
		{"a square in the middle", Part{hermit.Red: set("a1", "b1", "c1")}, false},
		{"neighbors", Part{hermit.Red: set("a1", "b1")}, false},
	} {
		if got := f.IsZero(&test.part); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestKey wants another key for each spot of the largest field.
func TestKey(t *testing.T) {
	f := field(t, empty(t, 6, 7))
	seen := map[[2]uint64]Part{}
	for color := range hermit.NumColors {
		for s := range MaxField {
			var p Part
			p[color] = 1 << s
			hi, lo := f.Key(&p)
			if other, ok := seen[[2]uint64{hi, lo}]; ok {
				t.Errorf("%x and %x have the key %x %x", p, other, hi, lo)
			}
			seen[[2]uint64{hi, lo}] = p
		}
	}
}

// TestHardness adds up moves and squares one by one.
func TestHardness(t *testing.T) {
	f := field(t, empty(t, 5, 6))
	rng := rand.New(rand.NewPCG(21, 22))
	for range 100 {
		p := randomPart(rng, 1<<30-1)
		want := len(f.AppendMoves(nil, &p)) + 2*bits.OnesCount64(p.squares())
		if got := f.Hardness(&p); got != want {
			t.Errorf("%x: %d, want %d", p, got, want)
		}
	}
}
