package catalog

import (
	"context"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
	"thera/search"
)

type solverPolicy struct {
	newSolver func(SolverConfig) engine.Solver
	// maxNodes is for each level the most nodes for one try, 0 for no solver.
	maxNodes [MaxLevel]uint64
	// isTractable reports whether a position that is not over is small enough for
	// a try with the given number of nodes.
	isTractable func(pos game.Position, nodes uint64) bool
	// minScore is the least score, after a glance, with which the solver is asked:
	// a proof that the position is lost helps nobody.
	minScore engine.Score
	// maxPlies is how many plies the game can still take, for results whose
	// distance the solver does not know.
	maxPlies func(game.Position) int
	// A try may take 1/turnDivisor of the turn's limits.
	turnDivisor int
	// 1/checkDivisor of what is left after a failed try, or without a try, is kept
	// to check whether the engine's move loses; 0 means no check.
	checkDivisor int
}

const (
	// glanceNodes is how long the engine looks before the solver is asked. Near
	// the end that is a proof, with the exact distance, which the solver does not
	// give. It takes a millisecond, too little to matter, and was not tuned.
	glanceNodes = 2000
	// refutationFactor is how many times easier it is assumed to be to show that
	// one move loses than who wins. It was not tuned.
	refutationFactor = 16
	// maxChecks is how many of the engine's moves are checked in a turn.
	maxChecks = 4
)

// withSolver returns engines that play perfectly where the solver has a proof.
func withSolver(e Engine, policy solverPolicy) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine {
		nodes := policy.maxNodes[levelOf(c)-1]
		if nodes == 0 {
			return e.New(c)
		}
		solver := policy.newSolver(SolverConfig{TableMiB: tableMiB(c, 16), Threads: c.Threads, OutcomeOnly: true})
		return solverAided{e.New(c), policy, solver, nodes}
	}}
}

type solverAided struct {
	engine.Engine
	solverPolicy
	solver   engine.Solver
	tryNodes uint64 // most nodes for one try
}

// Forget implements [engine.Forgetter].
func (a solverAided) Forget() bool { return engine.Forget(a.Engine) && engine.Forget(a.solver) }

type turn struct {
	engine.Request
	spent    search.Spent
	pondered time.Duration // the part of the time spent that no limit counts
	glance   engine.Info   // what the engine saw before the solver was asked, if it was
}

// add adds what a part of the turn has used. If the opponent has moved meanwhile, all of
// its time counts, because nobody has seen when.
func (t *turn) add(nodes uint64, took time.Duration) {
	t.spent.Add(nodes, took)
	if t.isPondering() {
		t.pondered += took
	}
}

func (t *turn) isPondering() bool {
	if t.Ponder == nil {
		return false
	}
	select {
	case <-t.Ponder:
		return false
	default:
		return true
	}
}

// left returns the request with what is left of its limits.
func (t *turn) left() engine.Request {
	return search.Spent{Nodes: t.spent.Nodes, Time: t.spent.Time - t.pondered}.Left(t.Request)
}

// Search plays a move that the solver has proven to win. In a lost position it
// plays the engine's move and says that it is lost. If a certain depth is asked for,
// the engine searches without the solver.
func (a solverAided) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	t := &turn{Request: req}
	nodes := a.expectedNodes(req)
	switch {
	case req.Position.Winners() != 0 || req.Limits.Depth > 0:
		return a.Engine.Search(ctx, req)
	case a.isTractable(req.Position, nodes):
		if req.Lines > 1 {
			return a.searchLines(ctx, t)
		}
		return a.try(ctx, t)
	case req.Lines <= 1 && a.checkDivisor > 0 && a.isTractable(req.Position, nodes*refutationFactor):
		return a.searchAndCheck(ctx, t)
	}
	return a.Engine.Search(ctx, req)
}

// try glances at the position, asks the solver, and lets the engine search with
// what is left unless the solver has a winning move.
func (a solverAided) try(ctx context.Context, t *turn) (engine.Info, error) {
	glance := t.Request
	glance.Report = nil
	glance.Limits = t.Limits.Within(engine.Limits{Nodes: glanceNodes})
	info, err := a.Engine.Search(ctx, glance)
	if err != nil {
		return info, err
	}
	if _, proven := info.Score.Proven(); proven || ctx.Err() != nil {
		return reported(t.Request, info), nil
	}
	t.add(info.Nodes, info.Time)
	t.glance = info
	if info.Score < a.minScore {
		info, err = a.search(ctx, t, t.left())
		return t.spent.Total(info), err
	}
	v, err := a.solver.Solve(ctx, engine.Problem{Position: t.Position, Limits: a.part(t.left(), a.turnDivisor)})
	t.add(v.Nodes, v.Time)
	if err != nil || !v.Proven {
		return a.searchAndCheck(ctx, t)
	}
	if v.Winners.Has(t.Position.Turn()) {
		return reported(t.Request, t.spent.Total(a.won(t.Position, v))), nil
	}
	info, err = a.search(ctx, t, t.left())
	return t.spent.Total(a.lost(t.Position, info)), err
}

// won returns the line of a move that the solver has proven to win. Its distance is a bound.
func (a solverAided) won(pos game.Position, v engine.Verdict) engine.Info {
	plies := a.maxPlies(pos)
	return engine.Info{Score: engine.WinIn(plies - 1 + plies%2), Line: v.Moves}
}

// lost returns a line of a position that the solver has proven to be lost.
func (a solverAided) lost(pos game.Position, info engine.Info) engine.Info {
	if plies := a.maxPlies(pos); !info.Score.Lost() {
		info.Score = engine.LossIn(plies - plies%2)
	}
	return info
}

// searchLines asks the solver about the position and then has the engine search for the
// lines. A move that the solver has proven to win comes first, unless the engine has found
// a win as well; in a lost position all lines are lost.
func (a solverAided) searchLines(ctx context.Context, t *turn) (engine.Info, error) {
	v, err := a.solver.Solve(ctx, engine.Problem{Position: t.Position, Limits: a.part(t.left(), a.turnDivisor)})
	t.add(v.Nodes, v.Time)
	req := t.left()
	switch {
	case err != nil || !v.Proven:
		info, err := a.Engine.Search(ctx, req)
		return t.spent.Total(info), err
	case !v.Winners.Has(t.Position.Turn()):
		req.Report = func(info engine.Info) { reported(t.Request, a.lost(t.Position, info)) }
		info, err := a.Engine.Search(ctx, req)
		return t.spent.Total(a.lost(t.Position, info)), err
	}
	first := func(best engine.Info) engine.Info {
		win := a.won(t.Position, v)
		switch {
		case best.Score.Won():
			return best
		case best.Best() == win.Best():
			win.Line = best.Line
		}
		win.Depth, win.Nodes, win.Time = best.Depth, best.Nodes, best.Time
		return win
	}
	var seen engine.Lines
	req.Report = func(info engine.Info) {
		told := 0 // lines that an equal or deeper search has not changed
		if seen = seen[:min(info.Rank, len(seen))]; len(seen) > 0 {
			told = len(seen.With(first(seen[0]), req.Lines))
		}
		seen.Report(info)
		for _, line := range seen.With(first(seen[0]), req.Lines)[told:] {
			reported(t.Request, line)
		}
	}
	info, err := a.Engine.Search(ctx, req)
	if err != nil {
		return info, err
	}
	return t.spent.Total(first(info)), nil
}

// search has the engine search with a part of the turn. Where the solver has left it too
// little for the depth of the glance, the glance counts.
func (a solverAided) search(ctx context.Context, t *turn, req engine.Request) (engine.Info, error) {
	info, err := a.Engine.Search(ctx, req)
	if _, proven := info.Score.Proven(); err == nil && !proven && info.Depth < t.glance.Depth {
		info.Score, info.Depth, info.Line = t.glance.Score, t.glance.Depth, t.glance.Line
		reported(req, info)
	}
	return info, err
}

// searchAndCheck plays the engine's move unless the solver can show that it
// loses: then the best other move of which it can't show that, if there is one.
func (a solverAided) searchAndCheck(ctx context.Context, t *turn) (engine.Info, error) {
	if a.checkDivisor == 0 {
		info, err := a.search(ctx, t, t.left())
		return t.spent.Total(info), err
	}
	reserve := a.part(t.left(), a.checkDivisor)
	first, err := a.search(ctx, t, search.Spent{Nodes: reserve.Nodes, Time: reserve.Time}.Left(t.left()))
	if err != nil {
		return first, err
	}
	check := &turn{Request: engine.Request{Position: t.Position, Limits: reserve}}
	best := first
	for losing := []game.Move(nil); len(losing) < maxChecks && a.loses(ctx, best, check); {
		losing = append(losing, best.Best())
		if best = a.other(ctx, losing, check); best.Line == nil {
			best = first
			break
		}
	}
	best.Rank = 0 // whatever it was among those that lose
	t.spent.Add(first.Nodes, first.Time)
	t.spent.Add(check.spent.Nodes, check.spent.Time)
	best.Nodes, best.Time = t.spent.Nodes, t.spent.Time
	return best, nil
}

// loses reports whether the solver can show, with three quarters of what is left,
// that the engine's move loses.
func (a solverAided) loses(ctx context.Context, info engine.Info, check *turn) bool {
	next, err := check.Position.Play(info.Best())
	if _, proven := info.Score.Proven(); proven || info.Score < a.minScore || err != nil || next.Winners() != 0 || ctx.Err() != nil {
		return false
	}
	quarter := a.part(check.left(), 4)
	limits := search.Spent{Nodes: quarter.Nodes, Time: quarter.Time}.Left(check.left()).Limits
	v, err := a.solver.Solve(ctx, engine.Problem{Position: next, Limits: limits})
	check.spent.Add(v.Nodes, v.Time)
	return err == nil && v.Proven && v.Winners.Has(next.Turn())
}

// other returns the best move that is not among the losing ones, as far as the
// engine sees with half of what is left. It has no line if there is none.
func (a solverAided) other(ctx context.Context, losing []game.Move, check *turn) (best engine.Info) {
	lines := make([]engine.Info, len(losing)+1)
	req := check.left()
	req.Lines, req.Limits = len(lines), a.part(req, 2)
	req.Report = func(info engine.Info) { lines[info.Rank] = info }
	info, err := a.Engine.Search(ctx, req)
	check.spent.Add(info.Nodes, info.Time)
	if err != nil {
		return best
	}
	i := slices.IndexFunc(lines, func(l engine.Info) bool { return l.Line != nil && !slices.Contains(losing, l.Best()) })
	if i < 0 {
		return best
	}
	return lines[i]
}

// part returns the limits of a part of a turn, within what the level allows the solver.
func (a solverAided) part(req engine.Request, divisor int) engine.Limits {
	return search.Part(req, divisor).Within(engine.Limits{Nodes: a.tryNodes})
}

func (a solverAided) expectedNodes(req engine.Request) uint64 {
	const node = time.Microsecond // in the solvers and engines there are
	part := a.part(req, a.turnDivisor)
	if part.Time > 0 {
		return min(part.Nodes, uint64(part.Time/node))
	}
	return part.Nodes
}

func reported(req engine.Request, info engine.Info) engine.Info {
	if req.Report != nil {
		req.Report(info)
	}
	return info
}
