package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/search"
	"thera/search/alphabeta"
)

type maker func(search.Options) engine.Engine

func random() Engine {
	return Engine{"random", func(engine.Config) engine.Engine { return search.NewRandom() }}
}

func greedy(newEngine maker) Engine {
	return Engine{"greedy", func(c engine.Config) engine.Engine {
		return around{newEngine(search.Options{TableMiB: tableMiB(c, c.TableMiB)}), func(ctx context.Context, e engine.Engine, req engine.Request) (engine.Info, error) {
			req.Limits.Depth = 1
			return e.Search(ctx, req)
		}}
	}}
}

// tableMiB returns the size of a table, at most the given one, for searches within c.Nodes.
// 64 entries per node, of 16 bytes, are room for all searches of a game, so a larger table
// would find the same and only take longer to clear.
func tableMiB(c engine.Config, most int) int {
	if c.Nodes == 0 {
		return most
	}
	return int(min(uint64(most), 1+c.Nodes>>10))
}

// around is an engine of which another function makes the searches.
type around struct {
	engine.Engine
	search func(ctx context.Context, e engine.Engine, req engine.Request) (engine.Info, error)
}

// Forget implements [engine.Forgetter].
func (a around) Forget() bool { return engine.Forget(a.Engine) }

// Search implements [engine.Engine].
func (a around) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	return a.search(ctx, a.Engine, req)
}

// baseline returns the kind of engine that searches with a simple evaluation
// and nothing tuned to it, to measure others against.
func baseline[P any, M game.Code, K game.Kernel[P, M]](name string, eval search.Evaluation[P, M]) Engine {
	return Engine{name, func(c engine.Config) engine.Engine {
		return alphabeta.New[P, M, K](eval, search.Options{TableMiB: tableMiB(c, c.TableMiB)})
	}}
}

// switchBy returns what makes engines that play as those of first where useFirst holds,
// otherwise as those of second.
func switchBy[C any](useFirst func(game.Position) bool, first, second func(C) engine.Engine) func(C) engine.Engine {
	return func(c C) engine.Engine {
		return &switching{useFirst: useFirst, first: func() engine.Engine { return first(c) }, second: func() engine.Engine { return second(c) }}
	}
}

// switching plays with one of two engines, of which only one exists at a time.
type switching struct {
	useFirst      func(game.Position) bool
	first, second func() engine.Engine

	engine  engine.Engine // the one that searched last, if any
	isFirst bool
}

// Forget implements [engine.Forgetter].
func (o *switching) Forget() bool { return o.engine == nil || engine.Forget(o.engine) }

// Search implements [engine.Engine].
func (o *switching) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	if suited := o.useFirst(req.Position); o.engine == nil || suited != o.isFirst {
		newEngine := o.second
		if suited {
			newEngine = o.first
		}
		o.engine, o.isFirst = nil, suited // free the other one's memory first
		o.engine = newEngine()
	}
	return o.engine.Search(ctx, req)
}

// MaxLevel is the level of an engine at full strength; 1 is the weakest.
const MaxLevel = 8

// levels are the levels of a game below MaxLevel, the weakest first. They were set by
// hand; docs/play/levels.md measures the steps between them.
type levels [MaxLevel - 1]level

// level weakens an engine: it searches a limited number of nodes, and misjudges each
// position by up to noise centilogits either way. It still looks for the best move by
// what it sees, so its play makes sense and what it loses in one turn is bounded.
type level struct {
	nodes uint64
	noise int
}

// leveled returns the kind of engine that a maker makes, with levels. The
// highest is at full strength; lower ones have one thread. Without a seed they still
// misjudge, always in the same way.
func leveled(name string, newEngine maker, all levels) Engine {
	return Engine{name, func(c engine.Config) engine.Engine {
		n := levelOf(c)
		if n == MaxLevel {
			return newEngine(search.Options{TableMiB: tableMiB(c, c.TableMiB), Threads: c.Threads})
		}
		held := all[n-1]
		opt := search.Options{TableMiB: tableMiB(c, c.TableMiB), Threads: 1, Noise: held.noise}
		return around{newEngine(opt), func(ctx context.Context, e engine.Engine, req engine.Request) (engine.Info, error) {
			req.Limits = req.Limits.Within(engine.Limits{Nodes: held.nodes})
			if req.Seed == 0 {
				req.Seed = 1
			}
			return e.Search(ctx, req)
		}}
	}}
}

// levelOf returns the level that c asks for, 1 to MaxLevel; MaxLevel if it asks for none.
func levelOf(c engine.Config) int {
	if c.Level < 1 {
		return MaxLevel
	}
	return min(c.Level, MaxLevel)
}

// Title returns a name, such as that of a game or a power, with a capital first letter.
func Title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// InWords lists games for a sentence: "Amazons, Santorini and Hermit".
func InWords(games []Entry) string {
	var names []string
	for _, e := range games {
		names = append(names, Title(e.Game.Name()))
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// FindWire returns the game and the variant with a name in the engine protocol.
// The error for an unknown name lists the known ones.
func FindWire(name string) (e Entry, variant string, err error) {
	board, choice, chosen := strings.Cut(name, ":")
	var known []string
	for _, e := range Games() {
		for i, wire := range e.WireNames {
			variant := e.Game.Variants()[i]
			if wire == board && chosen {
				variant += ":" + choice
				_, err := e.Game.Start(variant)
				return e, variant, err
			}
			if wire == name {
				return e, variant, nil
			}
		}
		known = append(known, e.WireNames...)
	}
	return Entry{}, "", fmt.Errorf("variant %q: want one of %s", name, strings.Join(known, ", "))
}

// WithEngine returns the entries of the games that have an engine with a name,
// with only that engine; for "" all games, each with its default engine. The
// error for a name that no game has lists the known ones.
func WithEngine(name string) ([]Entry, error) {
	var found []Entry
	var known []string
	for _, e := range Games() {
		if kind, err := e.Engine(name); err == nil {
			e.Engines = []Engine{kind}
			found = append(found, e)
			continue
		}
		for _, n := range e.EngineNames() {
			if !slices.Contains(known, n) {
				known = append(known, n)
			}
		}
	}
	if found == nil {
		return nil, fmt.Errorf("engine %q: want one of %s", name, strings.Join(known, ", "))
	}
	return found, nil
}
