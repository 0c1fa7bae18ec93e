package hermit

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"thera/game"
	"thera/game/gametest"
)

func TestLegalMoves(t *testing.T) {
	// Red lies on a4-b4, blue stands on d1.
	pos := gametest.Must(t, Rules().Parse, "RR../..../..../...B 1")
	for _, test := range []struct {
		move  game.Move
		legal bool
		why   string
	}{
		{"Rd4", true, "c4 is between"},
		{"Rc4", false, "touches at a side"},
		{"Rc3", false, "touches at a corner"},
		{"Rc4-d4", false, "the left square touches"},
		{"Ra3-a2", false, "the upper square touches"},
		{"Ra2-a1", true, "the row between is empty"},
		{"Yc4", true, "other colors may touch"},
		{"Yb3-b2", true, "other colors may touch"},
		{"Ya4", false, "covered"},
		{"Yb4-c4", false, "the left square is covered"},
		{"Yd2-d1", false, "the lower square is covered"},
		{"Bc1", false, "touches"},
		{"Bc3-d3", true, "the row between is empty"},
		{"Ya5", false, "off the board"},
		{"Yd3-e3", false, "half off the board"},
	} {
		_, err := pos.Play(test.move)
		if test.legal && err != nil {
			t.Errorf("%s: %v, but %s", test.move, err, test.why)
		}
		if !test.legal && !errors.Is(err, game.ErrIllegal) {
			t.Errorf("%s: error %v, want an illegal move: %s", test.move, err, test.why)
		}
	}
}

func TestPositionSize(t *testing.T) {
	if size := unsafe.Sizeof(Position{}); size != 64 {
		t.Errorf("a position takes %d bytes, want 64", size)
	}
}

func TestNoAllocations(t *testing.T) {
	moves, rng := make([]Move, 0, 1000), rand.New(rand.NewPCG(3, 4))
	for files := 1; files <= 10; files += 3 {
		for p := empty(t, files, 10); p.Winners() == 0; p.Play(gametest.RandomMove(&p, rng)) {
			allocs := testing.AllocsPerRun(1, func() {
				next := p
				moves = next.AppendMoves(moves[:0])
				next.Play(moves[0])
				next.CountMoves()
				next.Winners()
			})
			if allocs != 0 {
				t.Fatalf("%s: %v allocations", &p, allocs)
			}
		}
	}
}

// TestParts reads a board and asks what is on it.
func TestParts(t *testing.T) {
	p := gametest.Must(t, Parse, "RR.B/...B/Y... 2")
	if files, ranks := p.Size(); files != 4 || ranks != 3 || p.Turn() != 1 {
		t.Errorf("%d files, %d ranks, seat %s to move; want 4, 3 and 2", files, ranks, p.Turn())
	}
	for color, want := range [NumColors]game.Squares{
		Red:    game.Single(game.At(0, 2)).With(game.At(1, 2)),
		Yellow: game.Single(game.At(0, 0)),
		Blue:   game.Single(game.At(3, 2)).With(game.At(3, 1)),
	} {
		if got := p.Covered(Color(color)); got != want {
			t.Errorf("%s covers %v, want %v", Color(color), got, want)
		}
	}
}

// TestComposeRefuses composes boards beside a red block on a1, most of which no position
// has.
func TestComposeRefuses(t *testing.T) {
	for _, test := range []struct {
		kind string // on the square
		at   game.Square
		turn game.Seat
		want string
	}{
		{"yellow", game.At(1, 0), 1, ""},
		{"red", game.At(1, 0), 0, ""},
		{"red", game.At(1, 0), 2, "seat 3 to move: want 1 or 2"},
		{"green", game.At(1, 0), 0, `square b1: "green": want red, yellow, blue or nothing`},
		{"red", game.At(1, 1), 0, "R on a1 touches another block of its color"},
	} {
		b := game.NewBoard(3, 2, 2)
		*b.At(game.At(0, 0)) = game.Cell{Kind: "red", Piece: 'R'}
		*b.At(test.at) = game.Cell{Kind: test.kind, Piece: 'X'}
		_, err := compose(b, test.turn)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s on %s, seat %s to move: %v, want %q", test.kind, test.at, test.turn, err, test.want)
		}
	}
}
