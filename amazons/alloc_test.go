package amazons

import (
	"testing"

	"thera/game/gametest"
)

// TestNoAllocations looks at all that a search does at a node.
func TestNoAllocations(t *testing.T) {
	p := gametest.Must(t, Parse, startText)
	moves, firsts := p.AppendMoves(nil), p.AppendFirst(nil)
	allocs := testing.AllocsPerRun(10, func() {
		moves = p.AppendMoves(moves[:0])
		firsts = p.AppendFirst(firsts[:0])
		half := p
		half.PlayFirst(firsts[0])
		next := p
		next.Play(moves[len(moves)/2])
		moves = p.AppendRest(moves[:0], firsts[0])
		next.CountMoves()
		next.Winners()
	})
	if allocs != 0 {
		t.Errorf("%v allocations a node, want none", allocs)
	}
}
