package solver

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/checkpoint"
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
	case root.Players() != 2:
		return engine.Verdict{}, fmt.Errorf("position %q: want one of two players", problem.Position)
	case root.Winners() != 0:
		return engine.Verdict{}, fmt.Errorf("position %q: %w", problem.Position, engine.ErrOver)
	}
	p := &prover{table: newTable(s.tableMiB), file: newFile(problem.Checkpoint, problem.Position.String())}
	if err := p.file.Load(p.table.put); err != nil {
		return engine.Verdict{}, err
	}
	p.frames[0].pos = root
	p.begin(ctx, problem)
	v := p.solve(problem.All)
	spent := p.spent()
	v.Nodes, v.Time = spent.Nodes, spent.Time
	if v.Plies == 0 && p.err == nil {
		p.save()
	}
	return v, p.err
}

// begin starts the meter, which looks after reports and the checkpoint.
func (s *prover) begin(ctx context.Context, problem engine.Problem) {
	now := time.Now()
	s.meter = meter{ctx: ctx, limits: problem.Limits, start: now, reported: now}
	s.chores = func() {
		if now := time.Now(); problem.Report != nil && now.Sub(s.reported) >= time.Second {
			s.reported = now
			spent := s.spent()
			problem.Report(engine.Progress{Nodes: spent.Nodes, Time: spent.Time, Fill: s.table.fill()})
		}
		if s.file.UntilSave() <= 0 {
			s.save()
			s.stopped = s.stopped || s.err != nil
		}
	}
}

// spent returns the work done so far, that of earlier searches included.
func (s *prover) spent() checkpoint.Spent {
	past := s.file.Past()
	return checkpoint.Spent{Nodes: past.Nodes + s.nodes, Time: past.Time + time.Since(s.start)}
}

// save writes the checkpoint. What is in it is true whenever that is: entries
// are made when a question is answered.
func (s *prover) save() {
	s.err = s.file.Save(s.spent(), s.table.records())
}

// solve asks for ever more plies. What an earlier search has answered is in the
// table.
func (s *prover) solve(all bool) engine.Verdict {
	f := &s.frames[0]
	seat := f.pos.Turn()
	win := engine.Verdict{Proven: true, Winners: game.Only(seat), Grundy: -1}
	threats := s.winByThreats()
	win.Moves = texts(f.answer)
	for plies := 1; plies <= maxPlies; plies++ {
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
