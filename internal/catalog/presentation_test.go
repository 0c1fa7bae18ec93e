package catalog_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestPage holds the looks against the boards of the page.
func TestPage(t *testing.T) {
	text := gametest.Must(t, os.ReadFile, "../../web/src/looks/styles.ts")
	for name, l := range map[string]catalog.BoardStyle{"wood": catalog.Wood, "meadow": catalog.Meadow, "stone": catalog.Stone} {
		want := fmt.Sprintf("name: '%s', squares: ['%s', '%s'], rim: ['%s', '%s']",
			name, hex(l.Squares[0]), hex(l.Squares[1]), hex(l.Rim), hex(l.Names))
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no board %s", want)
		}
	}
}

// TestSeats holds the colors of the players against those of the page.
func TestSeats(t *testing.T) {
	text := gametest.Must(t, os.ReadFile, "../../web/src/looks/seats.ts")
	var colors []string
	for _, c := range catalog.SeatColors {
		colors = append(colors, "'"+hex(c)+"'")
	}
	if want := "seatColors = [" + strings.Join(colors, ", ") + "]"; !strings.Contains(string(text), want) {
		t.Errorf("the page's colors of seats are not %s", want)
	}
}

func hex(c catalog.Color) string {
	red, green, blue, _ := c.Parts()
	return fmt.Sprintf("#%02x%02x%02x", red, green, blue)
}
