package match

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/catalog"
	"thera/santorini"
)

// fickle is an engine whose estimate is a hash of the position's text, so symmetric
// positions have the same estimate only by accident.
type fickle struct{}

func (fickle) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	sum := uint64(0)
	for _, c := range req.Position.String() {
		sum = game.Mix(sum ^ uint64(c))
	}
	score := engine.Score(sum%400) - 200
	if sum%7 == 0 {
		score = engine.WinIn(3)
	}
	moves := req.Position.Moves()
	return engine.Info{Score: score, Depth: 2, Line: moves[sum%uint64(len(moves)):]}, nil
}

func entryOf(g game.Game) catalog.Entry {
	return catalog.Entry{Game: g, Playing: catalog.Playing{Engines: []catalog.Engine{{Name: "fickle", New: func(engine.Config) engine.Engine { return fickle{} }}}}}
}

// find returns the openings that are missing from past, which must be as many as are wanted.
func find(t *testing.T, entry catalog.Entry, opt OpeningOptions, past PastOpenings) (all []FoundOpening) {
	t.Helper()
	for one, err := range FindOpenings(t.Context(), entry, opt, past, nil) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if len(past)+len(all) != opt.Count {
		t.Fatalf("%d openings besides %d: want %d in all", len(all), len(past), opt.Count)
	}
	return all
}

// TestFind finds even openings that are different, the same with any number of
// threads and after any interruption.
func TestFind(t *testing.T) {
	entry := entryOf(amazons.Rules())
	opt := OpeningOptions{Variant: "6x6", Plies: 2, Count: 12, Margin: 10, Limits: engine.Limits{Nodes: 1}, Seed: 3, Threads: 1}
	all := find(t, entry, opt, nil)
	seen := map[string]int{}
	for _, f := range all {
		if _, proven := f.Score.Proven(); proven || math.Abs(100*f.Score.WinProbability()-50) > opt.Margin {
			t.Errorf("%s is not even", f)
		}
		mirrored, err := game.Image(f.Position, f.Position.Board().Symmetries()[1])
		if err != nil {
			t.Fatal(err)
		}
		seen[f.Position.String()]++
		seen[mirrored.String()]++
	}
	for pos, n := range seen {
		if n > 1 {
			t.Errorf("%q comes %d times, with its mirror image", pos, n)
		}
	}
	text := func(found []FoundOpening) (lines []string) {
		for _, f := range found {
			lines = append(lines, f.String())
		}
		return lines
	}
	book := text(all)
	for _, cut := range []int{0, 1, len(all) / 2, len(all) - 1, len(all)} {
		var past PastOpenings
		for _, one := range book[:cut] {
			if err := past.Take([]byte(one)); err != nil {
				t.Fatal(err)
			}
		}
		opt.Threads = 1 + cut%3
		if diff := cmp.Diff(book[cut:], text(find(t, entry, opt, past)), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("broken off after %d: %s", cut, diff)
		}
	}
}

// TestFindWithPowers finds openings that are no images of each other. There are some 50
// different ones with one ply.
func TestFindWithPowers(t *testing.T) {
	opt := OpeningOptions{Variant: "2p:athena,pan", Plies: 1, Count: 20, Margin: 50, Limits: engine.Limits{Nodes: 1}, Threads: 2}
	seen := map[string]int{}
	for _, f := range find(t, entryOf(santorini.Rules()), opt, nil) {
		least, _, err := game.Least(f.Position, game.Symmetries(santorini.Size, santorini.Size))
		if err != nil {
			t.Fatal(err)
		}
		if other := seen[least.String()]; other != 0 {
			t.Errorf("draw %d is an image of draw %d: %s", f.Number, other, f.Position)
		}
		seen[least.String()] = f.Number
	}
}

// TestFindByGames has games decide.
func TestFindByGames(t *testing.T) {
	opt := OpeningOptions{Variant: "3x3", Plies: 1, Count: 2, Margin: 50, Limits: engine.Limits{Depth: 1}, Threads: 2, Games: 3, Level: 2}
	for _, f := range find(t, entryOf(hermit.Rules()), opt, nil) {
		if f.Games != 3 || !strings.Contains(f.String(), "by 3 games") {
			t.Errorf("%s", f)
		}
	}
}

// TestFindGivesUp finds all openings there are before it gives up, with any number of
// threads: more of them draw more openings before the first is searched.
func TestFindGivesUp(t *testing.T) {
	opt := OpeningOptions{Variant: "3x3", Plies: 1, Count: 20, Margin: 50, Limits: engine.Limits{Nodes: 1}}
	for _, opt.Threads = range []int{1, 2, 7} {
		var found []int
		var failed error
		for one, err := range FindOpenings(t.Context(), entryOf(hermit.Rules()), opt, nil, nil) {
			if failed = err; err == nil {
				found = append(found, one.Number)
			}
		}
		if want := []int{1, 2, 3, 4, 6, 10, 11, 12, 17, 21}; failed == nil || !slices.Equal(found, want) {
			t.Errorf("%d threads: %v, %v; want %v and an error", opt.Threads, found, failed, want)
		}
	}
}

// short is a book that fails after a number of openings.
type short struct {
	Book
	openings int
}

func (b short) Opening(i int) (Opening, error) {
	if i >= b.openings {
		return Opening{}, errors.New("no more")
	}
	return b.Book.Opening(i)
}

// TestFindBeforeFailure finds what was drawn before a draw that fails.
func TestFindBeforeFailure(t *testing.T) {
	opt := OpeningOptions{Variant: "3x3", Plies: 1, Count: 20, Margin: 50, Limits: engine.Limits{Nodes: 1}, Threads: 1}
	f, err := newFinder(entryOf(hermit.Rules()), opt, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.book = short{f.book, 3}
	if found, err := f.batch(t.Context()); len(found) != 3 || err != nil {
		t.Errorf("%v, %v; want three openings", found, err)
	}
	if found, err := f.batch(t.Context()); err == nil {
		t.Errorf("%v; want the error of the draw", found)
	}
}

// TestFindGoesOn after an opening that it found just before it would have given up.
func TestFindGoesOn(t *testing.T) {
	opt := OpeningOptions{Variant: "3x3", Plies: 1, Count: 20, Margin: 50, Limits: engine.Limits{Nodes: 1}, Threads: 1}
	f, err := newFinder(entryOf(hermit.Rules()), opt, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.last = -most
	for range 2 {
		if found, err := f.batch(t.Context()); len(found) == 0 || err != nil {
			t.Errorf("%v, %v; want an opening", found, err)
		}
	}
}

// TestFindStopsGames ends a game of an opening with its context.
func TestFindStopsGames(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := finder{entry: entryOf(hermit.Rules())}
	if winners, err := f.play(ctx, start(t, hermit.Rules(), "3x3"), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("won by %s, %v; want %v", winners, err, context.Canceled)
	}
}

func TestFindRefuses(t *testing.T) {
	good := OpeningOptions{Variant: "3x3", Plies: 1, Count: 20, Margin: 10, Limits: engine.Limits{Nodes: 1}, Threads: 1}
	for want, change := range map[string]func(*OpeningOptions){
		"of 20, and none in the last 2000 draws": func(*OpeningOptions) {},
		`variant "9x1" of hermit`:                func(o *OpeningOptions) { o.Variant = "9x1" },
		"0 plies":                                func(o *OpeningOptions) { o.Plies = 0 },
		"margin 70":                              func(o *OpeningOptions) { o.Margin = 70 },
		"margin NaN":                             func(o *OpeningOptions) { o.Margin = math.NaN() },
		"want nodes or a depth":                  func(o *OpeningOptions) { o.Limits = engine.Limits{} },
		"level 9":                                func(o *OpeningOptions) { o.Games, o.Level = 2, 9 },
		"the game is over before":                func(o *OpeningOptions) { o.Plies = 9 },
	} {
		opt := good
		change(&opt)
		var failed error
		for _, err := range FindOpenings(t.Context(), entryOf(hermit.Rules()), opt, nil, nil) {
			failed = err
		}
		if failed == nil || !strings.Contains(failed.Error(), want) {
			t.Errorf("%v, want %s", failed, want)
		}
	}
	three := good
	three.Variant = "3p"
	if err := three.Check(entryOf(santorini.Rules())); err == nil || !strings.Contains(err.Error(), "3 seats") {
		t.Errorf("%v, want a refusal of 3 seats", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for found, err := range FindOpenings(ctx, entryOf(hermit.Rules()), good, nil, nil) {
		t.Errorf("%v, %v is found after the end", found, err)
	}
}

func TestPast(t *testing.T) {
	for _, test := range []struct {
		past PastOpenings
		text string
		want PastOpenings // nil if it is refused
	}{
		{nil, "# 3: 50%\nRa1", PastOpenings{3}},
		{PastOpenings{3}, "# 4: x\nRa1", PastOpenings{3, 4}},
		{PastOpenings{3}, "# 3: x\nb", nil},
		{nil, "Ra1\nRa2", nil},
		{nil, "# x\nRa2", nil},
		{nil, "", nil},
	} {
		past := slices.Clone(test.past)
		err := past.Take([]byte(test.text))
		if (err == nil) != (test.want != nil) || err == nil && !slices.Equal(past, test.want) {
			t.Errorf("%v, %q: %v, %v; want %v", test.past, test.text, past, err, test.want)
		}
	}
}

// TestSymmetries counts the ways in which starts lie on themselves.
func TestSymmetries(t *testing.T) {
	for _, test := range []struct {
		game    game.Game
		variant string
		want    int
	}{
		{hermit.Rules(), "4x4", 8},
		{amazons.Rules(), "10x10", 2}, // top and bottom are of other colors
		{santorini.Rules(), "", 8},
		{santorini.Rules(), "2p:athena,pan", 8},
	} {
		if got := len(symmetries(start(t, test.game, test.variant))); got != test.want {
			t.Errorf("%s %s: %d symmetries, want %d", test.game.Name(), test.variant, got, test.want)
		}
	}
}

// TestKept plays all openings that come with the program: each is legal and
// different from the others.
func TestKept(t *testing.T) {
	for _, entry := range catalog.Games() {
		list := gametest.Must(t, BuiltInOpenings, entry)
		if n := list.Len(); n < 40 {
			t.Errorf("%d openings of %s, want at least 40", n, entry.Game.Name())
		}
		known := symmetries(start(t, entry.Game, ""))
		var keys []string
		for i := range list.Len() {
			o, _ := list.Opening(i)
			end, err := o.End()
			if err != nil || end.Winners() != 0 {
				t.Fatalf("opening %d of %s: %v", i, entry.Game.Name(), err)
			}
			least, _, err := game.Least(end, known)
			if err != nil || slices.Contains(keys, least.String()) {
				t.Errorf("opening %d of %s is there before, %v", i, entry.Game.Name(), err)
			}
			keys = append(keys, least.String())
		}
	}
}
