package endgame

import (
	"strings"
	"testing"
)

// TestEvaluateOutcome compares the evaluation with the outcome. What it has
// worked out must be right; what it guesses, always that the seat to move
// wins, must be right in more than eight of ten positions.
func TestEvaluateOutcome(t *testing.T) {
	search := outcomes{}
	var sure, guessed, right int
	for _, p := range randomPositions(t, 4000, 20) {
		value, wins := Evaluate(&p, p.Turn()), search.moverWins(p)
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

// TestEvaluateSymmetry checks that a position is worth the same to the seat to
// move with the colors exchanged, turned around and with the seats exchanged,
// and the opposite to the other seat.
func TestEvaluateSymmetry(t *testing.T) {
	colors := strings.NewReplacer("R", "Y", "Y", "B", "B", "R")
	for _, p := range randomPositions(t, 300, 300) {
		value := Evaluate(&p, p.Turn())
		if v := Evaluate(&p, 1-p.Turn()); v != -value {
			t.Errorf("%s: %d to move, %d not to move", &p, value, v)
		}
		board, seat, _ := strings.Cut(p.String(), " ")
		for _, text := range []string{
			colors.Replace(board) + " " + seat,
			reversed(board) + " " + seat,
			board + map[string]string{"1": " 2", "2": " 1"}[seat],
		} {
			if q := parse(t, text); Evaluate(&q, q.Turn()) != value {
				t.Errorf("%s: %d, %s: %d", &p, value, &q, Evaluate(&q, q.Turn()))
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
	const want = 31040 // the sum of all
	positions := randomPositions(b, 1024, 300)
	sum := 0
	for i := 0; b.Loop(); i++ {
		sum += Evaluate(&positions[i&1023], 0)
		if i&1023 == 1023 {
			if sum != want {
				b.Fatalf("the values add up to %d, want %d", sum, want)
			}
			sum = 0
		}
	}
}
