package santorini

import (
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestComposeOnDome puts a worker on each level: it can stand on a tower, and
// not on a dome.
func TestComposeOnDome(t *testing.T) {
	for level := range Dome + 1 {
		p := gametest.Must(t, Parse, "00000/00100/00000/00020/00000 b2d4,b4d2 1")
		b := p.Board()
		b.At(game.At(1, 1)).Level = level
		_, err := Rules().Compose(b, 0)
		if refused := err != nil && strings.Contains(err.Error(), "below level 4"); refused != (level == Dome) {
			t.Errorf("worker on level %d: %v", level, err)
		}
	}
}

// TestComposeTurn has each seat move, and one that is not there.
func TestComposeTurn(t *testing.T) {
	p := gametest.Must(t, Parse, "00000/00100/00000/00020/00000 b2d4,b4d2 1")
	for turn := range game.Seat(4) {
		_, err := Rules().Compose(p.Board(), turn)
		if refused := err != nil && strings.Contains(err.Error(), "want one from 1 to 2"); refused != (turn >= 2) {
			t.Errorf("seat %s to move: %v", turn, err)
		}
	}
}

// TestEndings has games of two seats and of teams.
func TestEndings(t *testing.T) {
	for text, want := range map[string]game.Ending{
		"00000/00000/00000/44400/00400 a1b1,d4e4 1":     game.Stuck,
		"23000/22000/00000/00000/00000 b5d4,b2d2 #1":    Climbed,
		"00000/00000/00000/00000/00000 a1b1,d4e4 1":     "",
		"00000/00000/00000/44400/00400 a1b1,d4e4,+,+ 1": game.Stuck,
		"00000/00000/00000/00000/00000 a1e5,x,x 1":      game.Last,
		"00000/00000/00000/00000/00000 x,b4d2,x,+ 2":    game.Last,
	} {
		p := gametest.Must(t, Rules().Parse, text)
		if p.Ending() != want {
			t.Errorf("%s has ended by %q, want %q", text, p.Ending(), want)
		}
	}
}
