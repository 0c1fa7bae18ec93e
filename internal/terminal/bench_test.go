package terminal

import (
	"strings"
	"testing"

	"thera/internal/terminal/canvas"
)

// BenchmarkView draws the board with the most moves, as after each key.
func BenchmarkView(b *testing.B) {
	d := newDriver(b, "amazons", "", "first")
	for b.Loop() {
		d.do("left")
		s, _ := d.model.draw()
		if text := s.Render(canvas.NewTheme(true).Draw); !strings.Contains(text, "Amazons") {
			b.Fatal(text)
		}
	}
}
