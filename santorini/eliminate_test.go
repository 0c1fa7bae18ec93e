package santorini

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
)

func TestEliminations(t *testing.T) { gametest.Eliminations(t, Rules(), 50) }

func TestEliminate(t *testing.T) {
	for _, test := range []struct {
		name, text string
		seat       game.Seat
		want       string // "" if refused
	}{
		{"two players", flat + "a1a2,b1b2 1", 0, ""},
		{"before all have placed", flat + "a1a2,b1b2,- 3", 0, ""},
		{"another one's turn", flat + "a1a2,b1b2,c1c2 1", 1, flat + "a1a2,x,c1c2 1"},
		{"own turn", flat + "a1a2,b1b2,c1c2 2", 1, flat + "a1a2,x,c1c2 3"},
		{"own turn, the last seat", flat + "x,b1b2,c1c2,d1d2 4", 3, flat + "x,b1b2,c1c2,x 2"},
		{"one is left", flat + "x,b1b2,c1c2 2", 2, flat + "x,b1b2,x 2"},
		{"one is left, own turn", flat + "x,b1b2,c1c2 2", 1, flat + "x,x,c1c2 3"},
		{"out already", flat + "x,b1b2,c1c2 2", 0, ""},
		{"no such seat", flat + "a1a2,b1b2,c1c2 2", 3, ""},
		{
			"athena, who has gone up", flat + "a1a2,b1b2,c1c2 2 athena^,pan,pan", 0,
			flat + "x,b1b2,c1c2 2 athena,pan,pan",
		},
		{
			"another one while athena has gone up", flat + "a1a2,b1b2,c1c2 2 athena^,pan,pan", 1,
			flat + "a1a2,x,c1c2 3 athena^,pan,pan",
		},
		{
			"the last one before athena", flat + "a1a2,b1b2,c1c2 3 athena^,pan,pan", 2,
			flat + "a1a2,b1b2,x 1 athena,pan,pan",
		},
		{
			"one before athena, out of turn", flat + "a1a2,b1b2,c1c2 2 athena^,pan,pan", 2,
			flat + "a1a2,b1b2,x 2 athena^,pan,pan",
		},
		{"teams", flat + "a1a2,b1b2,+,+ 2 pan,pan,athena^,pan", 0, flat + "x,b1b2,x,+ 2 pan,pan,athena,pan"},
		{"teams, a partner's turn", flat + "a1a2,b1b2,+,+ 2", 3, flat + "a1a2,x,+,x 3"},
		{"teams, before all have placed", flat + "a1a2,-,+,+ 2", 0, ""},
		{"over", tower + "b1d2,x,a5d4 #3", 0, ""},
		{
			"the next one can't move and is out as well", "00000/00000/44000/04000/04000 d5e5,c4c5,a1a2,e1e2 2", 1,
			"00000/00000/44000/04000/04000 d5e5,x,x,e1e2 4",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			pos := gametest.Must(t, Rules().Parse, test.text)
			next, err := game.Eliminate(pos, test.seat)
			if test.want == "" {
				if err == nil {
					t.Fatalf("%s without seat %s: %s, want a refusal", pos, test.seat, next)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if next.String() != test.want {
				t.Errorf("%s without seat %s:\n got %s\nwant %s", pos, test.seat, next, test.want)
			}
			packed, _ := game.KernelOf[Position](next)
			if again, err := Parse(test.want); err != nil || again != packed {
				t.Errorf("%s: packed %+v, read back %+v, %v", next, packed, again, err)
			}
		})
	}
}
