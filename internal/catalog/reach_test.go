package catalog

import (
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// TestSantoriniMobility says where workers can come to, with powers and without: the
// cells from a1 by ranks, as a seat's number, = for several.
func TestSantoriniMobility(t *testing.T) {
	tests := []struct{ position, want string }{
		{"00000/00000/00000/12000/01000 a1b3,c3e5 1", "-1--- 1-=2- 1--2- 1==22 ---2-"},
		{"00000/00000/00000/00000/00000 a1b2,d4e5 1 apollo,mortal", "-11-- 1-1-- 11=22 --2-2 --22-"},
		{"00000/00000/00000/00000/00000 a1b2,c3e5 1 apollo,mortal", "-11-- 1-=2- 1=12- -2222 ---2-"},
		{"00000/00040/00000/00000/00000 a1b2,c3e5 1 minotaur,mortal", "-11-- 1-=2- 1=-2- -22-2 ---2-"},
		{"00000/00000/00000/00000/00000 a1a2,e4e5 1 artemis,mortal", "-11-- -11-- 11122 1112- ---2-"},
		{"01000/11000/00000/00000/00000 a5e1,e4e5 1 mortal,athena^", "---1- ---11 ---22 ---2- ---2-"},
		{"00000/00000/00000/00000/00000 a1a2,e4e5 1 hermes,mortal", "-1111 -1111 111== 111=- 111=-"},
		{"00000/00000/00000/00000/00000 a1b3,c3e5 1 atlas,mortal", "-1--- 1==2- 1--2- 1==22 ---2-"},
	}
	for _, test := range tests {
		pos := gametest.Must(t, santorini.Rules().Parse, test.position)
		var ranks []string
		owners := santoriniMobility(pos)
		for i := 0; i < len(owners); i += santorini.Size {
			var rank strings.Builder
			for _, seats := range owners[i : i+santorini.Size] {
				switch {
				case seats.Len() > 1:
					rank.WriteByte('=')
				case seats == 0:
					rank.WriteByte('-')
				case seats == game.Only(0):
					rank.WriteByte('1')
				default:
					rank.WriteByte('2')
				}
			}
			ranks = append(ranks, rank.String())
		}
		if got := strings.Join(ranks, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.position, got, test.want)
		}
	}
}
