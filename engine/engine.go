package engine

import (
	"context"
	"errors"
	"time"

	"thera/game"
)

// ErrOver is returned by Search for a position in which the game is over.
var ErrOver = errors.New("the game is over")

// Engine finds moves. It may keep what it learned from one search to the
// next, so one Engine serves one game and one goroutine at a time.
type Engine interface {
	// Search looks for the best move until a limit is reached, the result is
	// proven or ctx is done, and returns the best it has found; it always
	// finds a legal move, however small the limit. The error is for requests
	// that can't be served: a position of another game or one that is over.
	Search(ctx context.Context, req Request) (Info, error)
}

// Request is what is asked of an engine.
type Request struct {
	Position game.Position
	Limits   Limits
	// Seed other than 0 varies play among moves that seem about equal. With a
	// node or depth limit and no time limit, equal requests to a new engine of
	// one thread get equal answers on every machine. So an engine rounds each
	// product of floats before it adds to it, by a conversion: where a processor
	// does both at once, Go otherwise lets it.
	Seed uint64
	// Lines is how many of the best moves to report, each with the line that
	// follows it; 0 is the same as 1.
	Lines int
	// Ponder, if not nil, is closed when the opponent has played the move to
	// the position: until then the search is on the opponent's time, and no
	// limit of time counts. Who gives up the search before that ends ctx.
	Ponder <-chan struct{}
	// Report, if not nil, is called during Search, on its goroutine, each time
	// the answer has become deeper or better, for each of the Lines by Rank.
	Report func(Info)
}

// Limits bounds a search. It ends at the first limit reached; zero fields do
// not count, and with none at all it goes on until ctx is done.
type Limits struct {
	Time  time.Duration
	Nodes uint64
	Depth int // plies
	// Clocks are what the seats have left for the rest of the game, by seat.
	// An engine that manages its time spends a share of its own clock on this
	// turn. One that does not searches on as if there were none, so whoever
	// gives clocks sees to their end, as [SearchByClock] does.
	Clocks [4]Clock
}

// Within returns the limits with those on time, nodes and depth no larger than
// the other ones.
func (l Limits) Within(other Limits) Limits {
	l.Time = smaller(l.Time, other.Time)
	l.Nodes = smaller(l.Nodes, other.Nodes)
	l.Depth = smaller(l.Depth, other.Depth)
	return l
}

// smaller returns the smaller of two limits, of which 0 is none.
func smaller[N time.Duration | uint64 | int](a, b N) N {
	if a <= 0 || b > 0 && b < a {
		return b
	}
	return a
}

// Info is what a search knows.
type Info struct {
	Score Score // for the seat to move
	Depth int   // plies searched in full
	Nodes uint64
	Time  time.Duration
	// Rank is 0 for the best line, 1 for that of the next best move, and so on.
	Rank int
	// Line is the principal variation, the play expected from here. It has at
	// least the move to play.
	Line []game.Move
}

// Best returns the move to play.
func (i Info) Best() game.Move { return i.Line[0] }
