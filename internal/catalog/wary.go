package catalog

import (
	"context"
	"slices"

	"thera/engine"
	"thera/game"
)

// maxDoubts is how many moves of the engine the solver is asked about in a turn.
const maxDoubts = 4

// wary plays the engine's move, unless the solver can show that it loses: then
// the best of the others that it can't show that of, if there is one. The
// request has what is left of the turn after what was spent.
func (p perfect) wary(ctx context.Context, req engine.Request, spent spending) (engine.Info, error) {
	if p.check == 0 {
		info, err := p.Engine.Search(ctx, req)
		return spent.on(info), err
	}
	reserve := engine.Request{Position: req.Position, Limits: p.limits(req, p.check)}
	most := spending{reserve.Limits.Nodes, reserve.Limits.Time}
	first, err := p.Engine.Search(ctx, most.leave(req))
	if err != nil {
		return first, err
	}
	var doubts spending
	info := first
	for losing := []game.Move(nil); p.loses(ctx, info, doubts.leave(reserve), &doubts); {
		losing = append(losing, info.Best())
		if info = p.other(ctx, losing, doubts.leave(reserve), &doubts); info.Line == nil || len(losing) == maxDoubts {
			info = first
			break
		}
	}
	spent.add(first.Nodes, first.Time)
	spent.add(doubts.nodes, doubts.time)
	info.Nodes, info.Time = spent.nodes, spent.time
	return info, nil
}

// loses reports whether the solver, with three quarters of the limits, can show
// that the engine's move loses.
func (p perfect) loses(ctx context.Context, info engine.Info, req engine.Request, doubts *spending) bool {
	next, err := req.Position.Play(info.Best())
	if _, proven := info.Score.Proven(); proven || info.Score < p.hope || err != nil || next.Winners() != 0 || ctx.Err() != nil {
		return false
	}
	quarter := p.limits(req, 4)
	kept := spending{quarter.Nodes, quarter.Time}
	v, err := p.solver.Solve(ctx, engine.Problem{Position: next, Limits: kept.leave(req).Limits})
	doubts.add(v.Nodes, v.Time)
	return err == nil && v.Proven && v.Winners.Has(next.Turn())
}

// other returns the best move that is not among those that lose, as far as the
// engine sees with half of the limits, without a line if it sees none.
func (p perfect) other(ctx context.Context, losing []game.Move, req engine.Request, doubts *spending) (best engine.Info) {
	lines := make([]engine.Info, len(losing)+1)
	req.Lines, req.Limits = len(lines), p.limits(req, 2)
	req.Report = func(info engine.Info) { lines[info.Rank] = info }
	info, err := p.Engine.Search(ctx, req)
	doubts.add(info.Nodes, info.Time)
	if err != nil {
		return best
	}
	i := slices.IndexFunc(lines, func(l engine.Info) bool { return l.Line != nil && !slices.Contains(losing, l.Best()) })
	if i < 0 {
		return best
	}
	return lines[i]
}
