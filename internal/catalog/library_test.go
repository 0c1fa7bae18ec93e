package catalog_test

import (
	"testing"

	amazonseval "thera/amazons/eval"
	"thera/engine"
	"thera/game/gametest"
	"thera/hermit"
	hermitendgame "thera/hermit/endgame"
	"thera/internal/catalog"
	santorinieval "thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

// TestLibraryEngines makes engines as docs/programs/library.md says, and wants them to search
// exactly as those of the catalog do.
func TestLibraryEngines(t *testing.T) {
	opt := search.Options{Threads: 1}
	for _, test := range []struct {
		game, position string
		depth          int
		library        engine.Engine
	}{
		{"amazons", "5*4/5Q*3/1q4q**1/3*1**3/2Q4Q*1/3*6/5*1**1/2q1Q1*2*/2*1*5/7q2 w", 3, alphabeta.New(amazonseval.ForSearch(), amazonseval.Pruning(opt))},
		{"santorini", "00310/00012/00024/10010/01000 c4e4,c2d3 1", 7, alphabeta.New(santorinieval.ForSearch(false), santorinieval.Pruning(opt))},
		{"santorini", "00110/00011/00002/00000/00000 b3e4,c3c5 1 athena,pan", 5, alphabeta.New(santorinieval.ForSearch(true), santorinieval.Pruning(opt))},
		{"hermit", "..B.R./R...../..R.../..YYR./....../R..R.. 1", 5, alphabeta.New(search.Evaluation[hermit.Position, hermit.Move]{Evaluate: hermitendgame.Evaluate}, opt)},
	} {
		entry := gametest.Must(t, catalog.Find, test.game)
		pos := gametest.Must(t, entry.Game.Parse, test.position)
		find := func(e engine.Engine) engine.Info {
			info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Depth: test.depth}, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			return info
		}
		got, want := find(test.library), find(entry.NewEngine(engine.Defaults(catalog.Parameters())))
		if got.Nodes != want.Nodes || got.Best() != want.Best() || got.Score != want.Score {
			t.Errorf("%s: the library finds %+v, the catalog %+v", test.position, got, want)
		}
	}
}
