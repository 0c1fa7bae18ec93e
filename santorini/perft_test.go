package santorini

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
)

const midgame = "01011/23010/01130/10000/10110 c4e3,b2d1 1"

func TestPerft(t *testing.T) { gametest.Perft(t, Rules(), "testdata/santorini.perft") }

// TestPlacements counts one and two turns after each of the 75,900 ways to
// place two seats' workers.
func TestPlacements(t *testing.T) {
	start := gametest.Must(t, Rules().Start, "2p")
	for depth, want := range map[int]uint64{2: 75_900, 3: 4_313_232, 4: 237_559_488} {
		if n, err := game.Perft(t.Context(), start, depth); n != want || err != nil {
			t.Errorf("perft %d is %d, %v, want %d", depth, n, err, want)
		}
	}
}

// BenchmarkPerft counts with the last ply in bulk, on one thread.
func BenchmarkPerft(b *testing.B) {
	for _, bench := range []struct {
		name, position string
		depth          int
		want           uint64
	}{
		{"empty", flat + "-,- 1", 4, 237_559_488},
		{"start", flat + "b2d4,b4d2 1", 4, 29_096_316},
		{"middle", midgame, 4, 9_046_518},
		{"late", "00322/31210/12224/31113/14200 a1d2,b4d4 2", 4, 3_525_330},
		{"three", "10210/02110/11201/02111/00120 b2d4,b4d2,a1e5 1", 4, 5_083_761},
		{"four", "10210/02110/11201/02111/00120 b2d4,b4d2,a1e5,c1c5 1", 4, 1_741_905},
	} {
		b.Run(bench.name, func(b *testing.B) {
			pos := gametest.Must(b, Rules().Parse, bench.position)
			for b.Loop() {
				if n, err := game.Perft(b.Context(), pos, bench.depth); n != bench.want || err != nil {
					b.Fatalf("perft %d is %d, %v, want %d", bench.depth, n, err, bench.want)
				}
			}
			b.ReportMetric(float64(bench.want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mseq/s")
		})
	}
}

// BenchmarkPlay lists the moves of each position and plays all of them, the
// last ply too: what a search does but for thinking.
func BenchmarkPlay(b *testing.B) {
	p := gametest.Must(b, Parse, midgame)
	w := walk{}
	for b.Loop() {
		w.played = 0
		w.positions[3] = p
		if w.visit(3); w.played != 59+3731+178_911 {
			b.Fatalf("%d positions, want %d", w.played, 59+3731+178_911)
		}
	}
	b.ReportMetric(float64(w.played)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpos/s")
}

// walk plays all moves, with a position and a move list for each depth left.
type walk struct {
	positions [4]Position
	moves     [4][]Move
	played    int
}

func (w *walk) visit(depth int) {
	if depth == 0 {
		return
	}
	w.moves[depth] = w.positions[depth].AppendMoves(w.moves[depth][:0])
	for _, m := range w.moves[depth] {
		w.positions[depth-1] = w.positions[depth]
		w.positions[depth-1].Play(m)
		w.played++
		w.visit(depth - 1)
	}
}

func TestNoAllocations(t *testing.T) {
	p := gametest.Must(t, Parse, midgame)
	moves := p.AppendMoves(nil)
	if n := testing.AllocsPerRun(10, func() {
		moves = p.AppendMoves(moves[:0])
		next := p
		next.Play(moves[p.CountMoves()/2])
	}); n != 0 {
		t.Errorf("%g allocations a node, want none", n)
	}
}
