package main

import (
	"context"
	"fmt"
	"os"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/solve"
)

// certify writes a certificate of a position with a proven winner.
func certify(ctx context.Context, entry catalog.Entry, pos game.Position, v engine.Verdict, f solveFlags) error {
	name := f.certificate
	solver := entry.NewSolver(catalog.SolverConfig{MemoryMiB: f.memory, Threads: int(f.threads), OutcomeOnly: true})
	winner := game.Seat(0)
	if !v.Winners.Has(winner) {
		winner = 1
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = solve.WriteCertificate(ctx, file, entry.Game, pos, winner, func(ctx context.Context, pos game.Position) (game.Move, error) {
		v, err := solver.Solve(ctx, engine.Problem{Position: pos})
		if err == nil && len(v.Moves) == 0 {
			err = fmt.Errorf("position %q: interrupted", pos)
		}
		if err != nil {
			return "", err
		}
		return v.Moves[0], nil
	})
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		_ = os.Remove(name)
		return fmt.Errorf("certificate %q is not written: %w", name, err)
	}
	return nil
}

// verify checks a certificate and prints what it proves.
func (p *program) verify(ctx context.Context, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	c, err := solve.CheckCertificate(ctx, file, func(name string) (game.Game, error) {
		entry, err := catalog.Find(name)
		return entry.Game, err
	})
	if err != nil {
		return fmt.Errorf("certificate %q proves nothing: %w", name, err)
	}
	return p.print(verifyResult{c.Game, c.Position, int(c.Winner) + 1, c.Positions})
}

// verifyResult is what a certificate proves.
type verifyResult struct {
	Game      string `json:"game"`
	Position  string `json:"position"`
	Winner    int    `json:"winner"` // seat, from 1
	Positions int    `json:"positions"`
}

func (r verifyResult) String() string {
	return fmt.Sprintf("seat %d wins %s %s, proven in %s", r.Winner, r.Game, r.Position, counted(r.Positions, "position", "positions"))
}
