package catalog

import (
	"slices"
	"testing"
)

func TestPowers(t *testing.T) {
	entry := Santorini()
	for _, p := range entry.Powers {
		if p.Name == "" || p.Card == "" {
			t.Errorf("power %+v: want a name and a card", p)
		}
	}
	pos, err := entry.Game.Parse("00000/00100/00000/00020/00000 b2d4,b4d2 2 athena^,pan")
	if err != nil {
		t.Fatal(err)
	}
	powers, marked := entry.PowersAt(pos)
	if len(powers) != 2 || powers[0].Name != "athena" || powers[1].Name != "pan" || powers[0].Mark == "" || powers[1].Card == "" {
		t.Errorf("powers %+v, want those of athena and pan", powers)
	}
	if !slices.Equal(marked, []bool{true, false}) {
		t.Errorf("marked %v, want the first", marked)
	}
	base, err := entry.Game.Start("2p")
	if err != nil {
		t.Fatal(err)
	}
	if powers, _ := entry.PowersAt(base); powers != nil {
		t.Errorf("powers %+v where nobody has any", powers)
	}
}
