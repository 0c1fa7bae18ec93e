package match

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

func TestRandom(t *testing.T) {
	pos := start(t, hermit.Rules(), "4x4")
	book := RandomOpenings(pos, 3, 5, nil)
	var texts []string
	for i := range 50 {
		o := gametest.Must(t, book.Opening, i)
		end, err := game.Record{Game: "hermit", Start: o.Start.String(), Moves: o.Moves}.Replay(hermit.Rules())
		if err != nil || len(end) != 4 || end[3].Winners() != 0 {
			t.Errorf("opening %d: %v, %v", i, o.Moves, err)
		}
		again, _ := RandomOpenings(pos, 3, 5, nil).Opening(i)
		if !cmp.Equal(o.Moves, again.Moves) {
			t.Errorf("opening %d: %v, then %v", i, o.Moves, again.Moves)
		}
		texts = append(texts, end[3].String())
	}
	if other, _ := RandomOpenings(pos, 3, 6, nil).Opening(0); cmp.Equal(other, texts[0]) {
		t.Error("another seed has the same openings")
	}
	if _, err := RandomOpenings(start(t, hermit.Rules(), "3x3"), 9, 1, nil).Opening(0); err == nil {
		t.Error("nine plies of 3x3, where no game is as long")
	}
	if o, err := RandomOpenings(pos, 0, 1, nil).Opening(3); err != nil || len(o.Moves) != 0 || o.Start != pos {
		t.Errorf("no plies: %+v, %v", o, err)
	}
}

const bookText = `
# two ways to begin
Ra1 Bb1-c1
  Yb2-b1

.../.Y./... 2
`

func TestRead(t *testing.T) {
	g := hermit.Rules()
	pos := start(t, g, "3x3")
	read := func(text string, seed uint64) (OpeningList, error) {
		return ReadOpenings(strings.NewReader(text), g, pos, seed)
	}
	book, err := read(bookText, 1)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for i := range 6 {
		o := gametest.Must(t, book.Opening, i)
		seen[strings.TrimSpace(o.Start.String()+" "+strings.Join(game.Strings(o.Moves), " "))]++
	}
	want := map[string]int{".../.../... 1 Ra1 Bb1-c1": 2, ".../.../... 1 Yb2-b1": 2, ".../.Y./... 2": 2}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	names := map[string]bool{book.String(): true}
	for _, other := range []string{bookText + "Ra1\n", strings.Replace(bookText, "Yb2", "Rb2", 1)} {
		b, err := read(other, 1)
		if err != nil {
			t.Fatal(err)
		}
		names[b.String()] = true
	}
	if len(names) != 3 {
		t.Errorf("three books are called %v", names)
	}

	for text, want := range map[string]string{
		"":                                "no openings: want one a line",
		"# nothing\n":                     "no openings",
		"Ra1\nRa1 Ra2":                    `line 2: move 2: illegal move "Ra2"`,
		"Ra1 hello":                       `line 1: move 2: hermit move "hello"`,
		"hello":                           `line 1: want moves from the start or a position: hermit position "hello"`,
		"RRR/YYY/BBB 1":                   "line 1: want moves from the start or a position",
		"RYR/BRB/RYR 2":                   "line 1: ",
		"Ra1\n..../..../..../.... 1":      `line 2: position "..../..../..../.... 1": it is of 4×4 squares for 2 players: want 3×3 squares for 2 players`,
		"\n" + strings.Repeat("x", 70000): "line 2: want at most 65536 bytes",
	} {
		if b, err := read(text, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, %v; want %s", text, b, err, want)
		}
	}
}

// TestReadForOthers refuses positions of another number of players.
func TestReadForOthers(t *testing.T) {
	g := santorini.Rules()
	for _, variant := range g.Variants() {
		pos := start(t, g, variant)
		for _, other := range g.Variants() {
			_, err := ReadOpenings(strings.NewReader(start(t, g, other).String()), g, pos, 1)
			if ok := err == nil; ok != (variant == other) {
				t.Errorf("an opening of %s in a match of %s: %v", other, variant, err)
			}
		}
	}
}

// FuzzRead wants every opening that can be read to lead to a position in
// which there is something to play.
func FuzzRead(f *testing.F) {
	f.Add(bookText)
	g := hermit.Rules()
	pos := gametest.Must(f, g.Start, "3x3")
	f.Fuzz(func(t *testing.T, text string) {
		book, err := ReadOpenings(strings.NewReader(text), g, pos, 1)
		if err != nil {
			return
		}
		o := gametest.Must(t, book.Opening, 0)
		end, err := game.Record{Game: g.Name(), Start: o.Start.String(), Moves: o.Moves}.Replay(g)
		if err != nil || end[len(end)-1].Winners() != 0 {
			t.Errorf("%q: %+v, %v", text, o, err)
		}
	})
}
