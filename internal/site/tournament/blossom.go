package tournament

import (
	"math"
	"slices"
)

const maxWeight = 1 << 59

type weights struct {
	n  int
	of []int64
}

func newWeights(n int) *weights { return &weights{n, make([]int64, n*n)} }

// set sets the weight of an edge. Weights below 1 mean that there is no edge.
func (w *weights) set(a, b int, weight int64) {
	w.of[a*w.n+b], w.of[b*w.n+a] = weight, weight
}

// match returns the partner of each vertex in a maximum-weight matching, -1 for none.
func (w *weights) match() []int {
	g := newGraph(w.n)
	for a := range w.n {
		for b := range w.n {
			g.edges[a+1][b+1] = edge{a + 1, b + 1, max(0, w.of[a*w.n+b])}
		}
	}
	g.maximize()
	mates := make([]int, w.n)
	for v := range mates {
		mates[v] = g.mate[v+1] - 1
	}
	return mates
}

// edge joins two vertices. Between blossoms it is the representative edge: the
// one with the least slack.
type edge struct {
	u, v   int
	weight int64
}

// label is a blossom's place in the alternating trees.
type label int8

const (
	free label = iota - 1
	even       // at even distance from an unmatched root
	odd
)

// graph finds a maximum-weight matching by Edmonds' blossom algorithm (J. Edmonds,
// "Maximum matching and a polyhedron with 0,1-vertices", Journal of Research of
// the National Bureau of Standards 69B, 1965), in the O(n³) form described by
// Z. Galil ("Efficient algorithms for finding maximum matching in graphs", ACM
// Computing Surveys 18, 1986):
//
//  1. From every unmatched vertex grow a tree of alternating unmatched and matched
//     edges, using only tight edges. Vertices at even distance from the root are
//     even, the others odd (plantTrees, scanQueue).
//  2. A tight edge from an even vertex to a free one extends the tree; to an even
//     vertex of another tree it completes an augmenting path; to one of the same
//     tree it closes an odd cycle, which becomes a blossom (useTightEdge).
//  3. When no tight edge is left, change the duals until one becomes tight or the
//     dual of an odd blossom reaches 0, which dissolves it (dualStep,
//     adjustDuals, expand).
//  4. After an augmentation start again, until the dual of an unmatched vertex
//     would reach 0.
//
// Vertices are numbered from 1, blossoms from n+1; 0 means none. A vertex is also
// a blossom of one. Below, u and v are vertices or blossoms, x is either, and b is
// a blossom of several. For every edge dual[u] + dual[v] >= 2 weight, and the edge
// is tight if they are equal. Matched edges and edges of trees are tight.
type graph struct {
	n, top    int // vertices; the highest blossom
	edges     [][]edge
	dual      []int64
	mate      []int
	slackFrom []int // the even vertex with the least slack to this blossom
	outermost []int // the outermost blossom containing this one
	parent    []int // the vertex from which the tree reached an odd blossom
	labels    []label
	members   [][]int // the cycle of a blossom, base first
	memberOf  [][]int // by blossom and vertex: the member that contains the vertex, 0 for none
	visited   []int   // by blossom: the last visit of commonAncestor
	visit     int
	queue     []int
}

func newGraph(n int) *graph {
	size := 2*n + 2
	g := &graph{
		n: n, top: n, edges: make([][]edge, size), dual: make([]int64, size), mate: make([]int, size), slackFrom: make([]int, size),
		outermost: make([]int, size), parent: make([]int, size), labels: make([]label, size), members: make([][]int, size),
		memberOf: make([][]int, size), visited: make([]int, size),
	}
	for u := range size {
		g.edges[u], g.memberOf[u] = make([]edge, size), make([]int, n+1)
	}
	return g
}

func (g *graph) maximize() {
	var heaviest int64
	for u := 1; u <= g.n; u++ {
		g.outermost[u], g.memberOf[u][u] = u, u
		for v := 1; v <= g.n; v++ {
			heaviest = max(heaviest, g.edges[u][v].weight)
		}
	}
	for u := 1; u <= g.n; u++ {
		g.dual[u] = heaviest
	}
	for g.augment() {
	}
}

func (g *graph) slack(e edge) int64 {
	return g.dual[e.u] + g.dual[e.v] - 2*g.edges[e.u][e.v].weight
}

func (g *graph) updateSlack(u, x int) {
	if g.slackFrom[x] == 0 || g.slack(g.edges[u][x]) < g.slack(g.edges[g.slackFrom[x]][x]) {
		g.slackFrom[x] = u
	}
}

func (g *graph) findSlack(x int) {
	g.slackFrom[x] = 0
	for u := 1; u <= g.n; u++ {
		if g.edges[u][x].weight > 0 && g.outermost[u] != x && g.labels[g.outermost[u]] == even {
			g.updateSlack(u, x)
		}
	}
}

func (g *graph) enqueue(x int) {
	if x <= g.n {
		g.queue = append(g.queue, x)
		return
	}
	for _, m := range g.members[x] {
		g.enqueue(m)
	}
}

func (g *graph) setOutermost(x, in int) {
	g.outermost[x] = in
	if x > g.n {
		for _, m := range g.members[x] {
			g.setOutermost(m, in)
		}
	}
}

// evenPosition returns the position of a member in the cycle of blossom x. If
// it is odd, the direction of the cycle is reversed to make it even.
func (g *graph) evenPosition(x, member int) int {
	at := slices.Index(g.members[x], member)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(g.members[x][1:])
	return len(g.members[x]) - at
}

// setMate matches blossom u to v, and rematches the cycle inside u so that its
// base is the matched member.
func (g *graph) setMate(u, v int) {
	g.mate[u] = g.edges[u][v].v
	if u <= g.n {
		return
	}
	e := g.edges[u][v]
	member := g.memberOf[u][e.u]
	at := g.evenPosition(u, member)
	for i := range at {
		g.setMate(g.members[u][i], g.members[u][i^1])
	}
	g.setMate(member, v)
	g.members[u] = append(slices.Clone(g.members[u][at:]), g.members[u][:at]...)
}

// augmentPath swaps matched and unmatched edges from the edge u-v to the root of u.
func (g *graph) augmentPath(u, v int) {
	for {
		next := g.outermost[g.mate[u]]
		g.setMate(u, v)
		if next == 0 {
			return
		}
		g.setMate(next, g.outermost[g.parent[next]])
		u, v = g.outermost[g.parent[next]], next
	}
}

// commonAncestor returns the blossom where the paths of two even blossoms to
// their roots meet, 0 if they are in different trees.
func (g *graph) commonAncestor(u, v int) int {
	g.visit++
	for u != 0 || v != 0 {
		if u != 0 {
			if g.visited[u] == g.visit {
				return u
			}
			g.visited[u] = g.visit
			if u = g.outermost[g.mate[u]]; u != 0 {
				u = g.outermost[g.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// useTightEdge extends a tree, shrinks a blossom or augments the matching along
// a tight edge from an even vertex. It reports whether the matching has grown.
func (g *graph) useTightEdge(e edge) bool {
	u, v := g.outermost[e.u], g.outermost[e.v]
	switch g.labels[v] {
	case free:
		g.parent[v], g.labels[v] = e.u, odd
		next := g.outermost[g.mate[v]]
		g.slackFrom[v], g.slackFrom[next] = 0, 0
		g.labels[next] = even
		g.enqueue(next)
	case even:
		top := g.commonAncestor(u, v)
		if top == 0 {
			g.augmentPath(u, v)
			g.augmentPath(v, u)
			return true
		}
		g.shrink(u, top, v)
	case odd:
	}
	return false
}

// shrink contracts the odd cycle through u, their common ancestor top and v
// into a new even blossom.
func (g *graph) shrink(u, top, v int) {
	b := g.n + 1
	for b <= g.top && g.outermost[b] != 0 {
		b++
	}
	g.top = max(g.top, b)
	g.dual[b], g.labels[b], g.mate[b] = 0, even, g.mate[top]
	g.members[b] = append(g.members[b][:0], top)
	climb := func(x int) {
		for x != top {
			y := g.outermost[g.mate[x]]
			g.members[b] = append(g.members[b], x, y)
			g.enqueue(y)
			x = g.outermost[g.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(g.members[b][1:])
	climb(v)
	g.setOutermost(b, b)
	for x := 1; x <= g.top; x++ {
		g.edges[b][x].weight, g.edges[x][b].weight = 0, 0
	}
	clear(g.memberOf[b])
	for _, m := range g.members[b] {
		for x := 1; x <= g.top; x++ {
			if g.edges[b][x].weight == 0 || g.slack(g.edges[m][x]) < g.slack(g.edges[b][x]) {
				g.edges[b][x], g.edges[x][b] = g.edges[m][x], g.edges[x][m]
			}
		}
		for x := 1; x <= g.n; x++ {
			if g.memberOf[m][x] != 0 {
				g.memberOf[b][x] = m
			}
		}
	}
	g.findSlack(b)
}

// expand dissolves an odd blossom whose dual is 0. The members on the
// even-length way around the cycle from the entry to the base stay in the tree;
// the others become free.
func (g *graph) expand(b int) {
	members := g.members[b]
	for _, m := range members {
		g.setOutermost(m, m)
	}
	entry := g.memberOf[b][g.edges[b][g.parent[b]].u]
	at := g.evenPosition(b, entry)
	members = g.members[b]
	for i := 0; i < at; i += 2 {
		x, next := members[i], members[i+1]
		g.parent[x] = g.edges[next][x].u
		g.labels[x], g.labels[next] = odd, even
		g.slackFrom[x] = 0
		g.findSlack(next)
		g.enqueue(next)
	}
	g.labels[entry], g.parent[entry] = odd, g.parent[b]
	for _, x := range members[at+1:] {
		g.labels[x] = free
		g.findSlack(x)
	}
	g.outermost[b] = 0
}

// augment runs one phase: it grows alternating trees from all unmatched vertices
// until it finds an augmenting path. It reports false if the matching has
// maximum weight.
func (g *graph) augment() bool {
	if !g.plantTrees() {
		return false
	}
	for {
		if g.scanQueue() {
			return true
		}
		step, more := g.dualStep()
		if !more {
			return false
		}
		g.adjustDuals(step)
		if g.useNewTightEdges() {
			return true
		}
		for b := g.n + 1; b <= g.top; b++ {
			if g.outermost[b] == b && g.labels[b] == odd && g.dual[b] == 0 {
				g.expand(b)
			}
		}
	}
}

// plantTrees reports false if everything is matched.
func (g *graph) plantTrees() bool {
	g.queue = g.queue[:0]
	for x := 1; x <= g.top; x++ {
		g.labels[x], g.slackFrom[x] = free, 0
		if g.outermost[x] == x && g.mate[x] == 0 {
			g.parent[x], g.labels[x] = 0, even
			g.enqueue(x)
		}
	}
	return len(g.queue) > 0
}

// scanQueue reports whether the matching has grown.
func (g *graph) scanQueue() bool {
	for len(g.queue) > 0 {
		u := g.queue[0]
		g.queue = g.queue[1:]
		if g.labels[g.outermost[u]] == odd {
			continue
		}
		for v := 1; v <= g.n; v++ {
			if g.edges[u][v].weight == 0 || g.outermost[u] == g.outermost[v] {
				continue
			}
			if g.slack(g.edges[u][v]) > 0 {
				g.updateSlack(u, g.outermost[v])
			} else if g.useTightEdge(g.edges[u][v]) {
				return true
			}
		}
	}
	return false
}

// useNewTightEdges reports whether the matching has grown.
func (g *graph) useNewTightEdges() bool {
	g.queue = g.queue[:0]
	for x := 1; x <= g.top; x++ {
		u := g.slackFrom[x]
		if g.outermost[x] == x && u != 0 && g.outermost[u] != x && g.slack(g.edges[u][x]) == 0 && g.useTightEdge(g.edges[u][x]) {
			return true
		}
	}
	return false
}

// dualStep returns how far the duals can change before an edge becomes tight or
// an odd blossom's dual reaches 0. It reports false if an unmatched vertex's
// dual would reach 0 first: then the matching is optimal.
func (g *graph) dualStep() (by int64, more bool) {
	by = math.MaxInt64
	for b := g.n + 1; b <= g.top; b++ {
		if g.outermost[b] == b && g.labels[b] == odd {
			by = min(by, g.dual[b]/2)
		}
	}
	for x := 1; x <= g.top; x++ {
		if g.outermost[x] != x || g.slackFrom[x] == 0 {
			continue
		}
		switch missing := g.slack(g.edges[g.slackFrom[x]][x]); g.labels[x] {
		case free:
			by = min(by, missing)
		case even:
			by = min(by, missing/2)
		case odd:
		}
	}
	for u := 1; u <= g.n; u++ {
		if g.labels[g.outermost[u]] == even && g.dual[u] <= by {
			return 0, false
		}
	}
	return by, true
}

// adjustDuals changes the duals: even vertices by -by, odd by +by, even
// blossoms by +2 by, odd blossoms by -2 by.
func (g *graph) adjustDuals(by int64) {
	for u := 1; u <= g.n; u++ {
		switch g.labels[g.outermost[u]] {
		case even:
			g.dual[u] -= by
		case odd:
			g.dual[u] += by
		case free:
		}
	}
	for b := g.n + 1; b <= g.top; b++ {
		if g.outermost[b] != b {
			continue
		}
		switch g.labels[b] {
		case even:
			g.dual[b] += 2 * by
		case odd:
			g.dual[b] -= 2 * by
		case free:
		}
	}
}
