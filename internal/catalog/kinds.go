package catalog

import (
	"context"

	"thera/engine"
	"thera/game"
	"thera/search"
	"thera/search/alphabeta"
)

// maker creates engines that search.
type maker func(search.Options) engine.Engine

// random returns the kind of engine that plays random legal moves.
func random() Engine {
	return Engine{"random", func(engine.Config) engine.Engine { return search.NewRandom() }}
}

// greedy returns the kind of engine that searches one ply.
func greedy(newEngine maker) Engine {
	return Engine{"greedy", func(c engine.Config) engine.Engine {
		return onePly{newEngine(search.Options{TableMiB: c.HashMiB})}
	}}
}

// onePly limits an engine to a depth of one ply.
type onePly struct{ engine.Engine }

// Search implements [engine.Engine].
func (o onePly) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	req.Limits.Depth = 1
	return o.Engine.Search(ctx, req)
}

// baseline returns the kind of engine that searches with a simple evaluation
// and nothing tuned to it, to measure others against.
func baseline[P any, M game.Code, K game.Kernel[P, M]](name string, eval search.Evaluation[P, M]) Engine {
	return Engine{name, func(c engine.Config) engine.Engine {
		return alphabeta.New[P, M, K](eval, search.Options{TableMiB: c.HashMiB})
	}}
}

// switchBy returns a maker of engines that use the first maker's engine where
// useFirst holds, otherwise the second's.
func switchBy(suited func(game.Position) bool, first, second maker) maker {
	return func(opt search.Options) engine.Engine {
		return &switching{useFirst: suited, first: first, second: second, opt: opt}
	}
}

// switching plays with one of two engines, of which only one exists at a time.
type switching struct {
	useFirst      func(game.Position) bool
	first, second maker
	opt           search.Options

	engine  engine.Engine // the one that searched last, if any
	isFirst bool
}

// Search implements [engine.Engine].
func (o *switching) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	if suited := o.useFirst(req.Position); o.engine == nil || suited != o.isFirst {
		newEngine := o.second
		if suited {
			newEngine = o.first
		}
		o.engine, o.isFirst = nil, suited // free the other one's memory first
		o.engine = newEngine(o.opt)
	}
	return o.engine.Search(ctx, req)
}
