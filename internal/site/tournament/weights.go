package tournament

// MaxWeight is the greatest weight of a pair.
const MaxWeight = 1 << 59

// Weights are the weights of pairs.
type Weights struct {
	n  int
	of []int64
}

// NewWeights returns the weights of n vertices, none of which can be matched yet.
func NewWeights(n int) *Weights { return &Weights{n, make([]int64, n*n)} }

// Set gives a pair of different vertices a weight. Below 1 they can't be matched.
func (w *Weights) Set(a, b int, weight int64) {
	w.of[a*w.n+b], w.of[b*w.n+a] = weight, weight
}

// Match returns the other vertex of each one in a matching of greatest weight; -1
// for those that are left over.
func (w *Weights) Match() []int {
	g := newGraph(w.n)
	for a := range w.n {
		for b := range w.n {
			g.edges[a+1][b+1] = edge{a + 1, b + 1, max(0, w.of[a*w.n+b])}
		}
	}
	g.solve()
	mates := make([]int, w.n)
	for v := range mates {
		mates[v] = g.mate[v+1] - 1
	}
	return mates
}
