package eval_test

import (
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
)

func TestOf(t *testing.T) {
	for _, test := range []struct{ position, line, want string }{
		{"00000/00000/00230/00000/00000 b3e5,a1e1 1", "b3-b4(b5)", "quiet"},
		{"00000/00000/02300/01000/00000 b2e5,a1e1 1", "b2-b3(b2)", "threat climb"},
		{"00000/00300/02300/01000/00000 b2e5,a1e1 1", "b2-b3(b2)", "double climb"},
		{"00000/00000/00000/03000/20001 c2e5,a1e1 1", "c2-c3(b2)", "quiet block dome"},
		{"00000/00000/00000/01000/20001 c2e5,a1b2 2", "b2-b3(b4)", "quiet descend"},
		{"00000/00000/00000/00000/00000 c2e5,a1e1 1 atlas,mortal", "c2-c3(c4D)", "quiet dome power"},
		{"00000/00000/00000/00000/00000 c2e5,a1e1 2 atlas,mortal", "a1-a2(a3)", "quiet"},
		{"00000/00000/00300/00000/00000 c2e5,a1e1 1 demeter,mortal", "c2-b2(a2,c3)", "quiet dome power"},
		{"00000/00000/00000/03000/00000 c2e5,a1e1 1 prometheus,mortal", "(b2)c2-d2(d3)", "quiet dome power"},
		{"00000/00000/00000/00000/00000 c2e5,a1e1,+,+ 1", "c2-c3(c4)", "quiet"},
		{"00000/00000/00000/00000/00000 c2e5,a1e1,+,+ 3 mortal,mortal,atlas,mortal", "c2-c3(c4D)", "quiet dome power"},
	} {
		before := gametest.Must(t, santorini.Parse, test.position)
		m := gametest.Must(t, santorini.ParseMove, test.line)
		after := before
		after.Play(m)
		if got := eval.ThemesOf(&before, m, &after); strings.Join(got, " ") != test.want {
			t.Errorf("%s, %s: %s, want %s", test.position, test.line, got, test.want)
		}
	}
}
