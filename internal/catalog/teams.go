package catalog

import (
	"context"

	"thera/engine"
	"thera/game"
	"thera/santorini"
)

// asTwo returns engines that play for a team as for one player where that is the same
// game, see [santorini.Position.AsTwo]: what is known only of two players, such as the
// network, then counts in teams too.
func asTwo(e Engine) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine { return around{e.New(c), searchAsTwo} }}
}

func searchAsTwo(ctx context.Context, e engine.Engine, req engine.Request) (engine.Info, error) {
	full, _ := game.KernelOf[santorini.Position](req.Position)
	if two, ok := full.AsTwo(); ok {
		pos, err := santorini.Rules().Parse(two.String())
		if err != nil {
			return engine.Info{}, err
		}
		req.Limits.Clocks[two.Turn()] = req.Limits.Clock(full.Turn())
		req.Position = pos
	}
	return e.Search(ctx, req)
}
