package hermit

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"thera/game"
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
					if f, err = NewField(pos); err != nil && !errors.Is(err, ErrTooLarge) {
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

// checkField wants the same positions after the moves of the whole field as
// after those of the position.
func checkField(t *testing.T, f *Field, p Position, moves []Move) {
	t.Helper()
	whole := part(t, f, p)
	var left, want []Part
	for _, m := range f.AppendMoves(nil, &whole) {
		after := whole
		f.Play(&after, m)
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
func part(t *testing.T, f *Field, p Position) Part {
	t.Helper()
	whole, err := f.Whole(position(t, p))
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

func position(t *testing.T, p Position) game.Position {
	t.Helper()
	pos, err := Rules().Parse(p.String())
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// TestCanonical wants all images of a part to have one canonical form, with
// one key, and other parts to have other keys.
func TestCanonical(t *testing.T) {
	p := empty(t, 5, 6)
	f, err := NewField(position(t, p))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 10))
	keys := map[[2]uint64]Part{}
	for range 3000 {
		var rest Part
		for color := range rest {
			rest[color] = rng.Uint64() & rng.Uint64() & (1<<30 - 1)
		}
		parts, nimber := f.AppendCut(nil, rest)
		count := 0
		for _, p := range parts {
			count += len(f.AppendMoves(nil, &p))
			again, _ := f.AppendCut(nil, p)
			if len(again) != 1 || again[0] != p {
				t.Fatalf("%x is not canonical: %x", p, again)
			}
			for _, image := range images(f, p) {
				if got, _ := f.AppendCut(nil, image); len(got) != 1 || got[0] != p {
					t.Fatalf("%x, an image of %x, gives %x", image, p, got)
				}
			}
			hi, lo := f.Key(&p)
			if other, ok := keys[[2]uint64{hi, lo}]; ok && other != p {
				t.Fatalf("%x and %x have one key", p, other)
			}
			if hi|lo >= 1<<63 {
				t.Fatalf("key of %x has more than 63 bits in a word", p)
			}
			keys[[2]uint64{hi, lo}] = p
		}
		if all := len(f.AppendMoves(nil, &rest)); count > all || nimber > 1 {
			t.Fatalf("parts of %x have %d moves of %d", rest, count, all)
		}
	}
}

// images returns a part in other colors, turned, flipped and, where there is
// room, moved.
func images(f *Field, p Part) []Part {
	apply := func(change func(uint64) uint64) Part {
		return Part{change(p[Blue]), change(p[Red]), change(p[Yellow])}
	}
	all := []Part{
		apply(func(x uint64) uint64 { return x }),
		apply(f.grid.flip),
		apply(f.grid.turn),
		apply(func(x uint64) uint64 { return f.grid.turn(f.grid.flip(x)) }),
	}
	if _, w, h := f.grid.box(p[Red] | p[Yellow] | p[Blue]); w < f.width && h < f.height {
		all = append(all, apply(func(x uint64) uint64 { return x << (f.width + 1) }))
	}
	if (p[Red]|p[Yellow]|p[Blue])>>(f.width*f.width) == 0 {
		all = append(all, apply(f.grid.transpose))
	}
	return all
}

// TestIsZero compares the theorem of the mirror with nimbers worked out.
func TestIsZero(t *testing.T) {
	p := empty(t, 4, 5)
	f, err := NewField(position(t, p))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(11, 12))
	zeros := 0
	known := map[Part]int{}
	for range 5000 {
		var rest Part
		for color := range rest {
			half := rng.Uint64() & rng.Uint64() & (1<<20 - 1)
			rest[color] = half | f.grid.turn(half)
		}
		if rng.IntN(2) == 0 {
			rest[Blue] = f.grid.turn(rest[Red] & (1<<10 - 1))
			rest[Red] &= 1<<10 - 1
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
		f.Play(&next, m)
		reached[plainNimber(f, next, known)] = true
	}
	n := 0
	for reached[n] {
		n++
	}
	known[rest] = n
	return n
}

// TestFieldErrors wants positions of other boards refused.
func TestFieldErrors(t *testing.T) {
	if _, err := NewField(position(t, empty(t, 7, 7))); !errors.Is(err, ErrTooLarge) {
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
}

func BenchmarkAppendCut(b *testing.B) {
	p := empty(b, 5, 6)
	pos, err := Rules().Parse(p.String())
	if err != nil {
		b.Fatal(err)
	}
	f, err := NewField(pos)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(13, 14))
	rests := make([]Part, 256)
	for i := range rests {
		for color := range rests[i] {
			rests[i][color] = rng.Uint64() & rng.Uint64() & (1<<30 - 1)
		}
	}
	var parts []Part
	for i := 0; b.Loop(); i++ {
		parts, _ = f.AppendCut(parts[:0], rests[i%len(rests)])
	}
}
