package terminal

import (
	"strings"
	"testing"
)

func TestBox(t *testing.T) {
	for _, test := range []struct {
		keys, want string
		at         int
	}{
		{"end x", "gamex", 5},
		{"home x", "xgame", 1},
		{"left left x", "gaxme", 3},
		{"backspace backspace", "ga", 2},
		{"home delete right delete", "ae", 1},
		{"left left ctrl+u", "me", 0},
		{"home left backspace delete", "ame", 0},
		{"right delete é", "gameé", 5},
		{"ctrl+a é ctrl+e !", "égame!", 6},
	} {
		d := newDriver(t, "amazons", "", "both")
		d.model.box = newBox(saveBox, "game")
		d.do(test.keys)
		if got := d.model.box; got.String() != test.want || got.at != test.at {
			t.Errorf("%s: %q, cursor at %d, want %q, %d", test.keys, got, got.at, test.want, test.at)
		}
	}
}

// TestBoxProposal wants typing to take the place of what is filled in, until the
// cursor has moved.
func TestBoxProposal(t *testing.T) {
	for _, test := range []struct{ keys, want string }{
		{"x", "x"},
		{"x y", "xy"},
		{"backspace x", "x"},
		{"ctrl+u", ""},
		{"end x", "gamex"},
		{"left x", "gamxe"},
		{"end backspace", "gam"},
		{"paste:other", "other"},
	} {
		d := newDriver(t, "amazons", "", "both")
		d.model.box = proposal(saveBox, "game")
		if text, ok := strings.CutPrefix(test.keys, "paste:"); ok {
			d.model = d.model.paste(text)
		} else {
			d.do(test.keys)
		}
		if got := d.model.box.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.keys, got, test.want)
		}
	}
}

func TestBoxWindow(t *testing.T) {
	b := newBox(saveBox, "abcdefgh\n\x1b")
	if text, at := b.window(5); text != "efgh" || at != 4 {
		t.Errorf("%q, %d", text, at)
	}
	b.at = 0
	if text, at := b.window(5); text != "abcde" || at != 0 {
		t.Errorf("%q, %d", text, at)
	}
	if text, at := b.window(0); text != "" || at != 0 {
		t.Errorf("%q, %d", text, at)
	}
}
