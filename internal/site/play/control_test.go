package play

import (
	"encoding/json"
	"testing"
)

func TestParseControl(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  Control
		speed Speed
	}{
		{"5+3", Control{Initial: 5 * minute, Increment: 3 * second}, Fast},
		{"5+4", Control{Initial: 5 * minute, Increment: 4 * second}, Fast},
		{"5+5", Control{Initial: 5 * minute, Increment: 5 * second}, Slow},
		{"4+6", Control{Initial: 4 * minute, Increment: 6 * second}, Slow},
		{"0.5+11", Control{Initial: 30 * second, Increment: 11 * second}, Fast},
		{"8+0", Control{Initial: 8 * minute}, Slow},
		{"0.25+0", Control{Initial: 15 * second}, Fast},
		{"1.5+0", Control{Initial: 90 * second}, Fast},
		{"180+180", Control{Initial: 180 * minute, Increment: 180 * second}, Slow},
		{"1d", Control{Turn: day}, Correspondence},
		{"14d", Control{Turn: 14 * day}, Correspondence},
		{"none", Control{}, Unlimited},
	} {
		got, err := ParseControl(c.text)
		if err != nil || got != c.want || got.Speed() != c.speed || got.String() != c.text {
			t.Errorf("%q: %+v, %s, %q, %v; want %+v, %s", c.text, got, got.Speed(), got, err, c.want, c.speed)
		}
	}
	for _, text := range []string{"", "5", "5+", "+3", "0+3", "0.1+0", "181+0", "5+181", "-5+3", "5+-3", "0d", "15d", "1.5d", "None", "5+3 ", "1e1+0", "999999+0"} {
		if c, err := ParseControl(text); err == nil {
			t.Errorf("%q is read as %+v, want an error", text, c)
		}
	}
}

func TestControlAsJSON(t *testing.T) {
	var c Control
	if err := json.Unmarshal([]byte(`"5+3"`), &c); err != nil || c.Initial != 5*minute {
		t.Fatalf("%+v, %v", c, err)
	}
	if text, err := json.Marshal(Setup{Control: c}); err != nil || string(text) != `{"game":"","variant":"","clock":"5+3","rated":false,"players":null}` {
		t.Errorf("%s, %v", text, err)
	}
}

// What lag is made good by default, in lichess's figures.
func TestLagGain(t *testing.T) {
	for text, want := range map[string]Millis{"1+0": 390, "3+0": 870, "5+3": second, "3d": 0, "none": 0} {
		c, err := ParseControl(text)
		if err != nil || c.lagGain() != want {
			t.Errorf("%s: %d, %v, want %d", text, c.lagGain(), err, want)
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, text := range []string{"5+3", "3d", "none", "0.25+0", "1.5+180"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseControl(text)
		if err != nil {
			return
		}
		if again, err := ParseControl(c.String()); err != nil || again != c {
			t.Errorf("%q is %+v, written as %q, read back as %+v, %v", text, c, c, again, err)
		}
	})
}
