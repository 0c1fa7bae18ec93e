package tournament

import "slices"

// edge joins two vertices, or the blossoms that these are in.
type edge struct {
	u, v   int
	weight int64
}

// label says where in the trees of alternating paths a blossom is.
type label int8

const (
	unseen label = iota - 1
	even         // at an even distance from a root, which is free
	odd
)

// graph is the state of the search. Vertices are counted from 1, blossoms from
// n+1, and 0 is none. A vertex is a blossom of itself alone. The weights satisfy
// dual[u] + dual[v] >= 2 weight of each edge, with equality for those that the
// matching and the trees are made of.
type graph struct {
	n, top  int // vertices; the highest blossom
	edges   [][]edge
	dual    []int64
	mate    []int
	slack   []int // the even vertex whose edge to this blossom is nearest to tight
	outer   []int // the outermost blossom that this one is in
	parent  []int // the vertex by which the tree came here
	labels  []label
	members [][]int // of a blossom, in their order around it, the base first
	from    [][]int // by blossom and vertex: the member that has it, 0 for none
	seen    []int
	time    int
	queue   []int
}

func newGraph(n int) *graph {
	size := 2*n + 2
	g := &graph{
		n: n, top: n, edges: make([][]edge, size), dual: make([]int64, size), mate: make([]int, size), slack: make([]int, size),
		outer: make([]int, size), parent: make([]int, size), labels: make([]label, size), members: make([][]int, size),
		from: make([][]int, size), seen: make([]int, size),
	}
	for u := range size {
		g.edges[u], g.from[u] = make([]edge, size), make([]int, n+1)
	}
	return g
}

// solve finds the matching.
func (g *graph) solve() {
	var heaviest int64
	for u := 1; u <= g.n; u++ {
		g.outer[u], g.from[u][u] = u, u
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

// missing is how far an edge is from being tight.
func (g *graph) missing(e edge) int64 {
	return g.dual[e.u] + g.dual[e.v] - 2*g.edges[e.u][e.v].weight
}

// near remembers for a blossom the vertex whose edge to it is nearest to tight.
func (g *graph) near(u, x int) {
	if g.slack[x] == 0 || g.missing(g.edges[u][x]) < g.missing(g.edges[g.slack[x]][x]) {
		g.slack[x] = u
	}
}

func (g *graph) findSlack(x int) {
	g.slack[x] = 0
	for u := 1; u <= g.n; u++ {
		if g.edges[u][x].weight > 0 && g.outer[u] != x && g.labels[g.outer[u]] == even {
			g.near(u, x)
		}
	}
}

// push queues the vertices of a blossom.
func (g *graph) push(x int) {
	if x <= g.n {
		g.queue = append(g.queue, x)
		return
	}
	for _, m := range g.members[x] {
		g.push(m)
	}
}

// enclose says which blossom is the outermost of another and all in it.
func (g *graph) enclose(x, in int) {
	g.outer[x] = in
	if x > g.n {
		for _, m := range g.members[x] {
			g.enclose(m, in)
		}
	}
}

// place returns at which even place of a blossom a member is: if it was at an odd
// one the blossom is turned around.
func (g *graph) place(x, member int) int {
	at := slices.Index(g.members[x], member)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(g.members[x][1:])
	return len(g.members[x]) - at
}

// marry matches a blossom to another, and changes the pairs inside it.
func (g *graph) marry(u, v int) {
	g.mate[u] = g.edges[u][v].v
	if u <= g.n {
		return
	}
	e := g.edges[u][v]
	member := g.from[u][e.u]
	at := g.place(u, member)
	for i := range at {
		g.marry(g.members[u][i], g.members[u][i^1])
	}
	g.marry(member, v)
	g.members[u] = append(slices.Clone(g.members[u][at:]), g.members[u][:at]...)
}

// flip changes the pairs along the path to the root.
func (g *graph) flip(u, v int) {
	for {
		next := g.outer[g.mate[u]]
		g.marry(u, v)
		if next == 0 {
			return
		}
		g.marry(next, g.outer[g.parent[next]])
		u, v = g.outer[g.parent[next]], next
	}
}

// meeting returns where the paths of two blossoms to their roots meet, 0 if these
// are different.
func (g *graph) meeting(u, v int) int {
	g.time++
	for u != 0 || v != 0 {
		if u != 0 {
			if g.seen[u] == g.time {
				return u
			}
			g.seen[u] = g.time
			if u = g.outer[g.mate[u]]; u != 0 {
				u = g.outer[g.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// found handles an edge that has become tight. It reports whether that has made
// the matching larger.
func (g *graph) found(e edge) bool {
	u, v := g.outer[e.u], g.outer[e.v]
	switch g.labels[v] {
	case unseen:
		g.parent[v], g.labels[v] = e.u, odd
		next := g.outer[g.mate[v]]
		g.slack[v], g.slack[next] = 0, 0
		g.labels[next] = even
		g.push(next)
	case even:
		top := g.meeting(u, v)
		if top == 0 {
			g.flip(u, v)
			g.flip(v, u)
			return true
		}
		g.shrink(u, top, v)
	case odd:
	}
	return false
}
