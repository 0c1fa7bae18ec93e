package endgame

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
)

// TestFieldMoves compares the moves of the parts of random positions, on
// fields of both kinds, with the moves of the position, by their numbers and
// by what is left after each.
func TestFieldMoves(t *testing.T) {
	for _, text := range []string{
		"..../..../..../.... 1",
		"....../....../....../....../....../....../...... 1",
		"........../........../........../.......... 2",
		"R......../........./..Y....../........./....R..../........./......B../........./........Y 1",
	} {
		start := parse(t, text)
		rng := rand.New(rand.NewPCG(7, 8))
		for range 30 {
			var f *Field
			p := start
			for p.Winners() == 0 {
				pos := position(t, p)
				if f == nil {
					var err error
					if f, err = NewField(pos); err != nil && !errors.Is(err, engine.ErrUnsupported) {
						t.Fatal(err)
					}
				}
				moves := p.AppendMoves(nil)
				if f != nil {
					checkField(t, f, p, moves)
				}
				p.Play(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// play makes a move in a part, which need not hang together afterward.
func (f *Field) play(p *Part, m Placing) {
	block := &f.blocks[m>>6&3][m&63]
	for color := range p {
		p[color] &^= block.covers
	}
	p[m>>8] &^= block.takes
}

// checkField wants the same positions after the moves of the whole field as
// after those of the position.
func checkField(t *testing.T, f *Field, p hermit.Position, moves []hermit.Move) {
	t.Helper()
	whole := part(t, f, p)
	var left, want []Part
	for _, m := range f.AppendMoves(nil, &whole) {
		after := whole
		f.play(&after, m)
		left = append(left, after)
	}
	for _, m := range moves {
		next := p
		next.Play(m)
		want = append(want, part(t, f, next))
	}
	compare := func(a, b Part) int { return slices.Compare(a[:], b[:]) }
	slices.SortFunc(left, compare)
	slices.SortFunc(want, compare)
	if !slices.Equal(left, want) {
		t.Errorf("%s: moves on the field leave %x, want %x", &p, left, want)
	}
}

// part returns what is left of a position on the field.
func part(t testing.TB, f *Field, p hermit.Position) Part {
	t.Helper()
	whole, err := f.Whole(position(t, p))
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

func position(t testing.TB, p hermit.Position) game.Position {
	t.Helper()
	return gametest.Must(t, hermit.Rules().Parse, p.String())
}

// TestCanonicalKey wants one key for all images of a part, and other keys for
// other parts.
func TestCanonicalKey(t *testing.T) {
	for _, size := range [][2]int{{5, 6}, {4, 4}, {8, 3}, {1, 9}} {
		f := field(t, empty(t, size[0], size[1]))
		all := uint64(1)<<(size[0]*size[1]) - 1
		rng := rand.New(rand.NewPCG(9, 10))
		keys, forms := map[string][2]uint64{}, map[[2]uint64]string{}
		for range 500 {
			parts, _ := f.AppendCut(nil, randomPart(rng, all))
			for _, p := range parts {
				hi, lo := f.CanonicalKey(&p)
				if hi|lo >= 1<<63 {
					t.Fatalf("key of %x has more than 63 bits in a word", p)
				}
				k, form := [2]uint64{hi, lo}, form(f, p)
				if other, ok := keys[form]; ok && other != k {
					t.Fatalf("%x has the key %x, images of it %x", p, k, other)
				}
				if other, ok := forms[k]; ok && other != form {
					t.Fatalf("%x, in other words %s, has the key of %s", p, form, other)
				}
				keys[form], forms[k] = k, form
			}
		}
	}
}

// form describes a part in the same way as all its images.
func form(f *Field, p Part) (least string) {
	for image := range 8 {
		var colors []string
		left, low := 99, 99
		var squares [hermit.NumColors][][2]int
		for color, open := range p {
			for ; open != 0; open &= open - 1 {
				s := bits.TrailingZeros64(open)
				x, y := s%f.width, s/f.width
				if image&1 != 0 {
					x = -x
				}
				if image&2 != 0 {
					y = -y
				}
				if image&4 != 0 {
					x, y = y, x
				}
				left, low = min(left, x), min(low, y)
				squares[color] = append(squares[color], [2]int{x, y})
			}
		}
		for _, set := range squares {
			for i := range set {
				set[i] = [2]int{set[i][0] - left, set[i][1] - low}
			}
			slices.SortFunc(set, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
			colors = append(colors, fmt.Sprint(set))
		}
		slices.Sort(colors)
		if text := strings.Join(colors, "; "); least == "" || text < least {
			least = text
		}
	}
	return least
}

// TestAppendLeft compares what moves leave of parts, on fields of both kinds,
// with what they take away, cut as a whole, and that with parts found square
// by square.
func TestAppendLeft(t *testing.T) {
	for _, text := range []string{
		"...../...../...../...../...../..... 1",
		"........../........../........../.......... 2",
		"R......../........./..Y....../........./....R..../........./......B../........./........Y 1",
	} {
		rng := rand.New(rand.NewPCG(15, 16))
		f := fieldAfter(t, parse(t, text), rng)
		for range 30 {
			whole := randomPart(rng, 1<<len(f.squares)-1)
			parts, single := f.AppendCut(nil, whole)
			want, wantSingle := plainCut(f, whole)
			compareParts(t, "a whole", parts, single, want, wantSingle)
			for _, p := range parts {
				for _, m := range f.AppendMoves(nil, &p) {
					rest := p
					f.play(&rest, m)
					want, wantSingle := plainCut(f, rest)
					got, single := f.AppendLeft(nil, &p, m)
					compareParts(t, fmt.Sprintf("%x after %d", p, m), got, single, want, wantSingle)
				}
			}
		}
	}
}

func compareParts(t *testing.T, what string, got []Part, nimber int, want []Part, wantNimber int) {
	t.Helper()
	compare := func(a, b Part) int { return slices.Compare(a[:], b[:]) }
	slices.SortFunc(got, compare)
	slices.SortFunc(want, compare)
	if !slices.Equal(got, want) || nimber != wantNimber {
		t.Fatalf("%s is cut into %x and %d, want %x and %d", what, got, nimber, want, wantNimber)
	}
}

// plainCut cuts what is open as AppendCut is to do it.
func plainCut(f *Field, open Part) (parts []Part, nimber int) {
	for open.squares() != 0 {
		var part Part
		var join func(color, square int)
		join = func(color, square int) {
			if open[color]>>square&1 == 0 {
				return
			}
			open[color] &^= 1 << square
			part[color] |= 1 << square
			for other := range open {
				join(other, square)
			}
			for near := range f.squares {
				if f.near[square]>>near&1 != 0 {
					join(color, near)
				}
			}
		}
		for color := range open {
			if part.squares() == 0 && open[color] != 0 {
				join(color, bits.TrailingZeros64(open[color]))
			}
		}
		if bits.OnesCount64(part.squares()) == 1 {
			nimber ^= 1
		} else {
			parts = append(parts, part)
		}
	}
	return parts, nimber
}

// randomPart returns about a quarter of the spots of some squares.
func randomPart(rng *rand.Rand, squares uint64) (p Part) {
	for color := range p {
		p[color] = rng.Uint64() & rng.Uint64() & squares
	}
	return p
}

// fieldAfter returns the field of a position after enough random moves to make
// it small enough.
func fieldAfter(t *testing.T, p hermit.Position, rng *rand.Rand) *Field {
	t.Helper()
	for {
		f, err := NewField(position(t, p))
		if err == nil {
			return f
		}
		if !errors.Is(err, engine.ErrUnsupported) {
			t.Fatal(err)
		}
		p.Play(gametest.RandomMove(&p, rng))
	}
}

func field(t testing.TB, p hermit.Position) *Field {
	t.Helper()
	f, err := NewField(position(t, p))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestIsZero compares the theorem of the mirror with nimbers worked out.
func TestIsZero(t *testing.T) {
	f := field(t, empty(t, 4, 5))
	turn := f.grid.images[turned].apply
	rng := rand.New(rand.NewPCG(11, 12))
	zeros := 0
	known := map[Part]int{}
	for range 5000 {
		var rest Part
		for color := range rest {
			half := rng.Uint64() & rng.Uint64() & (1<<20 - 1)
			rest[color] = half | turn(half)
		}
		if rng.IntN(2) == 0 {
			rest[hermit.Blue] = turn(rest[hermit.Red] & (1<<10 - 1))
			rest[hermit.Red] &= 1<<10 - 1
		}
		parts, _ := f.AppendCut(nil, rest)
		for _, p := range parts {
			if f.IsZero(&p) && len(f.AppendMoves(nil, &p)) < 30 {
				zeros++
				if n := plainNimber(f, p, known); n != 0 {
					t.Fatalf("%x is said to be 0 and is %d", p, n)
				}
			}
		}
	}
	if zeros < 50 {
		t.Errorf("only %d zeros found", zeros)
	}
}

// plainNimber returns the nimber of what is left by its definition.
func plainNimber(f *Field, rest Part, known map[Part]int) int {
	if n, ok := known[rest]; ok {
		return n
	}
	reached := map[int]bool{}
	for _, m := range f.AppendMoves(nil, &rest) {
		next := rest
		f.play(&next, m)
		reached[plainNimber(f, next, known)] = true
	}
	n := 0
	for reached[n] {
		n++
	}
	known[rest] = n
	return n
}

// TestFieldErrors wants positions of other games and boards refused.
func TestFieldErrors(t *testing.T) {
	other := gametest.Must(t, amazons.Rules().Start, "6x6")
	if _, err := NewField(other); err == nil || !strings.Contains(err.Error(), "not of Hermit") {
		t.Errorf("Amazons: %v", err)
	}
	if _, err := NewField(position(t, empty(t, 7, 7))); !errors.Is(err, engine.ErrUnsupported) {
		t.Errorf("7×7: %v", err)
	}
	f, err := NewField(position(t, parse(t, "R.../..../..../.... 2")))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"..../..../..../.... 1", "R..../...../...../..... 1"} {
		if _, err := f.Whole(position(t, parse(t, text))); err == nil {
			t.Errorf("%s is no position after the field's", text)
		}
	}
	if _, err := f.Whole(other); err == nil {
		t.Error("the field takes a position of Amazons")
	}
}

// TestFinishedField wants no square, no move and no part in the field of a finished game.
func TestFinishedField(t *testing.T) {
	for _, text := range []string{"R 2", "RY/.B 1"} {
		p := parse(t, text)
		f := field(t, p)
		whole := part(t, f, p)
		parts, nimber := f.AppendCut(nil, whole)
		if moves := f.AppendMoves(nil, &whole); len(f.squares) > 0 || len(moves) > 0 || len(parts) > 0 || nimber != 0 {
			t.Errorf("%s: squares %v, moves %v, parts %v, nimber %d; want none and 0", text, f.squares, moves, parts, nimber)
		}
	}
}

// TestCanonicalKeyInPlace wants parts of a field that is not a rectangle, which stay
// where they are, to share a key with all exchanges of their colors, and with no others.
func TestCanonicalKeyInPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	f := fieldAfter(t, parse(t, "R......../........./..Y....../........./....R..../........./......B../........./........Y 1"), rng)
	if f.width != 0 {
		t.Fatal("the field is a rectangle")
	}
	canonical := func(p Part) [2]uint64 {
		hi, lo := f.CanonicalKey(&p)
		return [2]uint64{hi, lo}
	}
	seen := map[[2]uint64]Part{}
	for range 500 {
		p := randomPart(rng, 1<<len(f.squares)-1)
		r, y, b := p[hermit.Red], p[hermit.Yellow], p[hermit.Blue]
		want := canonical(p)
		for _, exchanged := range []Part{{r, b, y}, {y, r, b}, {y, b, r}, {b, r, y}, {b, y, r}} {
			if got := canonical(exchanged); got != want {
				t.Fatalf("%x has the key %x, with colors exchanged %x", p, want, got)
			}
		}
		slices.Sort(p[:])
		if other, ok := seen[want]; ok && other != p {
			t.Fatalf("%x and %x have the key %x", p, other, want)
		}
		seen[want] = p
	}
}

// BenchmarkAppendLeft cuts what moves leave after a few others on 5×6, and
// BenchmarkCanonicalKey names the parts.
func BenchmarkAppendLeft(b *testing.B) {
	f := field(b, empty(b, 5, 6))
	parts := earlyParts(b, f)
	var moves []Placing
	var left []Part
	const want = 104274 // what all moves of all parts leave
	n, sum := 0, 0
	for b.Loop() {
		p := &parts[n]
		moves = f.AppendMoves(moves[:0], p)
		for _, m := range moves {
			left, _ = f.AppendLeft(left[:0], p, m)
			sum += len(left)
		}
		if n++; n == len(parts) {
			if sum != want {
				b.Fatalf("%d parts are left, want %d", sum, want)
			}
			n, sum = 0, 0
		}
	}
}

func BenchmarkCanonicalKey(b *testing.B) {
	f := field(b, empty(b, 5, 6))
	parts := earlyParts(b, f)
	const want = 0x2cc9cc0038ce8cef // the exclusive or of all keys
	n, sum := 0, uint64(0)
	for b.Loop() {
		hi, lo := f.CanonicalKey(&parts[n])
		sum ^= hi ^ lo
		if n++; n == len(parts) {
			if sum != want {
				b.Fatalf("the keys come to %#x, want %#x", sum, want)
			}
			n, sum = 0, 0
		}
	}
}

// earlyParts returns parts after five moves each.
func earlyParts(tb testing.TB, f *Field) (parts []Part) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 1000 {
		rest := part(tb, f, f.board)
		for range 5 {
			moves := f.AppendMoves(nil, &rest)
			f.play(&rest, moves[rng.IntN(len(moves))])
		}
		parts, _ = f.AppendCut(parts, rest)
	}
	return parts
}

// TestFieldAllocates wants nothing allocated where the solver spends its time.
func TestFieldAllocates(t *testing.T) {
	f := field(t, empty(t, 5, 6))
	p := part(t, f, empty(t, 5, 6))
	moves, left := make([]Placing, 0, 300), make([]Part, 0, 30)
	if n := testing.AllocsPerRun(10, func() {
		moves = f.AppendMoves(moves[:0], &p)
		for _, m := range moves {
			left, _ = f.AppendLeft(left[:0], &p, m)
			for i := range left {
				f.CanonicalKey(&left[i])
				f.IsZero(&left[i])
				f.Hardness(&left[i])
			}
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
