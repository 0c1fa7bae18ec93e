package solver

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
	"thera/santorini"
)

// New returns a solver with a table of so many MiB, 64 if that is 0.
func New(tableMiB int) engine.Solver {
	if tableMiB == 0 {
		tableMiB = 64
	}
	return solver{tableMiB}
}

type solver struct{ tableMiB int }

// Solve implements [engine.Solver]. All winning moves are those that win in
// the fewest plies. Where the limits leave time to find a win by threats, but
// not to show that there is no shorter one, Plies is 0.
func (s solver) Solve(ctx context.Context, problem engine.Problem) (engine.Verdict, error) {
	root, ok := game.KernelOf[santorini.Position](problem.Position)
	switch {
	case !ok:
		return engine.Verdict{}, fmt.Errorf("position %q: not one of Santorini", problem.Position)
	case root.Seats() != 2:
		return engine.Verdict{}, fmt.Errorf("position %q: want one of two players", problem.Position)
	case root.Winners() != 0:
		return engine.Verdict{}, fmt.Errorf("position %q: %w", problem.Position, engine.ErrOver)
	}
	known, err := readCheckpoint(problem.Checkpoint, problem.Position)
	if err != nil {
		return engine.Verdict{}, err
	}
	p := newProver(ctx, s.tableMiB, root, problem, known)
	v := p.solve(&known, problem.All)
	known.Nodes, known.Seconds = known.Nodes+p.nodes, p.spent().Seconds()
	v.Nodes, v.Time = known.Nodes, p.spent()
	if v.Plies == 0 {
		err = known.write(problem.Checkpoint)
	}
	return v, err
}

func newProver(ctx context.Context, tableMiB int, root santorini.Position, problem engine.Problem, known checkpoint) *prover {
	p := &prover{table: newTable(tableMiB)}
	p.frames[0].pos = root
	now := time.Now()
	p.meter = meter{ctx: ctx, limits: problem.Limits, start: now, reported: now, earlier: known.time()}
	if problem.Report != nil {
		p.report = func() {
			problem.Report(engine.Progress{Nodes: known.Nodes + p.nodes, Time: p.spent(), Fill: p.table.fill()})
		}
	}
	return p
}

// solve asks for ever more plies, from where an earlier search stopped, and
// keeps in known what it finds out.
func (s *prover) solve(known *checkpoint, all bool) engine.Verdict {
	f := &s.frames[0]
	seat := f.pos.Turn()
	win := engine.Verdict{Proven: true, Winners: game.Only(seat), Grundy: -1}
	threats := s.winByThreats()
	win.Moves = texts(f.answer)
	for plies := known.Plies + 1; plies <= maxPlies; plies++ {
		found := plies == threats
		switch {
		case plies%2 == 1:
			if found || s.wins(0, plies) {
				win.Plies, win.Moves = plies, texts(f.answer)
				if all {
					win.Moves = texts(s.winners(plies)...)
				}
			}
		case threats == 0 && s.loses(0, plies):
			return engine.Verdict{Proven: true, Winners: game.Only(1 - seat), Plies: plies, Grundy: -1}
		}
		if s.stopped {
			break
		}
		if win.Plies > 0 {
			return win
		}
		known.Plies = plies
	}
	if threats > 0 {
		return win
	}
	return engine.Verdict{Grundy: -1}
}

// winByThreats looks for a win by checks alone and returns its length in
// plies, 0 if there is none or it takes too long to find.
func (s *prover) winByThreats() int {
	const patience = 1 << 18 // positions
	s.checks = true
	defer func() { s.checks = false }()
	for plies := 1; plies <= maxPlies && s.nodes < patience; plies += 2 {
		s.deeper = false
		switch won := s.wins(0, plies); {
		case s.stopped:
			return 0
		case won:
			return plies
		case !s.deeper:
			return 0
		}
	}
	return 0
}

// winners returns all moves that win within so many plies.
func (s *prover) winners(plies int) (moves []santorini.Move) {
	for _, m := range s.frames[0].pos.AppendMoves(nil) {
		s.play(0, m)
		if s.loses(1, plies-1) {
			moves = append(moves, m)
		}
	}
	return moves
}

func texts(moves ...santorini.Move) (texts []game.Move) {
	for _, m := range moves {
		texts = append(texts, game.Move(m.String()))
	}
	return texts
}
