package search_test

import (
	"errors"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/search"
)

// TestRandom counts how often each first move on a small board is drawn.
func TestRandom(t *testing.T) {
	pos := gametest.Must(t, hermit.Rules().Parse, ".../.../... 1")
	draw := func(seed uint64) game.Move {
		info, err := search.NewRandom().Search(t.Context(), engine.Request{Position: pos, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return info.Best()
	}
	counts := map[game.Move]int{}
	const draws = 20_000
	for seed := range uint64(draws) {
		counts[draw(seed)]++
	}
	moves := pos.Moves()
	for _, m := range moves {
		if n, mean := counts[m], draws/len(moves); n < mean*7/10 || n > mean*13/10 {
			t.Errorf("%s is drawn %d times, want about %d", m, n, mean)
		}
	}
	if len(counts) != len(moves) {
		t.Errorf("%d different moves of %d", len(counts), len(moves))
	}
	if first, second := draw(7), draw(7); first != second {
		t.Errorf("seed 7 draws %s, then %s", first, second)
	}

	var lines engine.Lines
	req := engine.Request{Position: pos, Seed: 7, Lines: 2, Report: lines.Report}
	info, err := search.NewRandom().Search(t.Context(), req)
	if err != nil || len(lines) != 2 || lines[0].Best() != info.Best() || lines[1].Best() == info.Best() {
		t.Errorf("two lines: %+v, best %+v, %v", lines, info, err)
	}

	for pos.Winners() == 0 {
		pos = gametest.Must(t, pos.Play, pos.Moves()[0])
	}
	if _, err := search.NewRandom().Search(t.Context(), engine.Request{Position: pos}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("a finished game: %v", err)
	}
}
