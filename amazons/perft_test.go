package amazons

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
)

const startText = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"

// perft3 is the number of sequences of three turns from the start.
const perft3 = 8_350_439_170

// BenchmarkPerft3 counts perft 3 from the start on one thread, the last ply
// in bulk, and beside it the same with a plain mailbox.
func BenchmarkPerft3(b *testing.B) {
	b.Run("thera", func(b *testing.B) {
		start := gametest.Must(b, Rules().Start, "")
		benchPerft(b, func() uint64 {
			n, _ := game.Perft(b.Context(), start, 3)
			return n
		})
	})
	b.Run("mailbox", func(b *testing.B) {
		m := newMailbox()
		benchPerft(b, func() uint64 { return m.perft(0, 3) })
	})
}

func benchPerft(b *testing.B, count func() uint64) {
	b.Helper()
	for b.Loop() {
		if n := count(); n != perft3 {
			b.Fatalf("perft 3 is %d, want %d", n, perft3)
		}
	}
	b.ReportMetric(perft3*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gseq/s")
}

// mailbox is a plain counter to measure against: a board with a border, a
// list of amazons, rays walked square by square. It too counts the last ply
// without listing it.
type mailbox struct {
	blocked [12 * 12]bool
	amazons [2][4]int
}

var mailboxSteps = [8]int{-13, -12, -11, -1, 1, 11, 12, 13}

func newMailbox() *mailbox {
	m := &mailbox{}
	for s := range m.blocked {
		m.blocked[s] = s < 12 || s >= 132 || s%12 == 0 || s%12 == 11
	}
	at := func(file, rank int) int { return 12*(rank+1) + file + 1 }
	m.amazons = [2][4]int{
		{at(3, 0), at(6, 0), at(0, 3), at(9, 3)},
		{at(3, 9), at(6, 9), at(0, 6), at(9, 6)},
	}
	for _, side := range m.amazons {
		for _, s := range side {
			m.blocked[s] = true
		}
	}
	return m
}

func (m *mailbox) perft(turn, depth int) uint64 {
	var n uint64
	for i, from := range m.amazons[turn] {
		m.blocked[from] = false
		for _, d := range mailboxSteps {
			for to := from + d; !m.blocked[to]; to += d {
				m.amazons[turn][i] = to
				m.blocked[to] = true
				n += m.shoot(turn, to, depth)
				m.blocked[to] = false
			}
		}
		m.amazons[turn][i] = from
		m.blocked[from] = true
	}
	return n
}

func (m *mailbox) shoot(turn, from, depth int) uint64 {
	var n uint64
	for _, d := range mailboxSteps {
		for to := from + d; !m.blocked[to]; to += d {
			if depth == 1 {
				n++
				continue
			}
			m.blocked[to] = true
			n += m.perft(1-turn, depth-1)
			m.blocked[to] = false
		}
	}
	return n
}

func BenchmarkAppendMoves(b *testing.B) {
	p := gametest.Must(b, Parse, startText)
	var moves []Move
	for b.Loop() {
		if moves = p.AppendMoves(moves[:0]); len(moves) != 2176 {
			b.Fatalf("%d moves, want 2176", len(moves))
		}
	}
}
