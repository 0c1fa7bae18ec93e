package catalog

import (
	"context"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/santorini"
	"thera/search"
)

// greedy looks one ply ahead.
type greedy struct{ engine.Engine }

func (g greedy) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	req.Limits.Depth = 1
	return g.Engine.Search(ctx, req)
}

// baseline searches with an evaluation that the game had before, or that others
// use, over positions of a kind of their own.
type baseline struct {
	engine.Engine
	rules game.Game
}

// newTerritory returns a search of Amazons with the plain evaluation of
// amazons.Baseline.
func newTerritory(c engine.Config) engine.Engine {
	return baseline{
		Engine: search.New[amazons.Baseline, amazons.Move](search.Options{TableMiB: c.HashMiB}),
		rules:  amazons.BaselineRules(),
	}
}

// newHand returns a search of Santorini with the evaluation by hand of
// santorini.Baseline.
func newHand(c engine.Config) engine.Engine {
	return baseline{
		Engine: search.New[santorini.Baseline, santorini.Move](search.Options{TableMiB: c.HashMiB}),
		rules:  santorini.BaselineRules(),
	}
}

// Search gives the position to the engine as one of its own kind.
func (b baseline) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	pos, err := b.rules.Parse(req.Position.String())
	if err != nil {
		return engine.Info{}, err
	}
	req.Position = pos
	return b.Engine.Search(ctx, req)
}
