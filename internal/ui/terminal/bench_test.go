package terminal

import (
	"strings"
	"testing"
)

// BenchmarkView draws the board with the most moves, as after each key.
func BenchmarkView(b *testing.B) {
	d := newDriver(b, "amazons", "", "first")
	for b.Loop() {
		d.do("left")
		s, _ := d.model.draw()
		if text := s.Render(NewTheme(true).Draw); !strings.Contains(text, "Amazons") {
			b.Fatal(text)
		}
	}
}
