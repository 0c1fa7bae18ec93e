package hermit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"thera/game"
)

// TestEvaluateOutcome compares the evaluation with the outcome. What it has
// worked out must be right; what it guesses, always that the seat to move
// wins, must be right in more than eight of ten positions.
func TestEvaluateOutcome(t *testing.T) {
	search := outcomes{}
	var sure, guessed, right int
	for _, p := range randomPositions(t, 4000, 20) {
		value, wins := p.Evaluate(p.Turn()), search.moverWins(p)
		correct := (value > 0) == wins
		if value == certain || value == -certain {
			sure++
			if !correct {
				t.Errorf("%s: value %d, but it is %v that the seat to move wins", &p, value, wins)
			}
			continue
		}
		guessed++
		if correct {
			right++
		}
	}
	t.Logf("%d worked out, %d of %d others guessed right", sure, right, guessed)
	if sure < 4*guessed {
		t.Errorf("%d worked out, %d not, want at least four of five", sure, guessed)
	}
	if 10*right < 8*guessed {
		t.Errorf("%d of %d guessed right, want at least eight of ten", right, guessed)
	}
}

// TestEvaluateMirror plays random games on boards with a center square or two
// in which seat 1 first covers the center and then answers each move with its
// image. Each time it must be known that seat 2 loses.
func TestEvaluateMirror(t *testing.T) {
	for _, test := range []struct {
		files, ranks int
		center       string
	}{{1, 1, "Ra1"}, {9, 9, "Re5"}, {7, 3, "Yd2"}, {10, 5, "Be3-f3"}, {3, 8, "Yb5-b4"}} {
		rng := rand.New(rand.NewPCG(1, 2))
		p := empty(t, test.files, test.ranks)
		m, err := ParseMove(test.center)
		if err != nil {
			t.Fatal(err)
		}
		p.Play(m)
		for p.Winners() == 0 {
			if v := p.Evaluate(1); v != -certain {
				t.Fatalf("%s: %d for seat 2, want %d", &p, v, -certain)
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
func image(t *testing.T, m Move, files, ranks int) Move {
	t.Helper()
	turn := func(s game.Square) game.Square { return game.At(files-1-s.File(), ranks-1-s.Rank()) }
	text := m.Color().String() + turn(m.First()).String()
	if m.Placement() != Upright {
		text += "-" + turn(m.Last()).String()
	}
	turned, err := ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return turned
}

// TestEvaluateSymmetry checks that a position is worth the same to the seat to
// move with the colors exchanged, turned around and with the seats exchanged,
// and the opposite to the other seat.
func TestEvaluateSymmetry(t *testing.T) {
	colors := strings.NewReplacer("R", "Y", "Y", "B", "B", "R")
	for _, p := range randomPositions(t, 300, 300) {
		value := p.Evaluate(p.Turn())
		if v := p.Evaluate(1 - p.Turn()); v != -value {
			t.Errorf("%s: %d to move, %d not to move", &p, value, v)
		}
		board, seat, _ := strings.Cut(p.String(), " ")
		for _, text := range []string{
			colors.Replace(board) + " " + seat,
			reversed(board) + " " + seat,
			board + map[string]string{"1": " 2", "2": " 1"}[seat],
		} {
			if q := parse(t, text); q.Evaluate(q.Turn()) != value {
				t.Errorf("%s: %d, %s: %d", &p, value, &q, q.Evaluate(q.Turn()))
			}
		}
	}
}

func reversed(text string) string {
	var out strings.Builder
	for i := range text {
		out.WriteByte(text[len(text)-1-i])
	}
	return out.String()
}

func BenchmarkEvaluate(b *testing.B) {
	positions := randomPositions(b, 1024, 300)
	for i := 0; b.Loop(); i++ {
		positions[i%len(positions)].Evaluate(0)
	}
}

// randomPositions returns positions with at most maxSpots spots, the ends of
// games included, from random games on boards of 3 to 7 files and ranks.
func randomPositions(tb testing.TB, n, maxSpots int) (positions []Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for len(positions) < n {
		p := empty(tb, 3+rng.IntN(5), 3+rng.IntN(5))
		for {
			if p.spots().len() <= maxSpots {
				positions = append(positions, p)
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return positions[:n]
}
