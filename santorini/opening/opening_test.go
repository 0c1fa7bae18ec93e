package opening

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

func start(t *testing.T) game.Position {
	t.Helper()
	pos, err := santorini.Rules().Start("2p")
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// TestCanonical wants one form for all images of a placement.
func TestCanonical(t *testing.T) {
	m := santorini.NewPlacement(game.At(1, 0), game.At(2, 1))
	want, _ := canonical(m)
	for y := range santorini.Symmetries {
		image := y.Move(m)
		if least, by := canonical(image); least != want || by.Move(image) != want {
			t.Errorf("symmetry %d: canonical form %s, want %s", y, least, want)
		}
	}
}

// TestDefault wants a legal answer to each of the 300 first placements, worth
// the same for all images of one.
func TestDefault(t *testing.T) {
	pos := start(t)
	worth := map[santorini.Move]engine.Score{}
	for _, m := range pos.Moves() {
		next, err := pos.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		info, ok := Default().Find(next, 0)
		if !ok || !slices.Contains(next.Moves(), info.Best()) {
			t.Errorf("%s: %+v", m, info)
			continue
		}
		p, err := parsePlacement(string(m))
		if err != nil {
			t.Fatal(err)
		}
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
	pos := start(t)
	seen := map[game.Move]bool{}
	best, _ := Default().Find(pos, 0)
	for seed := range uint64(64) {
		info, ok := Default().Find(pos, seed)
		if !ok || info.Score < best.Score-nearly || info.Score > best.Score {
			t.Errorf("seed %d: %+v", seed, info)
		}
		next, err := pos.Play(info.Best())
		if err != nil {
			t.Fatal(err)
		}
		if reply, ok := Default().Find(next, seed); !ok || reply.Score != -info.Score || !slices.Contains(next.Moves(), info.Line[1]) {
			t.Errorf("seed %d: %+v, then %+v", seed, info, reply)
		}
		seen[info.Best()] = true
	}
	if len(seen) < int(santorini.Symmetries/2) {
		t.Errorf("64 seeds have %d first placements", len(seen))
	}
}

func TestNotInBook(t *testing.T) {
	for _, text := range []string{
		"00000/00000/00000/00000/00000 b2d4,b4d2 1",
		"00000/00000/00000/00000/00000 -,-,- 1",
		"00000/00000/00000/00000/00000 b2d4,-,- 2",
		"00000/00100/00000/00000/00000 b2d4,b4d2 2",
	} {
		pos, err := santorini.Rules().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if info, ok := Default().Find(pos, 0); ok {
			t.Errorf("%s: %+v", text, info)
		}
	}
}

// TestCompute makes a small book, which Parse reads back.
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
	read, err := Parse("# A comment.\n\n" + b.String())
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
		{"@a1,a1 @b1,b2 0 1\n", `placement "@a1,a1": want two squares of a1 to e5`},
		{"@a1,f2 @b1,b2 0 1\n", `placement "@a1,f2": want two squares of a1 to e5`},
		{"@a1,a2 @a2,b2 0 1\n", `placement "@a2,b2": want it on other squares than @a1,a2`},
		{"@e4,e5 @b1,b2 0 1\n", `placement "@e4,e5": want its image @a1,a2`},
	} {
		if _, err := Parse(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40q: %v, want %s", test.text, err, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Default().String())
	f.Add("@a1,a2 @b1,b2 0 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if b, err := Parse(text); err == nil {
			if again, err := Parse(b.String()); err != nil || again.String() != b.String() {
				t.Errorf("%v", err)
			}
		}
	})
}
