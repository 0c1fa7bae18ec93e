package search

// Constants are the numbers that decide what alpha-beta reduces, prunes and extends. A
// zero field means its default. [Tunables] lists the defaults, and
// docs/contributing/experiments.md other values that were tried.
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

// Tunable is a number of a search that can be tuned.
type Tunable struct {
	Name    string
	Default int // 0 for one that only some games turn on
	// Least and Most are the range. A value below Least turns a technique off and
	// is not tuned.
	Least, Most int
	// Step is a change large enough to be felt in games.
	Step  int
	Field func(*Options) *int
}

// Tunables returns the numbers of alpha-beta that can be tuned. Package tune tunes all of
// a game at once.
func Tunables() []Tunable { return tunables }

var tunables = []Tunable{
	{"aspiration width", 30, 5, 200, 10, func(o *Options) *int { return &o.Constants.AspirationWidth }},
	{"reverse futility margin", 0, 5, 200, 12, func(o *Options) *int { return &o.ReverseFutilityMargin }},
	{"reverse futility depth", 4, 1, 10, 1, func(o *Options) *int { return &o.Constants.ReverseFutilityDepth }},
	{"reduction depth", 3, 2, 8, 1, func(o *Options) *int { return &o.Constants.ReductionDepth }},
	{"unreduced moves", 3, 1, 16, 1, func(o *Options) *int { return &o.Constants.UnreducedMoves }},
	{"reduction divisor", 220, 100, 600, 30, func(o *Options) *int { return &o.Constants.ReductionDivisor }},
	{"reduction base", 0, -150, 200, 25, func(o *Options) *int { return &o.Constants.ReductionBase }},
	{"late move depth", 4, 1, 10, 1, func(o *Options) *int { return &o.Constants.LateMoveDepth }},
	{"late move first", 600, 100, 3000, 150, func(o *Options) *int { return &o.Constants.LateMoveFirst }},
	{"late move growth", 400, 50, 2000, 80, func(o *Options) *int { return &o.Constants.LateMoveGrowth }},
	{"late move PV percent", 0, 100, 1000, 60, func(o *Options) *int { return &o.PVWidthPercent }},
	{"singular depth", 6, 3, 12, 1, func(o *Options) *int { return &o.Constants.SingularDepth }},
	{"singular behind", 3, 1, 8, 1, func(o *Options) *int { return &o.Constants.SingularBehind }},
	{"singular margin", 200, 10, 1500, 80, func(o *Options) *int { return &o.Constants.SingularMargin }},
	{"history weight", 100, 5, 1000, 40, func(o *Options) *int { return &o.Constants.HistoryWeight }},
}
