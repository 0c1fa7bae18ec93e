package amazons

import "testing"

// TestNoAllocations looks at all that a search does at a node.
func TestNoAllocations(t *testing.T) {
	p := randomPositions(t, 1, 0)[0]
	moves, firsts := p.AppendMoves(nil), p.AppendFirst(nil)
	late := latePositions(t, startText, 64, 16)
	allocs := testing.AllocsPerRun(10, func() {
		moves = p.AppendMoves(moves[:0])
		firsts = p.AppendFirst(firsts[:0])
		p.EvaluateFirst(firsts[0], White)
		next := p
		next.Play(moves[len(moves)/2])
		moves = p.AppendRest(firsts[0], moves[:0])
		next.Evaluate(White)
		next.CountMoves()
		next.Winners()
		for i := range late {
			late[i].Settled()
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations a node, want none", allocs)
	}
}
