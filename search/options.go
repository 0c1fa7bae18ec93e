package search

import "cmp"

// Options configures an engine. A zero field means its default.
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
	//   - Up to 4 plies from the horizon it searches at most
	//     LateMoveWidth·(6 + 4·plies²) moves of a node (late move pruning).
	//   - From the fourth move on it reduces depth by the logarithms of the
	//     depth and of the move's number, instead of by one ply after eight
	//     moves and two after forty (late move reduction).
	//   - A move that is much better than all others is searched more
	//     deeply (singular extension).
	LateMoveWidth int
	// PVWidthFactor multiplies the number of moves that late move pruning leaves on the
	// principal variation, the root included. 0 turns the pruning off there.
	PVWidthFactor int
	// Noise is how much evaluations vary, in centilogits either way, if the
	// request has a seed. The default is 7, chosen by hand: enough to vary the
	// choice among moves that are about equal, too little to choose a bad one.
	Noise int
}

// WithDefaults returns the options with defaults for the fields whose zero
// value does not turn something off.
func (o Options) WithDefaults() Options {
	o.TableMiB = cmp.Or(o.TableMiB, 16)
	o.Threads = max(o.Threads, 1)
	o.Noise = cmp.Or(o.Noise, 7)
	return o
}
