package search

import "cmp"

// Constants are the numbers that decide what alpha-beta reduces, prunes and extends. A
// zero field means its default. docs/contributing/experiments.md lists other values that were
// tried, and [Tunables] how far they can be tuned.
type Constants struct {
	// AspirationWidth is the first half-width of the window at the root, in centilogits.
	AspirationWidth int

	// ReverseFutilityDepth is the largest number of remaining plies at which an estimate
	// may replace a search.
	ReverseFutilityDepth int

	// ReductionDepth is the least depth at which late moves are reduced.
	ReductionDepth int
	// UnreducedMoves is how many moves of a node are not reduced by logarithms.
	UnreducedMoves int
	// ReductionDivisor, in hundredths, divides the product of the logarithms of the depth
	// and the move's number.
	ReductionDivisor int
	// ReductionBase, in hundredths of a ply, is added to the quotient.
	ReductionBase int

	// LateMoveDepth is the most remaining plies at which late moves are pruned.
	LateMoveDepth int
	// LateMoveFirst, in hundredths, is how many moves are searched at depth 0.
	LateMoveFirst int
	// LateMoveGrowth, in hundredths, is how many more are for each square of the depth.
	LateMoveGrowth int

	// SingularDepth is the least depth at which a move is tested to stand alone.
	SingularDepth int
	// SingularBehind is how many plies shallower the table's search may have been.
	SingularBehind int
	// SingularMargin, in hundredths of a centilogit per ply, is by how much all other
	// moves have to be worse.
	SingularMargin int

	// HistoryWeight, in percent of depth², is what a cutoff adds to a move's history. The
	// more it is, the less the evaluation's guess decides the order.
	HistoryWeight int
}

// withDefaults returns the constants with the defaults of those that are zero.
func (c Constants) withDefaults() Constants {
	return Constants{
		AspirationWidth:      cmp.Or(c.AspirationWidth, 30),
		ReverseFutilityDepth: cmp.Or(c.ReverseFutilityDepth, 4),
		ReductionDepth:       cmp.Or(c.ReductionDepth, 3),
		UnreducedMoves:       cmp.Or(c.UnreducedMoves, 3),
		ReductionDivisor:     cmp.Or(c.ReductionDivisor, 220),
		ReductionBase:        c.ReductionBase,
		LateMoveDepth:        cmp.Or(c.LateMoveDepth, 4),
		LateMoveFirst:        cmp.Or(c.LateMoveFirst, 600),
		LateMoveGrowth:       cmp.Or(c.LateMoveGrowth, 400),
		SingularDepth:        cmp.Or(c.SingularDepth, 6),
		SingularBehind:       cmp.Or(c.SingularBehind, 3),
		SingularMargin:       cmp.Or(c.SingularMargin, 200),
		HistoryWeight:        cmp.Or(c.HistoryWeight, 100),
	}
}

// Tunable is a number of a search that can be tuned.
type Tunable struct {
	Name string
	// Least and Most are the range. A value below Least turns a technique off and
	// is not tuned.
	Least, Most int
	// Step is a change large enough to be felt in games.
	Step  int
	Field func(*Options) *int
}

// Tunables returns the numbers of alpha-beta that can be tuned.
func Tunables() []Tunable {
	return []Tunable{
		{"aspiration width", 5, 200, 10, func(o *Options) *int { return &o.Constants.AspirationWidth }},
		{"reverse futility margin", 5, 200, 12, func(o *Options) *int { return &o.ReverseFutilityMargin }},
		{"reverse futility depth", 1, 10, 1, func(o *Options) *int { return &o.Constants.ReverseFutilityDepth }},
		{"reduction depth", 2, 8, 1, func(o *Options) *int { return &o.Constants.ReductionDepth }},
		{"unreduced moves", 1, 16, 1, func(o *Options) *int { return &o.Constants.UnreducedMoves }},
		{"reduction divisor", 100, 600, 30, func(o *Options) *int { return &o.Constants.ReductionDivisor }},
		{"reduction base", -150, 200, 25, func(o *Options) *int { return &o.Constants.ReductionBase }},
		{"late move depth", 1, 10, 1, func(o *Options) *int { return &o.Constants.LateMoveDepth }},
		{"late move first", 100, 3000, 150, func(o *Options) *int { return &o.Constants.LateMoveFirst }},
		{"late move growth", 50, 2000, 80, func(o *Options) *int { return &o.Constants.LateMoveGrowth }},
		{"late move PV percent", 100, 1000, 60, func(o *Options) *int { return &o.PVWidthPercent }},
		{"singular depth", 3, 12, 1, func(o *Options) *int { return &o.Constants.SingularDepth }},
		{"singular behind", 1, 8, 1, func(o *Options) *int { return &o.Constants.SingularBehind }},
		{"singular margin", 10, 1500, 80, func(o *Options) *int { return &o.Constants.SingularMargin }},
		{"history weight", 5, 1000, 40, func(o *Options) *int { return &o.Constants.HistoryWeight }},
	}
}
