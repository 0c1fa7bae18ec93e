package catalog

import (
	"context"

	"thera/engine"
	"thera/search"
)

// MaxLevel is the level of an engine at full strength; 1 is the weakest.
const MaxLevel = 8

// levels are the levels of a game below MaxLevel, the weakest first. They were set by
// hand from the tournaments in docs/play/levels.md, which measure the steps between them.
type levels [MaxLevel - 1]level

// level weakens an engine: it searches a limited number of nodes, and misjudges each
// position by up to noise centilogits either way. It still looks for the best move by
// what it sees, so its play makes sense and what it loses in one turn is bounded.
type level struct {
	nodes uint64
	noise int
}

// leveled returns the kind of engine that a maker makes, with levels. The
// highest is at full strength; lower ones have one thread.
func leveled(name string, newEngine maker, all levels) Engine {
	return Engine{name, func(c engine.Config) engine.Engine {
		opt := search.Options{TableMiB: c.HashMiB, Threads: c.Threads}
		n := levelOf(c)
		if n == MaxLevel {
			return newEngine(opt)
		}
		held := all[n-1]
		opt.Noise, opt.Threads = held.noise, 1
		return limitedEngine{newEngine(opt), held.nodes}
	}}
}

// levelOf returns the level that c asks for, 1 to MaxLevel; MaxLevel if it asks for none.
func levelOf(c engine.Config) int {
	if c.Level < 1 {
		return MaxLevel
	}
	return min(c.Level, MaxLevel)
}

// limitedEngine searches a limited number of nodes.
type limitedEngine struct {
	engine.Engine
	nodes uint64
}

// Search searches within the level's nodes. Without a seed it still misjudges,
// always in the same way.
func (h limitedEngine) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	req.Limits = req.Limits.Within(engine.Limits{Nodes: h.nodes})
	if req.Seed == 0 {
		req.Seed = 1
	}
	return h.Engine.Search(ctx, req)
}
