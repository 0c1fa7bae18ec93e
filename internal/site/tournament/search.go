package tournament

import (
	"math"
	"slices"
)

// shrink makes a blossom of the circle from where two paths meet.
func (g *graph) shrink(u, top, v int) {
	b := g.n + 1
	for b <= g.top && g.outer[b] != 0 {
		b++
	}
	g.top = max(g.top, b)
	g.dual[b], g.labels[b], g.mate[b] = 0, even, g.mate[top]
	g.members[b] = append(g.members[b][:0], top)
	climb := func(x int) {
		for x != top {
			y := g.outer[g.mate[x]]
			g.members[b] = append(g.members[b], x, y)
			g.push(y)
			x = g.outer[g.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(g.members[b][1:])
	climb(v)
	g.enclose(b, b)
	for x := 1; x <= g.top; x++ {
		g.edges[b][x].weight, g.edges[x][b].weight = 0, 0
	}
	clear(g.from[b])
	for _, m := range g.members[b] {
		for x := 1; x <= g.top; x++ {
			if g.edges[b][x].weight == 0 || g.missing(g.edges[m][x]) < g.missing(g.edges[b][x]) {
				g.edges[b][x], g.edges[x][b] = g.edges[m][x], g.edges[x][m]
			}
		}
		for x := 1; x <= g.n; x++ {
			if g.from[m][x] != 0 {
				g.from[b][x] = m
			}
		}
	}
	g.findSlack(b)
}

// expand takes a blossom apart.
func (g *graph) expand(b int) {
	members := g.members[b]
	for _, m := range members {
		g.enclose(m, m)
	}
	entry := g.from[b][g.edges[b][g.parent[b]].u]
	at := g.place(b, entry)
	members = g.members[b]
	for i := 0; i < at; i += 2 {
		x, next := members[i], members[i+1]
		g.parent[x] = g.edges[next][x].u
		g.labels[x], g.labels[next] = odd, even
		g.slack[x] = 0
		g.findSlack(next)
		g.push(next)
	}
	g.labels[entry], g.parent[entry] = odd, g.parent[b]
	for _, x := range members[at+1:] {
		g.labels[x] = unseen
		g.findSlack(x)
	}
	g.outer[b] = 0
}

// augment makes the matching larger by a pair, if that makes it heavier.
func (g *graph) augment() bool {
	g.queue = g.queue[:0]
	for x := 1; x <= g.top; x++ {
		g.labels[x], g.slack[x] = unseen, 0
		if g.outer[x] == x && g.mate[x] == 0 {
			g.parent[x], g.labels[x] = 0, even
			g.push(x)
		}
	}
	if len(g.queue) == 0 {
		return false
	}
	for {
		for len(g.queue) > 0 {
			u := g.queue[0]
			g.queue = g.queue[1:]
			if g.labels[g.outer[u]] == odd {
				continue
			}
			for v := 1; v <= g.n; v++ {
				if g.edges[u][v].weight == 0 || g.outer[u] == g.outer[v] {
					continue
				}
				if g.missing(g.edges[u][v]) > 0 {
					g.near(u, g.outer[v])
				} else if g.found(g.edges[u][v]) {
					return true
				}
			}
		}
		step, more := g.step()
		if !more {
			return false
		}
		g.move(step)
		g.queue = g.queue[:0]
		for x := 1; x <= g.top; x++ {
			if g.outer[x] == x && g.slack[x] != 0 && g.outer[g.slack[x]] != x && g.missing(g.edges[g.slack[x]][x]) == 0 && g.found(g.edges[g.slack[x]][x]) {
				return true
			}
		}
		for b := g.n + 1; b <= g.top; b++ {
			if g.outer[b] == b && g.labels[b] == odd && g.dual[b] == 0 {
				g.expand(b)
			}
		}
	}
}

// step returns by how much the duals can change until something happens, and
// whether there is anything to be gained.
func (g *graph) step() (by int64, more bool) {
	by = math.MaxInt64
	for b := g.n + 1; b <= g.top; b++ {
		if g.outer[b] == b && g.labels[b] == odd {
			by = min(by, g.dual[b]/2)
		}
	}
	for x := 1; x <= g.top; x++ {
		if g.outer[x] != x || g.slack[x] == 0 {
			continue
		}
		switch missing := g.missing(g.edges[g.slack[x]][x]); g.labels[x] {
		case unseen:
			by = min(by, missing)
		case even:
			by = min(by, missing/2)
		case odd:
		}
	}
	for u := 1; u <= g.n; u++ {
		if g.labels[g.outer[u]] == even && g.dual[u] <= by {
			return 0, false
		}
	}
	return by, true
}

// move changes the duals.
func (g *graph) move(by int64) {
	for u := 1; u <= g.n; u++ {
		switch g.labels[g.outer[u]] {
		case even:
			g.dual[u] -= by
		case odd:
			g.dual[u] += by
		case unseen:
		}
	}
	for b := g.n + 1; b <= g.top; b++ {
		if g.outer[b] != b {
			continue
		}
		switch g.labels[b] {
		case even:
			g.dual[b] += 2 * by
		case odd:
			g.dual[b] -= 2 * by
		case unseen:
		}
	}
}
