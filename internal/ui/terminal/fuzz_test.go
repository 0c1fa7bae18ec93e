package terminal

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"thera/game/gametest"
	"thera/internal/catalog"
)

// FuzzKeys presses any keys and clicks anywhere, in any game and size: nothing
// panics, the screen keeps its size, and the game stays legal.
func FuzzKeys(f *testing.F) {
	for _, keys := range []string{
		"Yd4\x00\x00YRBurtw+-xnsoyyqp?.", "d1-d7(g7)\rurur", "\t\r\t\r\t\r\t\r", "@b2,d4\r", "b3\rb2\ra2\rb3\rb4\rb5\r-a5\rD.", "n\r", "oabc\r\x1b", "é世界\x7f",
	} {
		f.Add(keys, uint8(0), uint8(80), uint8(24))
		f.Add(keys, uint8(1), uint8(70), uint8(14))
		f.Add(keys, uint8(2), uint8(3), uint8(2))
		f.Add(keys, uint8(200), uint8(80), uint8(24))
	}
	f.Fuzz(func(t *testing.T, keys string, which, width, height uint8) {
		games := catalog.Games()
		name := games[int(which)%len(games)].Game.Name()
		variants := games[int(which)%len(games)].Game.Variants()
		start := gametest.Must(t, games[int(which)%len(games)].Game.Start, variants[len(variants)-1])
		text := start.String()
		if which > 127 {
			name, text = "santorini", "00000/00100/00000/00020/00000 b2d4,b4d2,a5e5 1 prometheus,artemis,atlas"
		}
		m := newModel(tableAt(t, name, text, "both"), 1, "")
		m = resized(m, int(width), int(height))
		for _, r := range keys {
			var msg tea.Msg = tea.KeyPressMsg{Text: string(r), Code: r}
			switch {
			case r == '\r' || r == '\t' || r == 0x1b || r == 0x7f:
				msg = tea.KeyPressMsg{Code: r}
			case r < ' ':
				msg = tea.MouseClickMsg{X: int(r) * 3, Y: int(r), Button: tea.MouseLeft}
			}
			m, _ = m.update(msg) // commands on files are not carried out
			s, _ := m.draw()
			if s := s.String(); strings.Count(s, "\n") != max(m.height-1, 0) {
				t.Fatalf("%d lines on a screen of %d", strings.Count(s, "\n")+1, m.height)
			}
		}
		if _, err := m.table.Record().Record().Replay(m.table.Catalog.Game); err != nil {
			t.Fatal(err)
		}
	})
}
