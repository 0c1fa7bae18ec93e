package tree

import (
	"cmp"
	"slices"

	"thera/engine"
	"thera/game"
)

// lines returns the best lines, as many as are wanted and known.
func (b *bestFirst[P, M, K]) lines() []engine.Info {
	b.turns = b.appendTurns(0, b.turns[:0])
	b.sort(b.turns)
	lines := make([]engine.Info, max(1, min(b.task.Lines, len(b.turns))))
	firsts := append([]int32(nil), b.turns[:len(lines)]...)
	for rank, at := range firsts {
		b.line = b.variation(at, b.line[:0])
		lines[rank] = engine.Info{
			Score: b.tree.nodes[at].score(),
			Depth: len(b.line),
			Nodes: b.evaluated,
			Time:  b.task.Meter.Time(),
			Rank:  rank,
			Line:  game.Texts(b.line...),
		}
	}
	return lines
}

// improved reports whether the line is deeper than the last one reported or
// starts with another move, and marks it as reported.
func (b *bestFirst[P, M, K]) improved() bool {
	if b.line[0] == b.reported.move && len(b.line) <= b.reported.depth {
		return false
	}
	b.reported.move, b.reported.depth = b.line[0], len(b.line)
	return true
}

// sort puts the most preferred turns first.
func (b *bestFirst[P, M, K]) sort(turns []int32) {
	slices.SortFunc(turns, func(x, y int32) int {
		return cmp.Or(cmp.Compare(b.tree.nodes[y].preference(), b.tree.nodes[x].preference()), cmp.Compare(x, y))
	})
}

// favorite returns the most preferred turn from a node at which a turn begins,
// 0 if none has been searched.
func (b *bestFirst[P, M, K]) favorite(at int32) (best int32) {
	b.turns = b.appendTurns(at, b.turns[:0])
	for _, turn := range b.turns {
		if best == 0 || b.tree.nodes[turn].preference() > b.tree.nodes[best].preference() {
			best = turn
		}
	}
	return best
}

// isStable reports whether the most visited turn is also the one with the best
// value. If not, more time may change the answer.
func (b *bestFirst[P, M, K]) isStable() bool {
	favorite := b.tree.nodes[b.favorite(0)].value()
	return !slices.ContainsFunc(b.turns, func(turn int32) bool {
		n := &b.tree.nodes[turn]
		return n.proof == 0 && n.value() > favorite
	})
}

// appendTurns appends the listed turns from a node at which a turn begins.
func (b *bestFirst[P, M, K]) appendTurns(at int32, turns []int32) []int32 {
	for i := range b.tree.nodes[at].count {
		child := b.tree.nodes[at].first + i
		if !b.twoParts {
			turns = append(turns, child)
			continue
		}
		part := &b.tree.nodes[child]
		for j := range part.count {
			turns = append(turns, part.first+j)
		}
	}
	return turns
}

// variation appends the expected play from a turn on, including it, up to the
// limit on depth.
func (b *bestFirst[P, M, K]) variation(turn int32, line []M) []M {
	for ; turn != 0 && len(line) < b.task.Depth; turn = b.favorite(turn) {
		line = append(line, b.tree.nodes[turn].move)
	}
	return line
}
