package proof

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/santorini"
	"thera/solve"
)

// New returns a solver with a table of the given size in MiB, 64 if that is 0. A
// position takes 16 bytes. The solver searches on one thread and may be used by several
// goroutines at once: nothing is kept from one Solve to the next.
func New(tableMiB int) engine.Solver { return solver{cmp.Or(max(tableMiB, 0), 64)} }

type solver struct{ tableMiB int }

// Forget implements [engine.Forgetter].
func (solver) Forget() bool { return true }

// Solve implements [engine.Solver]. The winning move is one that wins in the fewest plies.
// If the limits leave time to find a win, but not to show that there is no shorter one,
// Plies is 0. If they leave too little to show for each move whether it wins, there are
// only all of the quickest wins, or one; without limits that takes a million positions more
// at most.
func (s solver) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	root, ok := game.KernelOf[santorini.Position](p.Position)
	if !ok {
		return engine.Verdict{}, fmt.Errorf("position %q: not one of Santorini", p.Position)
	}
	if winners := root.Winners(); winners != 0 {
		return engine.Verdict{Proven: true, Winners: winners, Grundy: -1}, nil
	}
	if root.Players() != 2 && !root.IsTeams() {
		return engine.Verdict{}, fmt.Errorf("position %q is %w: want one of two players or of teams", p.Position, engine.ErrUnsupported)
	}
	w := &prover{table: newTable(s.tableMiB)}
	r, err := solve.Begin(ctx, p, solve.Work{
		Title: "thera santorini 1", Size: recordSize, Put: w.table.put, Records: w.table.records,
		Fill: w.table.fill, Effort: recordEffort, Done: func() float64 { return 0 }, // progress is unknown
	})
	if err != nil {
		return engine.Verdict{}, err
	}
	defer r.Close()
	w.frames[0].pos = root
	w.run, w.count, w.isLimited = r, r.Meter.Counter(), p.Limits != (engine.Limits{})
	v := w.solve(p.All)
	w.count.Flush()
	v.Nodes, v.Time = r.Spent()
	if (v.Plies == 0 || v.All != p.All) && w.err == nil {
		w.err = r.Save()
	}
	return v, w.err
}

// solve asks about more and more plies. Answers of earlier searches are in the table.
func (w *prover) solve(all bool) engine.Verdict {
	f := &w.frames[0]
	own := f.pos.Allies(f.pos.Turn())
	v := engine.Verdict{Grundy: -1}
	threats := w.winByThreats()
	if threats > 0 {
		v.Proven, v.Winners, v.Moves = true, own, game.MovesOf(f.answer)
	}
	for plies := 1; plies <= maxPlies && !w.stopped; plies++ {
		switch {
		case plies%2 == 0:
			if threats == 0 && w.loses(0, plies) {
				v.Proven, v.Winners, v.Plies, v.All = true, f.pos.Seats()&^own, plies, all
				return v
			}
		case plies == threats || w.wins(0, plies):
			v.Proven, v.Winners, v.Moves = true, own, game.MovesOf(f.answer)
			v.Plies = plies
			if all {
				w.findAll(&v)
			}
			return v
		}
	}
	return v
}

// maxThreatNodes is how many positions the search for a win by threats may have visited
// and still try two more plies: about a tenth of a second. It only bounds the worst
// case. Of 77 positions of games with 6 random plies first, 33 were solved in 400,000
// nodes whether it was 2¹² or 2²⁰, with the same nodes (docs/contributing/experiments.md).
const maxThreatNodes = 1 << 18

// winByThreats searches for a win by checks alone and returns its length in plies, or 0
// if there is none or it takes too long to find.
func (w *prover) winByThreats() int {
	w.checks = true
	defer func() { w.checks = false }()
	for plies, most := 1, w.count.Nodes+maxThreatNodes; plies <= maxPlies && w.count.Nodes < most; plies += 2 {
		w.deeper = false
		switch won := w.wins(0, plies); {
		case w.stopped:
			return 0
		case won:
			return plies
		case !w.deeper:
			return 0
		}
	}
	return 0
}

// maxAllNodes is how many positions the search for further winning moves may visit without
// limits of its own, about two seconds: to refute all other moves may take very long.
const maxAllNodes = 1_000_000

// findAll completes a verdict, which has one of the quickest wins, as far as it gets.
func (w *prover) findAll(v *engine.Verdict) {
	if !w.isLimited {
		w.most = w.count.Nodes + maxAllNodes
	}
	quickest := w.winners(v.Plies)
	if w.stopped {
		return
	}
	v.Moves = game.MovesOf(quickest...)
	root := w.frames[0].pos
	var wins []santorini.Move
	for _, m := range root.AppendMoves(nil) {
		isWin := slices.Contains(quickest, m)
		if !isWin {
			w.frames[0].pos = root
			w.frames[0].pos.Play(m)
			winners := w.frames[0].pos.Winners()
			if winners == 0 {
				next := w.solve(false)
				if !next.Proven {
					return
				}
				winners = next.Winners
			}
			isWin = winners == v.Winners
		}
		if isWin {
			wins = append(wins, m)
		}
	}
	v.Moves, v.All = game.MovesOf(wins...), true
}

// winners returns all moves that win within the given number of plies. The result is
// meaningless if the search has been stopped.
func (w *prover) winners(plies int) (moves []santorini.Move) {
	for _, m := range w.frames[0].pos.AppendMoves(nil) {
		w.play(0, m)
		if won := w.loses(1, plies-1); w.stopped {
			return nil
		} else if won {
			moves = append(moves, m)
		}
	}
	return moves
}
