package search

import "cmp"

// Options configures an engine. A field that is zero means its default.
type Options struct {
	// TableMiB is the memory for what the search remembers, in MiB: the
	// transposition table of alpha-beta, rounded down to a power of two, or
	// the nodes of a tree. The default is 16.
	TableMiB int
	// Threads is how many goroutines search. The default is 1. With more,
	// equal requests may get different answers.
	Threads int
	// Margin is for alpha-beta: how far an estimate may change in a ply, in
	// centilogits, for the better of the side that is not to move. A node
	// that is estimated to be too good by that much for every ply yet to be
	// searched is not searched (reverse futility pruning). 0 searches all.
	ReverseFutilityMargin int
	// Bold is for alpha-beta: unless it is 0, late moves are searched less deeply by
	// the logarithms of the depth and of how many moves came before them, beginning
	// with the fourth, instead of by one ply after eight moves and two after forty;
	// and so many plies before the horizon, up to 4, no more moves are searched than
	// Bold times 6 + 4·plies²; a move that stands alone is searched more deeply. It
	// pays where the first moves tried are nearly always the good ones.
	LateMoveWidth int
	// Careful is for alpha-beta: near the horizon a bold search looks at so many times
	// as many moves on the principal variation, the root included; at all if it is 0.
	PVWidthFactor int
	// Noise is how much evaluations vary, in centilogits either way, when the
	// request has a seed. The default is 7, chosen by hand, not tuned: enough
	// to vary the choice among moves that are about equal, too little to
	// choose a bad one.
	Noise int
}

// WithDefaults returns the options with all zero fields but Margin, Bold and
// Careful replaced by their defaults.
func (o Options) WithDefaults() Options {
	o.TableMiB = cmp.Or(o.TableMiB, 16)
	o.Threads = max(o.Threads, 1)
	o.Noise = cmp.Or(o.Noise, 7)
	return o
}
