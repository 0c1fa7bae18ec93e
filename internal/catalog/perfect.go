package catalog

import (
	"context"
	"time"

	"thera/engine"
)

// perfect is an engine that leaves what a solver can prove quickly to it.
type perfect struct {
	engine.Engine
	solver engine.Solver
	nodes  uint64 // the most for one try of the solver
}

const (
	// glanceNodes is how long the engine looks before the solver is asked. Near
	// the end that is a proof, with the exact distance, which the solver does
	// not tell. It is a millisecond, too little to miss, and was not tuned.
	glanceNodes = 2000
	// maxSolverMoves is the number of legal moves of the largest positions
	// that are worth the try: of those with 125 to 149 the solver of Hermit
	// proves 3 in 8 within 100,000 nodes, of those with more 1 in 24
	// (docs/solving.md).
	maxSolverMoves = 150
	// solverShare is the share of the time for a turn that a try may take, as
	// a divisor: what is left when it fails costs the search less than half a
	// ply. It was not tuned. clockShare is that of all the time that is left,
	// with 20 turns to go as the search has it.
	solverShare = 4
	clockShare  = 20 * solverShare
)

// perfected returns engines that play perfectly where the solver has a proof.
// tries holds for each level how many nodes it may take, 0 not to ask it.
func perfected(e Engine, newSolver func(SolverConfig) engine.Solver, tries [MaxLevel]uint64) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine {
		nodes := tries[levelOf(c)-1]
		if nodes == 0 {
			return e.New(c)
		}
		return perfect{e.New(c), newSolver(SolverConfig{MemoryMiB: 16, Threads: 1, OutcomeOnly: true}), nodes}
	}}
}

// Search plays a move that the solver has proven to win. In a lost position it
// plays the move that the engine finds, and says that it is lost. Where more
// is asked for than a move, a certain depth or several lines, the engine
// searches as if there were no solver.
func (p perfect) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	legal := len(req.Position.Moves())
	if legal == 0 || legal > maxSolverMoves || !wantsMove(req) {
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
	req = spend(req, info.Nodes, info.Time)
	v, err := p.solver.Solve(ctx, engine.Problem{Position: req.Position, Limits: p.limits(req)})
	req = spend(req, v.Nodes, v.Time)
	if err != nil || !v.Proven {
		return p.Engine.Search(ctx, req)
	}
	// The distance is a bound: each move takes away at least itself.
	if v.Winners.Has(req.Position.Turn()) {
		return reported(req, engine.Info{
			Score: engine.WinIn(legal - 1 + legal%2), Nodes: info.Nodes + v.Nodes, Time: info.Time + v.Time, Line: v.Moves,
		}), nil
	}
	info, err = p.Engine.Search(ctx, req)
	if err == nil && !info.Score.Lost() {
		info.Score = engine.LossIn(legal - legal%2)
	}
	return info, err
}

// wantsMove reports whether no more is asked for than a move: no certain depth
// nor several lines, which only a search has.
func wantsMove(req engine.Request) bool { return req.Limits.Depth == 0 && req.Lines <= 1 }

// reported reports the info and returns it.
func reported(req engine.Request, info engine.Info) engine.Info {
	if req.Report != nil {
		req.Report(info)
	}
	return info
}

// limits bounds a try of the solver, also by shares of the request's limits.
func (p perfect) limits(req engine.Request) engine.Limits {
	share := engine.Limits{Time: req.Limits.Clock(req.Position.Turn()).Left / clockShare}
	if n := req.Limits.Nodes; n > 0 {
		share.Nodes = max(n/solverShare, 1)
	}
	return engine.Limits{Nodes: p.nodes, Time: req.Limits.Time / solverShare}.Within(share)
}

// spend returns the request with the limits that are left after some work.
func spend(req engine.Request, nodes uint64, took time.Duration) engine.Request {
	if req.Limits.Time > 0 {
		req.Limits.Time = max(req.Limits.Time-took, time.Millisecond)
	}
	if req.Limits.Nodes > 0 {
		req.Limits.Nodes -= min(nodes, req.Limits.Nodes-1)
	}
	if turn := int(req.Position.Turn()); turn < len(req.Limits.Clocks) && req.Limits.Clocks[turn].Left > 0 {
		clock := &req.Limits.Clocks[turn]
		clock.Left = max(clock.Left-took, time.Millisecond)
	}
	return req
}
