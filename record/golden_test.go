package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

var games = []game.Game{amazons.Rules(), santorini.Rules(), hermit.Rules()}

// readAll returns the games of a text before the first error.
func readAll(f Format, text string) (all []Game, err error) {
	for g, err := range Read(f, strings.NewReader(text), games...) {
		if err != nil {
			return all, err
		}
		all = append(all, g)
	}
	return all, nil
}

// writeAll returns the text of games, with a line "error: …" in the place of
// one that the format can't hold.
func writeAll(f Format, all []Game) string {
	var out strings.Builder
	for _, g := range all {
		if err := Write(f, &out, g); err != nil {
			out.WriteString("error: " + err.Error() + "\n")
		}
	}
	return out.String()
}

// TestGolden converts each file of testdata/convert into every format, as
// testdata/golden has it.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/convert/*")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			from, err := Detect(data)
			if err != nil || string(from) != filepath.Ext(path)[1:] {
				t.Fatalf("Detect = %v, %v", from, err)
			}
			all, err := readAll(from, string(data))
			if err != nil {
				t.Fatal(err)
			}
			for _, to := range Formats() {
				golden := filepath.Join("testdata/golden", filepath.Base(path)+"."+string(to))
				gametest.Golden(t, golden, writeAll(to, all))
			}
			again, err := readAll(from, writeAll(from, all))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(all, again); diff != "" {
				t.Errorf("written and read again (-first +second):\n%s", diff)
			}
		})
	}
}
