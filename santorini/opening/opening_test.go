package opening

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

// TestCanonical wants one form for all images of a placement.
func TestCanonical(t *testing.T) {
	m := santorini.NewPlacement(5, 11) // b1 and c2
	want, _ := canonical(m)
	for _, y := range symmetries {
		image := m.Image(y)
		if least, by := canonical(image); least != want || image.Image(by) != want {
			t.Errorf("symmetry %v: canonical form %s, want %s", y, least, want)
		}
	}
}

// TestDefault wants a legal answer to each of the 300 first placements, worth
// the same for all images of one.
func TestDefault(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Start, "2p")
	worth := map[santorini.Move]engine.Score{}
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		info, ok := Default().Find(next, 0)
		if !ok || !slices.Contains(next.Moves(), info.Best()) {
			t.Errorf("%s: %+v", m, info)
			continue
		}
		p := gametest.Must(t, parsePlacement, string(m))
		least, _ := canonical(p)
		if before, seen := worth[least]; seen && before != info.Score {
			t.Errorf("%s is worth %d, its image %d", m, info.Score, before)
		}
		worth[least] = info.Score
	}
	if len(worth) != NumLines {
		t.Errorf("%d kinds of placements, want %d", len(worth), NumLines)
	}
}

// TestFirst wants legal first placements, with variety where there is a seed.
func TestFirst(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Start, "2p")
	seen := map[game.Move]bool{}
	best, _ := Default().Find(pos, 0)
	for seed := range uint64(64) {
		info, ok := Default().Find(pos, seed)
		if !ok || info.Score < best.Score-nearly || info.Score > best.Score {
			t.Errorf("seed %d: %+v", seed, info)
		}
		next := gametest.Must(t, pos.Play, info.Best())
		if reply, ok := Default().Find(next, seed); !ok || reply.Score != -info.Score || !slices.Contains(next.Moves(), info.Line[1]) {
			t.Errorf("seed %d: %+v, then %+v", seed, info, reply)
		}
		seen[info.Best()] = true
	}
	if len(seen) < len(symmetries)/2 {
		t.Errorf("64 seeds have %d first placements", len(seen))
	}
}

func TestNotInBook(t *testing.T) {
	for _, text := range []string{
		"00000/00000/00000/00000/00000 b2d4,b4d2 1",
		"00000/00000/00000/00000/00000 -,- 1 athena,pan",
		"00000/00000/00000/00000/00000 -,-,- 1",
		"00000/00000/00000/00000/00000 b2d4,-,- 2",
		"00000/00100/00000/00000/00000 b2d4,b4d2 2",
	} {
		pos := gametest.Must(t, santorini.Rules().Parse, text)
		if info, ok := Default().Find(pos, 0); ok {
			t.Errorf("%s: %+v", text, info)
		}
	}
}

// TestCompute makes a small book, which parseBook reads back.
func TestCompute(t *testing.T) {
	compute := func() *Book {
		e := alphabeta.New(search.Evaluation[santorini.Position, santorini.Move]{
			Evaluate: eval.New(eval.Fitted()).Evaluate, Prioritize: eval.Prioritize,
		}, search.Options{TableMiB: 1})
		b, err := Compute(t.Context(), e, 300, nil)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := compute()
	if again := compute(); again.String() != b.String() {
		t.Error("the same engine made another book")
	}
	read, err := parseBook("# A comment.\n\n" + b.String())
	if err != nil || read.String() != b.String() {
		t.Errorf("read back as %v, %v", read, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compute(ctx, search.NewRandom(), 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

func TestParseErrors(t *testing.T) {
	whole := Default().String()
	first, rest, _ := strings.Cut(whole, "\n")
	for _, test := range []struct{ text, want string }{
		{rest, "48 lines: want 49"},
		{first + "\n" + whole, "is there twice"},
		{"@a1,a2\n", "want two placements, a score and a depth"},
		{"# A comment.\n\n@a1,a2\n", "line 3: "},
		{"@a1,a1 @b1,b2 0 1\n", `placement "@a1,a1": want two squares of a1 to e5`},
		{"@a1,f2 @b1,b2 0 1\n", `placement "@a1,f2": want two squares of a1 to e5`},
		{"@a1,a2 @a2,b2 0 1\n", `placement "@a2,b2": want it on other squares than @a1,a2`},
		{"@e4,e5 @b1,b2 0 1\n", `placement "@e4,e5": want its image @a1,a2`},
	} {
		if _, err := parseBook(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40q: %v, want %s", test.text, err, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Default().String())
	f.Add("@a1,a2 @b1,b2 0 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if b, err := parseBook(text); err == nil {
			if again, err := parseBook(b.String()); err != nil || again.String() != b.String() {
				t.Errorf("%v", err)
			}
		}
	})
}

// TestChoose draws with many seeds: of the lines nearly as good as the best
// each, in each of its images, and no other.
func TestChoose(t *testing.T) {
	b := Default()
	want := 0
	for _, l := range b.lines {
		if l.score >= b.lines[0].score-nearly {
			want++
		}
	}
	drawn := map[santorini.Move]map[game.Symmetry]bool{}
	for seed := range uint64(2000) {
		l, image := b.choose(seed)
		if l.score < b.lines[0].score-nearly {
			t.Fatalf("seed %d: score %d in image %v, the best has %d", seed, l.score, image, b.lines[0].score)
		}
		if drawn[l.first] == nil {
			drawn[l.first] = map[game.Symmetry]bool{}
		}
		drawn[l.first][image] = true
	}
	if len(drawn) != want {
		t.Errorf("%d placements are drawn, want %d", len(drawn), want)
	}
	for first, images := range drawn {
		if len(images) != len(symmetries) {
			t.Errorf("%s is drawn in %d images, want %d", first, len(images), len(symmetries))
		}
	}
}

// TestChooseNearly draws from books whose second line is as good as can be
// left out, or just good enough, or in which all lines are equal.
func TestChooseNearly(t *testing.T) {
	for _, test := range []struct {
		behind engine.Score
		want   int
	}{{nearly + 1, 1}, {nearly, 2}, {0, 2}} {
		b := &Book{lines: []line{{first: 1, score: 10}, {first: 2, score: 10 - test.behind}}}
		drawn := map[santorini.Move]bool{}
		for seed := range uint64(200) {
			l, _ := b.choose(seed)
			drawn[l.first] = true
		}
		if len(drawn) != test.want {
			t.Errorf("%d behind: %d lines are drawn, want %d", test.behind, len(drawn), test.want)
		}
	}
}

// constant is an engine that finds the same score everywhere.
type constant struct{ score engine.Score }

func (e constant) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	return engine.Info{Score: e.score, Depth: 1, Line: req.Position.Moves()[:1]}, nil
}

// TestComputeScores wants the scores for who placed first, which is not who is
// to move when the engine is asked.
func TestComputeScores(t *testing.T) {
	b, err := Compute(t.Context(), constant{7}, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range b.lines {
		if l.score != -7 {
			t.Errorf("%s has the score %d, want -7", l.first, l.score)
		}
	}
}
