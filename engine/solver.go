package engine

import (
	"context"
	"time"

	"thera/game"
)

// Solver proves results. Unlike an [Engine] it never estimates: a result is
// proven or unknown.
type Solver interface {
	// Solve proves the result of a position, or stops without proof when a
	// limit is reached or ctx is done, and then returns what it knows. A
	// finished game is proven to be won by who has won it, in 0 plies. The
	// error is for problems that can't be worked on: a position of another
	// game, a checkpoint that can't be read or written.
	Solve(ctx context.Context, p Problem) (Verdict, error)
}

// Problem is what is asked of a solver.
type Problem struct {
	Position game.Position
	// Limits bounds the work of this Solve by Time and Nodes; its other fields
	// do not count.
	Limits Limits
	// All asks for all winning moves instead of one.
	All bool
	// Checkpoint, if not empty, names a file with what an earlier Solve of the
	// same position found out. It need not exist yet; Solve writes it from
	// time to time and before it returns without proof.
	Checkpoint string
	// Report, if not nil, is called about once a second during Solve.
	Report func(Progress)
}

// Progress is how far a solver has come.
type Progress struct {
	Nodes uint64
	Time  time.Duration
	// Fill is the share of the table that is in use, 0–1.
	Fill float64
	// Done is an estimate of the share of the work that is done, 0–1.
	Done float64
}

// Verdict is what a solver knows about a position.
type Verdict struct {
	// Proven reports whether the winners are known. If not, only Nodes and
	// Time mean anything.
	Proven  bool
	Winners game.Seats
	// Plies is the distance to the end under best play, 0 where the game is
	// over or the solver does not ask how long a win takes.
	Plies int
	// Grundy is the nimber of an impartial game's position, -1 where there is
	// none or it is unknown.
	Grundy int
	// Moves are winning moves of the seat to move: none if it loses, one or,
	// where all were asked for, all in the rules' order.
	Moves []game.Move
	// All reports whether Moves are all that win, so that each other one loses. It
	// is false where a solver gives those alone that win soonest.
	All   bool
	Nodes uint64 // positions visited, in an earlier Solve of the checkpoint too
	Time  time.Duration
}
