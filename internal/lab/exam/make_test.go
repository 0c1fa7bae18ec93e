package exam

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"thera/game/gametest"
)

const smallRecipe = `{"game":"hermit","variant":"4x4","kind":"proven","phase":"middle","count":3,"nodes":2000}
{"game":"hermit","variant":"5x6","kind":"proven","phase":"ending","count":1,"nodes":2000}
{"game":"amazons","variant":"10x10","kind":"deep","phase":"ending","count":1,"nodes":500}
{"game":"santorini","variant":"2p","powers":"random","kind":"deep","phase":"middle","count":2,"nodes":500}
{"game":"santorini","variant":"2p","kind":"proven","phase":"ending","count":1,"nodes":1000}
`

// small returns the items of the small recipe.
func small(t *testing.T) []Item {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "small.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	items, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// TestMake makes a small set, and continues it from what is there already.
func TestMake(t *testing.T) {
	recipe, err := ReadRecipe(strings.NewReader(smallRecipe))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	var made []Item
	for i, err := range Make(t.Context(), recipe, 1, nil) {
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, i)
		if err := json.NewEncoder(&text).Encode(i); err != nil {
			t.Fatal(err)
		}
	}
	gametest.Golden(t, filepath.Join("testdata", "small.jsonl"), text.String())

	const cut = 2
	n := cut
	for i, err := range Make(t.Context(), recipe[:1], 1, made[:cut]) {
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(i, made[n]) {
			t.Errorf("continued with %+v, want %+v", i, made[n])
		}
		n++
	}
	if n != recipe[0].Count {
		t.Errorf("%d items, want %d", n, recipe[0].Count)
	}
}

func TestReadRecipe(t *testing.T) {
	for text, want := range map[string]string{
		`{"game":"chess"}`:                  `part 1: unknown game "chess"`,
		`{"game":"hermit","variant":"0x0"}`: `variant "0x0"`,
		`{"game":"santorini","variant":"2p:athena,pan","kind":"deep","phase":"ending","count":1,"nodes":1}
		 {"game":"santorini","variant":"2p","powers":"fair","kind":"deep","phase":"ending","count":1,"nodes":1}`: "part 2: want another game, variant,",
		`{"game":"santorini","powers":"random"}`:                        `no variant: want one of santorini, such as 2p`,
		`{"game":"santorini","variant":"2p","powers":"none"}`:           `powers "none": want a part without "powers"`,
		`{"game":"santorini","variant":"3p"}`:                           "want one for two",
		`{"game":"hermit","variant":"4x4","kind":"easy"}`:               `kind "easy": want one of proven, deep`,
		`{"game":"hermit","variant":"4x4","kind":"deep","phase":"end"}`: `phase "end": want one of opening, middle, ending`,
		`[1]`:          "part 1: array: want an object",
		`{"count":[]}`: `part 1: "count": array: want a whole number`,
		`{"game":"hermit","variant":"4x4","kind":"deep","phase":"ending"}`:                                             "count 0 and nodes 0",
		`{"game":"hermit","variant":"4x4","kind":"deep","phase":"ending","count":1,"nodes":1,"level":3}`:               `unknown field "level"`,
		`{"game":"hermit","variant":"4x4","kind":"deep","phase":"ending","count":1,"nodes":1}` + "\n" + `{"game":"x"}`: "part 2",
		strings.Repeat(`{"game":"hermit","variant":"4x4","kind":"deep","phase":"ending","count":1,"nodes":1}`+"\n", 2): "part 2: want another game, variant,",
		`{`: "part 1: unexpected EOF",
		`a`: "part 1: invalid character 'a' looking for beginning of value: want JSON",
		``:  "no parts: want a JSON object for each",
	} {
		if _, err := ReadRecipe(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func FuzzReadRecipe(f *testing.F) {
	f.Add(smallRecipe)
	f.Fuzz(func(t *testing.T, text string) {
		parts, _ := ReadRecipe(strings.NewReader(text))
		for _, p := range parts {
			if err := p.check(); err != nil {
				t.Error(err)
			}
		}
	})
}
