package catalog

import (
	"testing"

	"thera/game/gametest"
)

func TestPowersAt(t *testing.T) {
	entry := Santorini()
	for _, name := range append(entry.Cards.Names, entry.Cards.None) {
		if p := entry.Power(name); p.Name != name || p.Card == "" {
			t.Errorf("power %+v: want %s with a card", p, name)
		}
	}
	pos := gametest.Must(t, entry.Game.Parse, "00000/00100/00000/00020/00000 b2d4,b4d2 2 athena^,pan")
	powers := entry.PowersAt(pos)
	if len(powers) != 2 || powers[0].Name != "athena" || powers[0].Mark == "" || !powers[0].Marked || powers[1].Name != "pan" || powers[1].Marked {
		t.Errorf("powers %+v, want athena with her mark, and pan", powers)
	}
	for _, g := range Games() {
		base := gametest.Must(t, g.Game.Start, "")
		if powers := g.PowersAt(base); powers != nil {
			t.Errorf("%s: powers %+v where nobody has any", g.Game.Name(), powers)
		}
	}
}
