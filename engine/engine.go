package engine

import (
	"context"
	"errors"
	"time"

	"thera/game"
)

// ErrOver is returned by Search when the game is over.
var ErrOver = errors.New("the game is over")

// Engine finds moves. It may keep what it learns from one search to the next,
// so an Engine serves one game and one goroutine at a time.
type Engine interface {
	// Search looks for the best move until a limit is reached, the result is
	// proven or ctx is done, and returns the best it has found. It always finds
	// a legal move, however small the limit. An error means the request can't
	// be served: the position belongs to another game, or the game is over.
	Search(ctx context.Context, req Request) (Info, error)
}

// Request is what an engine is asked.
type Request struct {
	Position game.Position
	Limits   Limits
	// A Seed other than 0 varies play among moves that seem about equal. With a
	// node or depth limit and no time limit, equal requests to a new engine with
	// one thread get equal answers on every machine. For that an engine converts
	// each product of floats explicitly before it adds to it; otherwise Go may fuse
	// the two operations where the processor can.
	Seed uint64
	// Lines is how many of the best moves to report, each with its principal
	// variation; 0 means 1.
	Lines int
	// Ponder, if not nil, is closed when the opponent has played the move that
	// leads to the position. Until then the search runs on the opponent's time
	// and no time limit counts. To abandon the search earlier, cancel ctx.
	Ponder <-chan struct{}
	// Report, if not nil, is called during Search, on its goroutine, each time the answer
	// gets deeper or better. It is called once for each of the Lines, in order of Rank.
	Report func(Info)
}

// Limits bounds a search. The first limit reached ends it. Zero fields don't
// count; without any limit the search runs until ctx is done.
type Limits struct {
	Time  time.Duration
	Nodes uint64
	Depth int // plies
	// Clocks are what the seats have left for the rest of the game, by seat. An
	// engine that manages its time spends part of its own clock on this turn.
	// Other engines ignore clocks, so a caller that sets them must enforce
	// them, as [SearchByClock] does.
	Clocks [4]Clock
}

// Within returns l with time, nodes and depth capped by the other limits.
func (l Limits) Within(other Limits) Limits {
	l.Time = smaller(l.Time, other.Time)
	l.Nodes = smaller(l.Nodes, other.Nodes)
	l.Depth = smaller(l.Depth, other.Depth)
	return l
}

// smaller returns the smaller of two limits, where 0 means no limit.
func smaller[N time.Duration | uint64 | int](a, b N) N {
	if a <= 0 || b > 0 && b < a {
		return b
	}
	return a
}

// Info is what a search knows.
type Info struct {
	Score Score // for the seat to move
	Depth int   // plies searched completely
	Nodes uint64
	Time  time.Duration
	// Rank is 0 for the best line, 1 for that of the next best move, and so on.
	Rank int
	// Line is the principal variation, the play expected from here. It contains
	// at least the move to play.
	Line []game.Move
}

// Best returns the move to play.
func (i Info) Best() game.Move { return i.Line[0] }
