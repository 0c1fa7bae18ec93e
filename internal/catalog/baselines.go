package catalog

import (
	"context"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/search"
)

// greedy looks one ply ahead.
type greedy struct{ engine.Engine }

func (g greedy) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	req.Limits.Depth = 1
	return g.Engine.Search(ctx, req)
}

// territory searches Amazons with the plain evaluation of amazons.Baseline.
type territory struct {
	engine.Engine
	rules game.Game
}

func newTerritory(c engine.Config) engine.Engine {
	return territory{
		Engine: search.New[amazons.Baseline, amazons.Move](search.Options{TableMiB: c.HashMiB}),
		rules:  amazons.BaselineRules(),
	}
}

// Search gives the position to the engine as one of its own kind.
func (t territory) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	pos, err := t.rules.Parse(req.Position.String())
	if err != nil {
		return engine.Info{}, err
	}
	req.Position = pos
	return t.Engine.Search(ctx, req)
}
