package eval

import (
	"slices"
	"testing"

	"thera/game/gametest"
	"thera/santorini"
)

// bare is alpha-beta with nothing around it: no table, no history, only the
// package's own guess of the best move first. It shows what the kernel allows.
type bare struct {
	frames [8]struct {
		pos     santorini.Position
		moves   []santorini.Move
		guesses []int32
	}
	nodes int
}

func (b *bare) search(depth, alpha, beta int) int {
	f := &b.frames[depth]
	b.nodes++
	if f.pos.Winners() != 0 {
		return -2 * certain
	}
	if depth == 0 {
		return ByHand(&f.pos, f.pos.Turn())
	}
	f.moves = f.pos.AppendMoves(f.moves[:0])
	f.guesses = slices.Grow(f.guesses[:0], len(f.moves))[:len(f.moves)]
	Prioritize(&f.pos, f.moves, f.guesses)
	for i := range f.moves {
		if i < 4 {
			best := i
			for j := i + 1; j < len(f.moves); j++ {
				if f.guesses[j] > f.guesses[best] {
					best = j
				}
			}
			f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
			f.guesses[i], f.guesses[best] = f.guesses[best], f.guesses[i]
		}
		b.frames[depth-1].pos = f.pos
		b.frames[depth-1].pos.Play(f.moves[i])
		if score := -b.search(depth-1, -beta, -alpha); score > alpha {
			if alpha = score; alpha >= beta {
				break
			}
		}
	}
	return alpha
}

// BenchmarkAlphaBeta searches the middle of a game to a fixed depth.
func BenchmarkAlphaBeta(b *testing.B) {
	p := gametest.Must(b, santorini.Parse, midgame)
	s := new(bare)
	for b.Loop() {
		s.nodes = 0
		s.frames[5].pos = p
		if s.search(5, -3*certain, 3*certain); s.nodes != 106_429 {
			b.Fatalf("%d nodes, want 106_429", s.nodes)
		}
	}
	b.ReportMetric(float64(s.nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
