package exam

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// judge finds out what each move of a position is worth. It serves one game, so that
// what it finds does not depend on games before it.
type judge struct {
	entry  catalog.Entry
	solver engine.Solver
	engine engine.Engine
}

func newJudge(entry catalog.Entry) *judge {
	j := &judge{entry: entry, engine: entry.NewEngine(engine.Config{TableMiB: 16})}
	if entry.NewSolver != nil {
		j.solver = entry.NewSolver(catalog.SolverConfig{TableMiB: 8, OutcomeOnly: true})
	}
	return j
}

// prove sets what is proven of a position, and reports whether it makes an item: the
// seat to move is proven to win by at most half of its moves and to lose by all others,
// and no move ends the game.
func (j *judge) prove(ctx context.Context, item *Item, pos game.Position, nodes uint64) (good bool, err error) {
	v, err := j.solve(ctx, pos, nodes/4) // most positions asked about are not won
	if err != nil || !v.Proven || !v.Winners.Has(pos.Turn()) {
		return false, err
	}
	moves := pos.Moves()
	for _, m := range moves {
		next, err := pos.Play(m)
		if err != nil {
			return false, fmt.Errorf("move %q: %w", m, err)
		}
		if next.Winners() != 0 {
			return false, nil
		}
		answer, err := j.solve(ctx, next, nodes)
		if err != nil || !answer.Proven {
			return false, err
		}
		if answer.Winners.Has(pos.Turn()) {
			item.WinningMoves = append(item.WinningMoves, m)
		}
		if 2*len(item.WinningMoves) > len(moves) {
			return false, nil
		}
	}
	item.Winner, item.Plies = pos.Turn().Number(), v.Plies
	item.Nimber, err = j.nimber(ctx, pos, nodes)
	return true, err
}

func (j *judge) solve(ctx context.Context, pos game.Position, nodes uint64) (engine.Verdict, error) {
	return engine.TrySolve(ctx, j.solver, engine.Problem{Position: pos, Limits: engine.Limits{Nodes: nodes}})
}

// nimber returns the nimber of a position, 0 if there is none or it is not found.
func (j *judge) nimber(ctx context.Context, pos game.Position, nodes uint64) (int, error) {
	solver := j.entry.NewSolver(catalog.SolverConfig{TableMiB: 8})
	v, err := solver.Solve(ctx, engine.Problem{Position: pos, Limits: engine.Limits{Nodes: nodes}})
	return max(0, v.Grundy), err
}

// How moves are estimated: all of them by a glance, the best of these by a longer
// search, and the best of these by the longest.
const (
	glanceDepth = 2
	glanceNodes = 500
	longMoves   = 24
	longPart    = 10 // of the nodes of the longest search
	deepMoves   = 8
)

// Values, in thousandths.
const (
	// leastBest and mostBest bound the value of the best move of an item: beyond, the
	// game is decided.
	leastBest = 50
	mostBest  = 950
	// leastSpread is the least difference between the best move and the worst.
	leastSpread = 50
)

// estimate sets the values of all moves of a position, and reports whether it makes an
// item: the game is not decided, and the move matters.
//
// A value is that of a search after the move. A move that is dropped after a shorter
// search counts at most as much as the least of those that are searched longer, and its
// value is rounded to hundredths.
func (j *judge) estimate(ctx context.Context, item *Item, pos game.Position, nodes uint64) (good bool, err error) {
	moves := pos.Moves()
	values := make([]int, len(moves))
	order := make([]int, len(moves)) // indices of moves, the best first
	for i := range order {
		order[i] = i
	}
	for _, round := range []struct {
		limits engine.Limits
		moves  int
	}{
		{engine.Limits{Nodes: glanceNodes, Depth: glanceDepth}, len(moves)},
		{engine.Limits{Nodes: max(1, nodes/longPart), Depth: unaided}, longMoves},
		{engine.Limits{Nodes: nodes, Depth: unaided}, deepMoves},
	} {
		kept := order[:min(round.moves, len(order))]
		for _, i := range kept {
			if values[i], err = j.value(ctx, pos, moves[i], round.limits); err != nil {
				return false, err
			}
		}
		least := 1000
		for _, i := range kept {
			least = min(least, values[i])
		}
		for _, i := range order[len(kept):] {
			values[i] = min(least, values[i]/10*10)
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	}
	item.Values = values
	best, worst := item.Best(), item.Worst()
	return leastBest <= best && best <= mostBest && best-worst >= leastSpread, nil
}

// value returns the win probability of the seat to move after a move, in thousandths.
func (j *judge) value(ctx context.Context, pos game.Position, m game.Move, limits engine.Limits) (int, error) {
	next, err := pos.Play(m)
	if err != nil {
		return 0, fmt.Errorf("move %q: %w", m, err)
	}
	if winners := next.Winners(); winners != 0 {
		return map[bool]int{true: 1000}[winners.Has(pos.Turn())], nil
	}
	info, err := j.engine.Search(ctx, engine.Request{Position: next, Limits: limits})
	return int(math.Round(1000 * (1 - info.Score.WinProbability()))), err
}
