package hermit

import (
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

func TestParseMove(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Ya3", "Ya3"},
		{"Ya3-b3", "Ya3-b3"},
		{"Ya3-a2", "Ya3-a2"},
		{"Rj10", "Rj10"},
		{"Bi10-j10", "Bi10-j10"},
		{"Bj10-j9", "Bj10-j9"},
		// Small letters.
		{"ya3", "Ya3"},
		{"bb3", "Bb3"},
		{"ba10-b10", "Ba10-b10"},
		// The other square first.
		{"Yb3-a3", "Ya3-b3"},
		{"Ya2-a3", "Ya3-a2"},
		{"Ra9-a10", "Ra10-a9"},
		// Space characters.
		{"Y a3", "Ya3"},
		{"Y a3-b3", "Ya3-b3"},
		{"y  b3  a3", "Ya3-b3"},
	} {
		if m, err := ParseMove(test.text); err != nil || m.String() != test.want {
			t.Errorf("%q is read as %s, %v, want %s", test.text, m, err, test.want)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	const form = "want a color R, Y or B and one or two squares"
	for _, test := range []struct{ text, want string }{
		{"", form},
		{"Y", form},
		{"Y ", form},
		{"Y3", form},
		{"b3", form}, // blue, and half a square
		{"Ya11", form},
		{"Yk1", form},
		{"Ya0", form},
		{"YA3", form},
		{"Ya3b3", form},
		{"Ya3-b3-c3", form},
		{"Ya3-", form},
		{"Ya3 ", form},
		{" Ya3", form},
		{"a3", form},
		{"Ga3", form},
		{"Ya3-a3", "block on a3 and a3: want two squares that share a side"},
		{"Ya3-c3", "block on a3 and c3: want two squares that share a side"},
		{"Ya3-b2", "block on a3 and b2: want two squares that share a side"},
		{"Yj1-a2", "block on j1 and a2: want two squares that share a side"},
	} {
		_, err := ParseMove(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.want)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"Ya3", "Ya3-b3", "bb2-b3", "R j10 j9", "Yj1-a2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			return
		}
		if again, err := ParseMove(m.String()); err != nil || again != m {
			t.Fatalf("%q is read as %s, which is read as %s, %v", text, m, again, err)
		}
		if p := NewMove(m.Color(), m.Placement(), m.First()); p != m {
			t.Fatalf("%s is %#x, its parts make %#x", m, uint32(m), uint32(p))
		}
	})
}

// TestImageBeyondBoard flips moves left to right on a board of 4 files. A block that
// extends beyond the board has no image there and does not change.
func TestImageBeyondBoard(t *testing.T) {
	flip := game.Symmetries(4, 4)[1]
	for text, want := range map[string]string{
		"Ra1":    "Rd1",
		"Ra2-b2": "Rc2-d2",
		"Yd3-d2": "Ya3-a2",
		"Bd1-e1": "Bd1-e1",
	} {
		m := gametest.Must(t, ParseMove, text)
		if got := m.Image(flip).String(); got != want {
			t.Errorf("the image of %s is %s, want %s", text, got, want)
		}
	}
}
