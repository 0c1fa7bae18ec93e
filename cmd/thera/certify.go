package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/safefile"
	"thera/solve"
)

// certify writes a certificate of a position with a proven winner. A file that
// is there already stays until the new one is whole.
func certify(ctx context.Context, entry catalog.Entry, pos game.Position, v engine.Verdict, f solveFlags) error {
	name := f.certificate
	solver := entry.NewSolver(catalog.SolverConfig{MemoryMiB: f.memory, Threads: int(f.threads), OutcomeOnly: true})
	winner := game.Seat(0)
	if !v.Winners.Has(winner) {
		winner = 1
	}
	winningMove := func(ctx context.Context, pos game.Position) (game.Move, error) {
		v, err := solver.Solve(ctx, engine.Problem{Position: pos})
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && len(v.Moves) == 0 {
			err = fmt.Errorf("position %q: no winning move was found", pos)
		}
		if err != nil {
			return "", err
		}
		return v.Moves[0], nil
	}
	err := safefile.Replace(name, func(w io.Writer) error {
		_, err := solve.WriteCertificate(ctx, w, entry.Game, pos, winner, winningMove)
		return err
	})
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if err != nil {
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
	if ctx.Err() != nil {
		return errInterrupted
	}
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
