package terminal

import (
	"path/filepath"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
)

const (
	middleGame = "3q2q3/10/10/3Q2*2q/7*2/10/Q8Q/4q5/10/6Q3 w"
	towers     = "00310/00012/00024/10010/01000 c4e4,c2d3 1"
	powers     = "00000/00100/00110/00020/00000 b2b3,b4d2 2 "
	powers4    = "00000/00100/00110/00020/00000 b2b3,b4d2,+,+ 2 athena^,hephaestus,prometheus,mortal"
)

// TestScreens compares what is on the screen after a script, character by
// character, with testdata/screens.
func TestScreens(t *testing.T) {
	for _, test := range []struct{ name, game, position, side, script string }{
		{"amazons", "amazons", "", "first", "think"},
		{"amazons-piece", "amazons", "", "first", "click:17,19"},
		{"amazons-arrow", "amazons", "", "first", "click:17,19 click:17,7"},
		{"amazons-flipped", "amazons", middleGame, "first", "x click:17,19"},
		{"amazons-typing", "amazons", middleGame, "first", "type:d7-"},
		{"amazons-answer", "amazons", middleGame, "first", "type:d7-d8(d7) enter think"},
		{"amazons-tip", "amazons", middleGame, "first", "t think"},
		{"amazons-undone", "amazons", middleGame, "first", "type:d7-d8(d7) enter think u"},
		{"amazons-won", "amazons", "Q1/1q w", "both", "type:a2-b2(a2) enter type:b1-a1(b1) enter type:b2-a2(b2) enter"},
		{"amazons-resigned", "amazons", "", "first", "y y"},
		{"amazons-compact", "amazons", middleGame, "first", "size:69,13 think"},
		{"amazons-large", "amazons", middleGame, "first", "size:130,46 think"},
		{"amazons-small", "amazons", "", "first", "size:50,20"},
		{"hermit", "hermit", "", "first", ""},
		{"hermit-color", "hermit", "", "first", "Y"},
		{"hermit-square", "hermit", "", "first", "Y enter"},
		{"hermit-lying", "hermit", "", "both", "Y enter left enter R"},
		{"santorini-placing", "santorini", "", "first", "enter"},
		{"santorini", "santorini", towers, "first", "think"},
		{"santorini-build", "santorini", towers, "both", "type:c4 enter type:b4 enter"},
		{"santorini-climbed", "santorini", "00000/32000/40000/00000/00000 b4c4,d1e1 1", "first", "type:b4-a4 enter"},
		{"santorini-four", "santorini", "00000/00000/00000/00000/00000 -,-,-,- 1", "second", ""},
		{"powers", "santorini", powers + "athena^,prometheus", "second", ""},
		{"powers-cards", "santorini", powers + "athena^,prometheus", "second", "p"},
		{"powers-thinks", "santorini", powers + "hephaestus,prometheus", "first", ""},
		{"powers-before", "santorini", powers + "athena,prometheus", "second", "type:d3 enter type:d2 enter"},
		{"powers-dome", "santorini", powers + "athena,atlas", "second", "type:d2 enter type:c1 enter type:c2 enter"},
		{"powers-on", "santorini", powers + "athena,artemis", "second", "type:d2 enter type:c1 enter"},
		{"powers-onward", "santorini", powers + "athena,artemis", "second", "type:d2 enter type:c1 enter -"},
		{"powers-again", "santorini", powers + "pan,hephaestus", "second", "type:d2 enter type:c1 enter type:c2 enter"},
		{"powers-pushed", "santorini", "00000/00100/00110/00020/00000 a2c3,b4e2 2 pan,minotaur", "second", "type:b4 enter type:c3 enter"},
		{"powers-refused", "santorini", powers + "pan,prometheus", "second", "type:d2-c1-b1(a1) enter"},
		{"powers-both", "santorini", "00000/00000/00000/00000/00000 a1a2,b4d2 2 pan,hermes", "second", "type:d2 enter type:e4 enter type:b4 enter"},
		{"powers-won", "santorini", "00200/00000/00000/00000/00000 c5e1,a1a2 1 pan,apollo", "both", "type:c5-d4 enter"},
		{"powers-four", "santorini", powers4, "both", ""},
		{"powers-narrow", "santorini", powers + "athena^,prometheus", "second", "size:69,13"},
		{"powers-none", "santorini", towers, "both", "p"},
		{"help", "amazons", "", "first", "?"},
		{"help-narrow", "hermit", "", "first", "size:57,12 ?"},
		{"help-narrow-end", "hermit", "", "first", "size:57,12 ?" + strings.Repeat(" down", 40)},
		{"save", "santorini", towers, "first", "s"},
		{"refused", "amazons", "", "first", "type:d1-d2(z9) enter"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDriver(t, test.game, test.position, test.side)
			d.do(test.script)
			compare(t, test.name, d.screen())
		})
	}
}

func TestMenuScreens(t *testing.T) {
	for name, script := range map[string]string{
		"menu":        "",
		"menu-small":  "size:30,8 enter right",
		"menu-powers": "right down down down down right",
		"menu-hermit": "right right down right down right right right down right right",
	} {
		t.Run(name, func(t *testing.T) {
			d := &driver{t: t, model: resized(newModel(Table{}, 1, ""), 80, 24)}
			d.model.menu.games = []catalog.Entry{catalog.Amazons(), catalog.Santorini(), catalog.Hermit()}
			d.do(script)
			compare(t, name, d.screen())
		})
	}
}

// TestASCII wants nothing else on the screen where the locale has no more.
func TestASCII(t *testing.T) {
	d := newDriver(t, "amazons", middleGame, "first")
	d.model.strokes = ASCIIStrokes
	d.do("click:17,7")
	compare(t, "ascii", d.screen())
	if i := strings.IndexFunc(d.screen(), func(r rune) bool { return r > '~' }); i >= 0 {
		t.Errorf("%q on the screen", d.screen()[i:i+3])
	}
}

// TestStyles shows the style of each character as a letter.
func TestStyles(t *testing.T) {
	for name, start := range map[string][3]string{
		"styles-amazons":   {"amazons", middleGame, "click:17,7"},
		"styles-santorini": {"santorini", towers, ""},
		"styles-hermit":    {"hermit", "....R./R...../....../....R./Y...../Y...B. 1", "R"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, start[0], start[1], "first")
			d.do(start[2])
			s, _ := d.model.draw()
			compare(t, name, s.Render(func(st Style, text string) string {
				return strings.Repeat(string(rune(".ABCDEFGHIJKLMNOPQRSTUVWXYZ"[st])), len([]rune(text)))
			}))
		})
	}
}

// TestTheme wants every style on every background to show its text.
func TestTheme(t *testing.T) {
	for _, dark := range []bool{false, true} {
		theme := NewTheme(dark)
		for st := range NumStyles {
			if got := theme.Draw(st, "Q"); !strings.Contains(got, "Q") || st > Plain && got == "Q" {
				t.Errorf("dark %v: style %d draws %q", dark, st, got)
			}
		}
	}
}

// compare compares a screen with its golden file, which -update rewrites.
func compare(t *testing.T, name, got string) {
	t.Helper()
	gametest.Golden(t, filepath.Join("testdata", "screens", name+".txt"), got+"\n")
}
