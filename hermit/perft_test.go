package hermit

import (
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

func TestPerft(t *testing.T) { gametest.Perft(t, Rules(), "testdata/hermit.perft") }

func TestPerftReference(t *testing.T) {
	gametest.PerftReference(t, naive{}, "testdata/hermit.perft")
}

// TestFirstMoves checks the number of moves on an empty board. On n×n it is
// 3(n² + 2n(n−1)): each color can stand on each square and lie across each
// side between two.
func TestFirstMoves(t *testing.T) {
	for files := 1; files <= game.MaxFiles; files++ {
		for ranks := 1; ranks <= game.MaxRanks; ranks++ {
			p := empty(t, files, ranks)
			want := 3 * (files*ranks + (files-1)*ranks + files*(ranks-1))
			if files == ranks && want != 3*(files*files+2*files*(files-1)) {
				t.Fatalf("%d×%d: the two formulas differ", files, ranks)
			}
			if n := len(p.AppendMoves(nil)); n != want {
				t.Errorf("%d×%d: %d first moves, want %d", files, ranks, n, want)
			}
		}
	}
}

// empty returns an empty board with seat 1 to move.
func empty(tb testing.TB, files, ranks int) Position {
	tb.Helper()
	rank := "/" + strings.Repeat(".", files)
	return gametest.Must(tb, Parse, strings.Repeat(rank, ranks)[1:]+" 1")
}

// BenchmarkPerft counts perft 3 from the start on 6×6, the last ply in bulk.
func BenchmarkPerft(b *testing.B) {
	const want = 15_010_128
	start := gametest.Must(b, Rules().Start, "6x6")
	for b.Loop() {
		if n, err := game.Perft(b.Context(), start, 3); n != want || err != nil {
			b.Fatalf("perft 3 is %d, %v, want %d", n, err, want)
		}
	}
	b.ReportMetric(want*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gseq/s")
}

func BenchmarkAppendMoves(b *testing.B) {
	p := empty(b, 10, 10)
	var moves []Move
	for b.Loop() {
		if moves = p.AppendMoves(moves[:0]); len(moves) != 840 {
			b.Fatalf("%d moves, want 840", len(moves))
		}
	}
}

func BenchmarkCountMoves(b *testing.B) {
	p := empty(b, 10, 10)
	for b.Loop() {
		if n := p.CountMoves(); n != 840 {
			b.Fatalf("%d moves, want 840", n)
		}
	}
}
