package exam

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestFind has what is wrong with an item refused.
func TestFind(t *testing.T) {
	items := small(t)
	proven, deep := items[0], items[4]
	for name, i := range map[string]Item{
		"another game":    with(proven, func(i *Item) { i.Game = "amazons" }),
		"its ID":          with(proven, func(i *Item) { i.ID = "00000000" }),
		"its phase":       with(proven, func(i *Item) { i.Phase = "late" }),
		"its kind":        with(proven, func(i *Item) { i.Kind = "easy" }),
		"its moves":       with(proven, func(i *Item) { i.LegalMoves++ }),
		"its winner":      with(proven, func(i *Item) { i.Winner = 3 - i.Winner }),
		"no wins":         with(proven, func(i *Item) { i.WinningMoves = nil }),
		"an illegal win":  with(proven, func(i *Item) { i.WinningMoves = []game.Move{"Rz9"} }),
		"a win twice":     with(proven, func(i *Item) { i.WinningMoves = []game.Move{i.WinningMoves[0], i.WinningMoves[0]} }),
		"no values":       with(deep, func(i *Item) { i.Values = nil }),
		"too large value": with(deep, func(i *Item) { i.Values = slices.Clone(i.Values); i.Values[0] = 1001 }),
	} {
		if _, _, err := i.Find(); err == nil {
			t.Errorf("%s is wrong, and it passes: %+v", name, i)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"# set\n[1]":                             "line 2: array: want an object",
		`{"legal_moves":"two"}`:                  `line 1: "legal_moves": string: want a whole number`,
		"# set\n" + strings.Repeat(" ", 1<<20+1): "line 2: want at most 1048576 bytes",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func with(i Item, change func(*Item)) Item {
	change(&i)
	return i
}

func FuzzRead(f *testing.F) {
	text := gametest.Must(f, os.ReadFile, filepath.Join("testdata", "small.jsonl"))
	for line := range strings.Lines(string(text)) {
		f.Add(line, "a1")
	}
	f.Fuzz(func(t *testing.T, text, answer string) {
		items, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, i := range items {
			m, err := i.Grade([]string{answer}, 0)
			if err != nil || m.Regret < 0 || m.Regret > 1 {
				t.Errorf("%q: %+v, %v", answer, m, err)
			}
			if _, err := i.Prompt(true); err != nil {
				t.Error(err)
			}
		}
	})
}
