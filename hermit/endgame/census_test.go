package endgame

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game"
	"thera/hermit"
)

// TestPolykings compares with the published numbers of free polykings, OEIS A030222.
func TestPolykings(t *testing.T) {
	for i, want := range []int{1, 2, 5, 22, 94, 524, 3031} {
		if got := len(polykings(i + 1)); got != want {
			t.Errorf("%d polykings of %d squares, want %d", got, i+1, want)
		}
	}
}

// TestCensus counts by brute force: it grows the parts spot by spot, recognizes images by
// making all of them, and finds nimbers from their definition.
func TestCensus(t *testing.T) {
	plain := plainParts{}
	found := map[string]plainPart{}
	for color := range hermit.NumColors {
		plain.grow(found, plainPart{{0, 0, color}}, 3)
	}
	want := map[int]map[int]uint64{1: {}, 2: {}, 3: {}}
	for _, part := range found {
		want[part.squares()][plain.nimber(part)]++
	}
	for squares, counts := range want {
		tallies, err := Census(t.Context(), squares)
		got := map[int]uint64{}
		for _, tally := range tallies {
			got[tally.Nimber] = tally.Parts
		}
		if diff := cmp.Diff(counts, got); diff != "" || err != nil {
			t.Errorf("%d squares: %v\n%s", squares, err, diff)
		}
	}
}

// TestCensusExamples gives the first part of each nimber, with what each square is open to.
func TestCensusExamples(t *testing.T) {
	got, err := Census(t.Context(), 2)
	want := []Tally{
		{Squares: 2, Nimber: 0, Parts: 4, Example: "6./.6"},
		{Squares: 2, Nimber: 1, Parts: 2, Example: "44"},
		{Squares: 2, Nimber: 2, Parts: 8, Example: "64"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestCensusLikeSettled compares the nimbers of all parts of four squares with those that
// [Settled] finds for them on a board.
func TestCensusLikeSettled(t *testing.T) {
	nimbers := make([]uint8, 1<<12)
	for _, shape := range polykings(4) {
		o := newOutline(shape)
		o.solve(nimbers)
		for part := range o.parts {
			var spots hermit.Spots
			for color, set := range part {
				for i, s := range o.squares {
					if set>>i&1 != 0 {
						spots[color] = spots[color].With(game.At(s%gridWidth, s/gridWidth))
					}
				}
			}
			if want := nimberOf(&spots); int(nimbers[o.spots(part)]) != want {
				t.Fatalf("%s: nimber %d, want %d", o.text(part), nimbers[o.spots(part)], want)
			}
		}
	}
}

// TestCensusSizes refuses parts of no squares, and those that a census takes too long for.
func TestCensusSizes(t *testing.T) {
	for _, squares := range []int{MaxCensus + 1, 0, -1} {
		if tallies, err := Census(t.Context(), squares); err == nil || !strings.Contains(err.Error(), "want 1 to 7") {
			t.Errorf("%d squares: %v, %v", squares, tallies, err)
		}
	}
}

func TestCensusStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Census(ctx, MaxCensus); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want canceled", err)
	}
}

// plainSpot is a spot by column, row and color.
type plainSpot struct{ x, y, color int }

func (a plainSpot) excludes(b plainSpot) bool {
	x, y := max(a.x-b.x, b.x-a.x), max(a.y-b.y, b.y-a.y)
	return x+y == 0 || a.color == b.color && max(x, y) <= 1
}

// plainPart is a set of spots.
type plainPart []plainSpot

func (p plainPart) squares() int {
	squares := map[[2]int]bool{}
	for _, s := range p {
		squares[[2]int{s.x, s.y}] = true
	}
	return len(squares)
}

// String returns the spots of the image whose spots come first.
func (p plainPart) String() (least string) {
	for kind := range 8 {
		for _, colors := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			image := slices.Clone(p)
			left, low := 99, 99
			for i, s := range image {
				if kind&1 != 0 {
					s.x = -s.x
				}
				if kind&2 != 0 {
					s.y = -s.y
				}
				if kind&4 != 0 {
					s.x, s.y = s.y, s.x
				}
				image[i] = plainSpot{s.x, s.y, colors[s.color]}
				left, low = min(left, s.x), min(low, s.y)
			}
			var text []string
			for _, s := range image {
				text = append(text, string([]byte{byte('a' + s.x - left), byte('1' + s.y - low), "RYB"[s.color]}))
			}
			slices.Sort(text)
			if all := strings.Join(text, ""); least == "" || all < least {
				least = all
			}
		}
	}
	return least
}

// plainParts holds the nimbers of sets of spots.
type plainParts map[string]int

// grow adds a part and all that contain it and have no more squares than most.
func (plain plainParts) grow(found map[string]plainPart, part plainPart, most int) {
	key := part.String()
	if _, ok := found[key]; ok || part.squares() > most {
		return
	}
	found[key] = part
	for _, s := range part {
		for x := s.x - 1; x <= s.x+1; x++ {
			for y := s.y - 1; y <= s.y+1; y++ {
				for color := range hermit.NumColors {
					if next := (plainSpot{x, y, color}); next.excludes(s) && !slices.Contains(part, next) {
						plain.grow(found, append(slices.Clone(part), next), most)
					}
				}
			}
		}
	}
}

// nimber returns the least number that is not the nimber of what a move leaves.
func (plain plainParts) nimber(part plainPart) int {
	if len(part) == 0 {
		return 0
	}
	key := part.String()
	if n, ok := plain[key]; ok {
		return n
	}
	reached := map[int]bool{}
	for i, a := range part {
		for _, b := range part[:i+1] {
			if x, y := a.x-b.x, a.y-b.y; a.color == b.color && x*x+y*y <= 1 {
				left := slices.DeleteFunc(slices.Clone(part), func(s plainSpot) bool { return s.excludes(a) || s.excludes(b) })
				reached[plain.nimber(left)] = true
			}
		}
	}
	n := 0
	for reached[n] {
		n++
	}
	plain[key] = n
	return n
}
