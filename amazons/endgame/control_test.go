package endgame

import (
	"fmt"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

func TestControl(t *testing.T) {
	for _, test := range []struct{ position, want string }{
		// Each side has the squares that it alone reaches or reaches sooner.
		{"Q1*1q w", "Ww*bB"},
		{"Q1q w", "W=B"},
		{"Q3/4/4/3q b", "Www=/w==b/w==b/=bbB"},
		{"Q*1/**1/1*q w", "W*b/**b/-*B"},
	} {
		p := gametest.Must(t, amazons.Parse, test.position)
		if got := drawControl(&p); got != test.want {
			t.Errorf("%s: got %s, want %s", test.position, got, test.want)
		}
	}
}

func drawControl(p *amazons.Position) string {
	owned, board := ControlOf(p), p.Board()
	var out strings.Builder
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		for file := range board.Files {
			s := game.At(file, rank)
			switch {
			case p.Amazons(amazons.White).Has(s):
				out.WriteByte('W')
			case p.Amazons(amazons.Black).Has(s):
				out.WriteByte('B')
			case owned.White.Has(s):
				out.WriteByte('w')
			case owned.Black.Has(s):
				out.WriteByte('b')
			case owned.Contested.Has(s):
				out.WriteByte('=')
			case p.Empty().Has(s):
				out.WriteByte('-')
			default:
				out.WriteByte('*')
			}
		}
		if rank > 0 {
			fmt.Fprint(&out, "/")
		}
	}
	return out.String()
}
