package catalog

import (
	"context"
	"time"

	"thera/engine"
	"thera/game"
)

// aid is how a solver helps an engine to play what can be proven quickly.
type aid struct {
	newSolver func(SolverConfig) engine.Solver
	// tries holds for each level the most nodes for one try, 0 not to ask.
	tries [MaxLevel]uint64
	// worth reports whether a position that is not over is small enough for a try
	// with so many nodes.
	worth func(pos game.Position, nodes uint64) bool
	// hope is the least score, after a glance, with which the solver is asked: to
	// know that a position is lost helps nobody.
	hope engine.Score
	// plies is the most that a game can still take, if it is not known from the
	// solver.
	plies func(game.Position) int
	// share is that of the time for a turn which a try may take, as a divisor.
	share int
	// check is the share of what is left after a failed try or without one, as a
	// divisor, that is kept to look whether the engine's move loses; 0 not to look.
	check int
}

// perfect is an engine that leaves what a solver can prove quickly to it.
type perfect struct {
	engine.Engine
	aid
	solver engine.Solver
	most   uint64 // nodes for one try
}

const (
	// glanceNodes is how long the engine looks before the solver is asked. Near
	// the end that is a proof, with the exact distance, which the solver does
	// not tell. It is a millisecond, too little to miss, and was not tuned.
	glanceNodes = 2000
	// refutation is how many times easier it is taken to be to show that one move
	// loses than who wins. It was not tuned.
	refutation = 16
	// turnsToGo is the share of a clock that is for one turn, as the search has it.
	turnsToGo = 20
)

// perfected returns engines that play perfectly where the solver has a proof.
func perfected(e Engine, a aid) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine {
		nodes := a.tries[levelOf(c)-1]
		if nodes == 0 {
			return e.New(c)
		}
		return perfect{e.New(c), a, a.newSolver(SolverConfig{MemoryMiB: 16, Threads: c.Threads, OutcomeOnly: true}), nodes}
	}}
}

// Search plays a move that the solver has proven to win. In a lost position it
// plays the move that the engine finds, and says that it is lost. Where more
// is asked for than a move, a certain depth or several lines, the engine
// searches as if there were no solver.
func (p perfect) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	nodes := p.nodes(req)
	switch {
	case req.Position.Winners() != 0 || !wantsMove(req):
		return p.Engine.Search(ctx, req)
	case !p.worth(req.Position, nodes):
		if p.check > 0 && p.worth(req.Position, nodes*refutation) {
			return p.wary(ctx, req, spending{})
		}
		return p.Engine.Search(ctx, req)
	}
	glance := req
	glance.Report = nil
	glance.Limits = req.Limits.Within(engine.Limits{Nodes: glanceNodes})
	info, err := p.Engine.Search(ctx, glance)
	if err != nil {
		return info, err
	}
	if _, proven := info.Score.Proven(); proven || ctx.Err() != nil {
		return reported(req, info), nil
	}
	spent := spending{info.Nodes, info.Time}
	left := spent.leave(req)
	if info.Score < p.hope {
		info, err = p.Engine.Search(ctx, left)
		return spent.on(info), err
	}
	v, err := p.solver.Solve(ctx, engine.Problem{Position: req.Position, Limits: p.limits(left, p.share)})
	spent.add(v.Nodes, v.Time)
	left = spent.leave(req)
	switch {
	case err != nil || !v.Proven:
		return p.wary(ctx, left, spent)
	case v.Winners.Has(req.Position.Turn()):
		// The distance is a bound.
		plies := p.plies(req.Position)
		return reported(req, spent.on(engine.Info{Score: engine.WinIn(plies - 1 + plies%2), Line: v.Moves})), nil
	}
	info, err = p.Engine.Search(ctx, left)
	if err == nil && !info.Score.Lost() {
		plies := p.plies(req.Position)
		info.Score = engine.LossIn(plies - plies%2)
	}
	return spent.on(info), err
}

// wantsMove reports whether no more is asked for than a move: no certain depth
// nor several lines, which only a search has.
func wantsMove(req engine.Request) bool { return req.Limits.Depth == 0 && req.Lines <= 1 }

// nodes returns about how many nodes a try may take.
func (p perfect) nodes(req engine.Request) uint64 {
	const node = time.Microsecond // of the solvers and engines there are
	l := p.limits(req, p.share)
	if l.Time > 0 {
		return min(l.Nodes, uint64(l.Time/node))
	}
	return l.Nodes
}

// reported reports the info and returns it.
func reported(req engine.Request, info engine.Info) engine.Info {
	if req.Report != nil {
		req.Report(info)
	}
	return info
}

// limits bounds a part of a turn, by a share of the request's limits and by what
// the level allows the solver.
func (p perfect) limits(req engine.Request, share int) engine.Limits {
	part := engine.Limits{Time: req.Limits.Clock(req.Position.Turn()).Left / time.Duration(turnsToGo*share)}
	if n := req.Limits.Nodes; n > 0 {
		part.Nodes = max(n/uint64(share), 1)
	}
	return engine.Limits{Nodes: p.most, Time: req.Limits.Time / time.Duration(share)}.Within(part)
}
