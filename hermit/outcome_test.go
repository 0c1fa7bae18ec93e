package hermit

import (
	"testing"

	"thera/game/gametest"
)

// outcomes remembers who wins, found by plain search: whether it is the seat
// to move, by spots. Where the same moves fit, the same seat wins.
type outcomes map[Spots]bool

func (o outcomes) moverWins(p Position) bool {
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

// TestEmptyBoards searches small boards to the end. Seat 1 wins wherever the
// number of files or of ranks is odd: it covers the center and then answers
// each move with its image. Of the others searched it wins 2×2 alone.
func TestEmptyBoards(t *testing.T) {
	maxSquares := 14
	if gametest.Long() {
		maxSquares = 16
	}
	for files := 1; files <= 10; files++ {
		for ranks := 1; ranks <= 10 && files*ranks <= maxSquares; ranks++ {
			want := files%2 == 1 || ranks%2 == 1 || files == 2 && ranks == 2
			if got := (outcomes{}).moverWins(empty(t, files, ranks)); got != want {
				t.Errorf("%d×%d: it is %v that seat 1 wins, want %v", files, ranks, got, want)
			}
		}
	}
}
