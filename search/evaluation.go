package search

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"

	"thera/engine"
	"thera/game"
)

// Evaluation is what a search knows about a game beyond its rules: functions on the
// game's packed positions. It is a value, so two evaluations of one game can be compared
// by giving them to two engines. Its functions must not modify the position and must not
// allocate; several goroutines call them at once, each with its own positions. Only what
// NewEvaluate returns belongs to one goroutine.
//
// Only Evaluate is required. A nil function is an ability that the evaluation lacks.
type Evaluation[P any, M game.Code] struct {
	// Evaluate estimates the chances of seat against all others in centilogits,
	// 100·ln(p/(1−p)) for a winning probability p. It is not called for finished games.
	Evaluate func(p *P, seat game.Seat) int

	// NewEvaluate returns a function with the results of Evaluate that is faster
	// because it has memory of its own, such as sums of positions like the next one.
	// A search makes one for each of its goroutines.
	NewEvaluate func() func(p *P, seat game.Seat) int

	// Prioritize writes a guess at the quality of each legal move to
	// priorities, which is as long as moves and initially zero. Moves with
	// larger numbers are searched earlier. Used by alpha-beta.
	Prioritize func(p *P, moves []M, priorities []int32)

	// Likely returns the legal moves with the highest priorities, and those
	// priorities, in any order: most of them, or all if there are no more. It
	// reuses the two slices. It is for games where this is much cheaper than
	// listing all moves. Used by alpha-beta.
	Likely func(p *P, most int, moves []M, priorities []int32) ([]M, []int32)

	// Legal reports whether a move is legal, faster than by listing all. Used by
	// alpha-beta, which tries moves that were good elsewhere before it lists any.
	Legal func(p *P, m M) bool

	// Settled reports whether the result is certain without a search: the
	// winners, none if it can't tell, and the number of plies within which the
	// game ends. Used by alpha-beta.
	Settled func(p *P) (winners game.Seats, plies int)

	// Forced appends the only moves that need to be searched when the result of
	// all others is obvious, and nothing when no move is forced. Searching
	// these alone must give the same result at the same distance. Used by
	// alpha-beta, which searches only them and one ply deeper.
	Forced func(p *P, moves []M) []M

	// The tree search can search turns of two parts one part at a time, so that
	// second parts are listed only after promising first parts. An evaluation
	// has all three of these functions or none.

	// First appends the first parts of all legal turns, each once, as codes
	// that need not be legal turns themselves.
	First func(p *P, moves []M) []M
	// Rest appends the legal turns that start with a first part, at least one.
	Rest func(p *P, moves []M, first M) []M
	// EvaluateFirst estimates the chances of seat, as Evaluate does, after the
	// seat to move has played a first part.
	EvaluateFirst func(p *P, first M, seat game.Seat) int
}

// ForGoroutine returns the evaluation for one of a search's goroutines, which no other may
// use: it evaluates with memory of its own if it can. It panics if e cannot evaluate.
func (e Evaluation[P, M]) ForGoroutine() Evaluation[P, M] {
	if e.NewEvaluate != nil {
		e.Evaluate = e.NewEvaluate()
	}
	if e.Evaluate == nil {
		panic("search: an Evaluation without the function Evaluate")
	}
	return e
}

// Options configures an engine. A zero field means its default, and so does a negative
// TableMiB, Threads or Noise.
type Options struct {
	// TableMiB is the memory for what the search remembers, in MiB: the
	// transposition table of alpha-beta, rounded down to a power of two, or the
	// nodes of the tree search. The default is 16.
	TableMiB int
	// Threads is the number of goroutines that search. The default is 1. With
	// more, equal requests may get different answers.
	Threads int
	// ReverseFutilityMargin, in centilogits, is how much an estimate may change
	// per ply against the side to move. Alpha-beta does not search a node near
	// the horizon whose estimate exceeds the window by this margin for each
	// remaining ply (reverse futility pruning). 0 turns this off.
	ReverseFutilityMargin int
	// LateMoveWidth, if not 0, makes alpha-beta prune and reduce by move order,
	// which pays where the first moves tried are nearly always the best:
	//
	//   - Near the horizon it searches at most LateMoveWidth times as many moves
	//     of a node as Constants say (late move pruning).
	//   - It reduces depth by the logarithms of the depth and of the move's
	//     number, instead of by one ply after eight moves and two after forty
	//     (late move reduction).
	//   - A move that is much better than all others is searched more
	//     deeply (singular extension).
	LateMoveWidth int
	// PVWidthPercent is how many moves late move pruning leaves on the principal
	// variation, the root included, in percent of those elsewhere. 0 turns the pruning off
	// there.
	PVWidthPercent int
	// Constants are the other numbers of alpha-beta.
	Constants Constants
	// Noise is how much evaluations vary, in centilogits either way, if the
	// request has a seed. The default is 7, chosen by hand: enough to vary the
	// choice among moves that are about equal, too little to choose a bad one.
	Noise int
}

// WithDefaults returns the options with defaults for the fields whose zero
// value does not turn something off.
func (o Options) WithDefaults() Options {
	o.TableMiB = cmp.Or(max(o.TableMiB, 0), 16)
	o.Threads = max(o.Threads, 1)
	o.Noise = cmp.Or(max(o.Noise, 0), 7)
	o.Constants = o.Constants.withDefaults()
	return o
}

// NewRandom returns an engine that plays a uniformly random legal move of any
// game. The choice depends only on the seed and the position. Asked for several lines, it
// reports other moves after it.
func NewRandom() engine.Engine { return random{} }

type random struct{}

// Forget implements [engine.Forgetter].
func (random) Forget() bool { return true }

// Search implements [engine.Engine].
func (random) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	moves := req.Position.Moves()
	if len(moves) == 0 {
		return engine.Info{}, fmt.Errorf("position %q: %w", req.Position, engine.ErrOver)
	}
	text := fnv.New64a()
	_, _ = io.WriteString(text, req.Position.String())
	rng := rand.New(rand.NewPCG(req.Seed, text.Sum64()))
	best := rng.IntN(len(moves))
	moves[0], moves[best] = moves[best], moves[0]
	if req.Lines > 1 && req.Report != nil {
		for rank, m := range moves[:min(req.Lines, len(moves))] {
			req.Report(engine.Info{Rank: rank, Line: []game.Move{m}})
		}
	}
	return engine.Info{Line: moves[:1:1]}, nil
}
