package endgame

import (
	"math/rand/v2"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
)

// outcomes remembers who wins, found by plain search: whether it is the seat
// to move, by spots. Where the same moves fit, the same seat wins.
type outcomes map[hermit.Spots]bool

func (o outcomes) moverWins(p hermit.Position) bool {
	if wins, ok := o[p.Spots()]; ok {
		return wins
	}
	wins := false
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		if !o.moverWins(next) {
			wins = true
			break
		}
	}
	o[p.Spots()] = wins
	return wins
}

// TestSettled compares with the outcome.
func TestSettled(t *testing.T) {
	search := outcomes{}
	settled := 0
	positions := randomPositions(t, 4000, 20)
	for _, p := range positions {
		winners := Settled(&p)
		if winners == 0 {
			continue
		}
		settled++
		want := game.Only(1 - p.Turn())
		if search.moverWins(p) {
			want = game.Only(p.Turn())
		}
		if winners != want {
			t.Errorf("%s: settled for seat %s, want %s", &p, winners, want)
		}
	}
	t.Logf("%d of %d settled", settled, len(positions))
	if 5*settled < 4*len(positions) {
		t.Errorf("%d of %d settled, want at least four of five", settled, len(positions))
	}
}

// TestPlain checks that whatever is plain is also settled, and that the game lasts no
// longer than Plain says.
func TestPlain(t *testing.T) {
	found := 0
	for _, p := range randomPositions(t, 4000, 20) {
		winners, plies := Plain(&p)
		if winners == 0 {
			continue
		}
		found++
		if want := Settled(&p); winners != want {
			t.Errorf("%s: plainly for seat %s, want %s", &p, winners, want)
		}
		for q := p; q.Winners() == 0; plies-- {
			q.Play(q.AppendMoves(nil)[0])
		}
		if plies < 0 {
			t.Errorf("%s: lasts %d plies longer than it says", &p, -plies)
		}
	}
	if found < 100 {
		t.Errorf("%d are plain, want some", found)
	}
}

// TestSettledMirror plays random games on boards with a center square or two
// in which seat 1 first covers the center and then answers each move with its
// image. Each time it must be known that seat 2 loses.
func TestSettledMirror(t *testing.T) {
	for _, test := range []struct {
		files, ranks int
		center       string
	}{{1, 1, "Ra1"}, {9, 9, "Re5"}, {7, 3, "Yd2"}, {10, 5, "Be3-f3"}, {3, 8, "Yb5-b4"}} {
		rng := rand.New(rand.NewPCG(1, 2))
		p := empty(t, test.files, test.ranks)
		m := gametest.Must(t, hermit.ParseMove, test.center)
		p.Play(m)
		for p.Winners() == 0 {
			if winners := Settled(&p); winners != game.Only(0) || !Mirrored(&p) {
				t.Fatalf("%s: settled for seat %s, mirrored %t; want 1 and true", &p, winners, Mirrored(&p))
			}
			moves := p.AppendMoves(nil)
			m := moves[rng.IntN(len(moves))]
			p.Play(m)
			p.Play(image(t, m, test.files, test.ranks))
		}
		if p.Winners() != game.Only(0) {
			t.Errorf("%s: seat %s has won, want 1", &p, p.Winners())
		}
		parse(t, p.String()) // all images were legal
	}
}

// image returns a move as it is on the board turned by 180°.
func image(t *testing.T, m hermit.Move, files, ranks int) hermit.Move {
	t.Helper()
	turn := func(s game.Square) game.Square { return game.At(files-1-s.File(), ranks-1-s.Rank()) }
	text := m.Color().String() + turn(m.First()).String()
	if m.Placement() != hermit.Upright {
		text += "-" + turn(m.Last()).String()
	}
	return gametest.Must(t, hermit.ParseMove, text)
}

func TestSettledAllocates(t *testing.T) {
	positions := randomPositions(t, 100, 300)
	allocs := testing.AllocsPerRun(1, func() {
		for i := range positions {
			Settled(&positions[i])
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}
