package engine

import (
	"context"
	"errors"
	"time"

	"thera/game"
)

// Solver proves results: each is proven or unknown, never estimated. Like an [Engine] it
// serves one goroutine at a time, unless its package says otherwise.
type Solver interface {
	// Solve proves the result of a position. It stops without a proof when a limit is
	// reached or ctx is done, and then returns what it knows. A finished game is a proven
	// win for its winners in 0 plies. An error means the problem can't be worked on: the
	// position belongs to another game or is not supported, which is an [ErrUnsupported],
	// or the checkpoint can't be read or written.
	Solve(ctx context.Context, p Problem) (Verdict, error)
}

// ErrUnsupported is wrapped by the error for a position of the solver's game that is too
// large for it or has too many seats.
var ErrUnsupported = errors.New("not supported by the solver")

// TrySolve is Solve for one of many positions: what is not supported is not proven either.
func TrySolve(ctx context.Context, s Solver, p Problem) (Verdict, error) {
	v, err := s.Solve(ctx, p)
	if errors.Is(err, ErrUnsupported) {
		return Verdict{Grundy: -1}, nil
	}
	return v, err
}

// Problem is what a solver is asked.
type Problem struct {
	Position game.Position
	// Limits bounds the work by Time and Nodes. The other fields are ignored.
	Limits Limits
	// All asks for all winning moves instead of one.
	All bool
	// Checkpoint, if not empty, names a file with the findings of earlier
	// Solves of the same position. It need not exist yet. Solve writes it from
	// time to time and before it returns without a proof.
	Checkpoint string
	// CheckpointMiB bounds the findings in the checkpoint, 0 for no bound. Those that took
	// the most work are kept.
	CheckpointMiB int
	// Report, if not nil, is called about once a second during Solve.
	Report func(Progress)
}

// Progress is how far a solver has come.
type Progress struct {
	Nodes uint64
	Time  time.Duration
	// Fill is the fraction of the table in use, from 0 to 1.
	Fill float64
	// Done is the estimated fraction of the work that is done, from 0 to 1.
	Done float64
}

// Verdict is what a solver knows about a position.
type Verdict struct {
	// Proven reports whether the winners are known. If not, only Nodes and Time count.
	Proven  bool
	Winners game.Seats
	// Plies is the distance to the end under best play. It is 0 if the game is
	// over or the solver doesn't determine distances.
	Plies int
	// Grundy is the nimber of an impartial game's position, -1 if none or unknown.
	Grundy int
	// Moves are winning moves of the seat to move: none if it loses; otherwise
	// one or, if all were asked for and the limits suffice, all of them in the order of
	// the rules.
	Moves []game.Move
	// All reports whether Moves are all the winning moves, so that every other
	// move loses.
	All   bool
	Nodes uint64 // positions visited, including earlier Solves of the checkpoint
	Time  time.Duration
}
