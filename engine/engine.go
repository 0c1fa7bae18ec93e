package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"thera/game"
)

// ErrOver is wrapped by the error of Search when the game is over.
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

// Forget makes an [Engine] or [Solver] that can do so forget what it has learned, so that
// it answers like a new one. It reports false if that can't be done; then a new one is
// needed. It must not be called during a Search or Solve.
func Forget(e any) bool {
	f, ok := e.(Forgetter)
	return ok && f.Forget()
}

// Forgetter is implemented by an [Engine] or [Solver] that is expensive to make. Callers
// use the function [Forget].
type Forgetter interface {
	// Forget reports whether it has forgotten everything: an engine made of others
	// can't if one of these can't.
	Forget() bool
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
// count; without any limit the search runs until ctx is done. Time or a clock below
// zero, such as the time until a deadline that has passed, ends it as soon as it has a move.
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
	l.Depth = smaller(max(l.Depth, 0), max(other.Depth, 0))
	return l
}

// smaller returns the smaller of two limits, where 0 means no limit.
func smaller[N time.Duration | uint64 | int](a, b N) N {
	if a != 0 && b != 0 {
		return min(a, b)
	}
	return cmp.Or(a, b)
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

// Lines collects the latest report for each rank. Its Report method can be used
// as [Request.Report].
type Lines []Info

// Report replaces the line of the same rank and drops the lines after it, which
// come from a shallower search.
func (l *Lines) Report(info Info) { *l = append((*l)[:min(info.Rank, len(*l))], info) }

// With returns the outcome of a search followed by the reported lines that
// start with other moves: at most n lines, at least the outcome, with new
// ranks. The best move may have changed since the lines were reported.
func (l Lines) With(best Info, n int) []Info {
	best.Rank = 0
	ranked := []Info{best}
	for _, info := range l {
		if len(ranked) < n && info.Best() != best.Best() {
			info.Rank = len(ranked)
			ranked = append(ranked, info)
		}
	}
	return ranked
}

// Config is how a user has set up an engine. A zero field means the engine's default.
type Config struct {
	TableMiB int // size of the transposition table, the protocol's Hash
	Threads  int // to search with
	Level    int // of strength, from 1 (weakest); the highest plays as well as it can
	// Nodes, if not 0, is the largest node limit that searches will have, so that an engine
	// makes no larger tables than they can fill in a game.
	Nodes uint64
}

// Parameter is a setting of a [Config]: a whole number from 1 to Max. The
// command line, match players and the engine protocol all read the list of
// parameters that an engine offers. Only [Hash], [Threads] and [Level] make them.
type Parameter struct {
	Name    string // one lower-case word
	Default int    // where the user sets none
	Max     int

	field func(*Config) *int
}

// Hash returns the parameter "hash", the size of the transposition table in MiB.
func Hash(defaultValue, maximum int) Parameter {
	return Parameter{"hash", defaultValue, maximum, func(c *Config) *int { return &c.TableMiB }}
}

// Threads returns the parameter "threads", the number of search threads.
func Threads(defaultValue, maximum int) Parameter {
	return Parameter{"threads", defaultValue, maximum, func(c *Config) *int { return &c.Threads }}
}

// Level returns the parameter "level", the strength of play from 1 (weakest) to
// maximum (full strength).
func Level(defaultValue, maximum int) Parameter {
	return Parameter{"level", defaultValue, maximum, func(c *Config) *int { return &c.Level }}
}

// Set parses value and sets the parameter. An error states the accepted range.
func (p Parameter) Set(c *Config, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > p.Max {
		return fmt.Errorf("want a whole number from 1 to %d", p.Max)
	}
	*p.field(c) = n
	return nil
}

// Defaults returns a config with each parameter at its default.
func Defaults(all []Parameter) Config {
	var c Config
	for _, p := range all {
		*p.field(&c) = p.Default
	}
	return c
}
