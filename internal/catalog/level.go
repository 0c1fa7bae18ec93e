package catalog

import (
	"context"

	"thera/engine"
	"thera/search"
)

// MaxLevel is the level of an engine that plays as well as it can; 1 is the
// weakest.
const MaxLevel = 8

// levels are the levels of a game below MaxLevel, the weakest first. The steps
// between them are measured in docs/levels.md.
type levels [MaxLevel - 1]level

// level is how an engine is held back: it looks at no more than so many
// positions, and misjudges each by up to so many centilogits either way. It
// still looks for the best move by what it sees, so its play makes sense and
// what it gives away in one turn is bounded.
type level struct {
	nodes uint64
	noise int
}

// leveled holds an engine back.
type leveled struct {
	engine.Engine
	level level
}

// leveledEngine returns the kind of engine that newEngine makes, with levels.
func leveledEngine(name string, newEngine func(search.Options) engine.Engine, all levels) Engine {
	return Engine{name, func(c engine.Config) engine.Engine { return newLeveled(newEngine, all, c) }}
}

// levelOf returns the level that c asks for, 1 to MaxLevel; the highest if it
// asks for none.
func levelOf(c engine.Config) int {
	if c.Level < 1 {
		return MaxLevel
	}
	return min(c.Level, MaxLevel)
}

// newLeveled returns an engine of the level that c asks for, the highest if it
// asks for none.
func newLeveled(newEngine func(search.Options) engine.Engine, all levels, c engine.Config) engine.Engine {
	opt := search.Options{TableMiB: c.HashMiB, Threads: c.Threads}
	n := levelOf(c)
	if n == MaxLevel {
		return newEngine(opt)
	}
	held := all[n-1]
	opt.Noise, opt.Threads = held.noise, 1
	return leveled{newEngine(opt), held}
}

// Search searches within the level's nodes. Without a seed it still misjudges,
// always in the same way.
func (l leveled) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	if n := req.Limits.Nodes; n == 0 || n > l.level.nodes {
		req.Limits.Nodes = l.level.nodes
	}
	if req.Seed == 0 {
		req.Seed = 1
	}
	return l.Engine.Search(ctx, req)
}
