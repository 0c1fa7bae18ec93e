package santorini

import (
	"strings"
	"testing"

	"thera/game"
)

// TestComposeOnDome puts a worker on each level: it can stand on a tower, and
// not on a dome.
func TestComposeOnDome(t *testing.T) {
	for level := range Dome + 1 {
		p, err := Parse("00000/00100/00000/00020/00000 b2d4,b4d2 1")
		if err != nil {
			t.Fatal(err)
		}
		b := p.Board()
		b.At(game.At(1, 1)).Level = level
		_, err = Rules().Compose(b, 0)
		if refused := err != nil && strings.Contains(err.Error(), "below level 4"); refused != (level == Dome) {
			t.Errorf("worker on level %d: %v", level, err)
		}
	}
}
