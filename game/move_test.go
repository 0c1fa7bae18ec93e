package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"thera/game"
)

func ExampleMove_Steps() {
	for _, m := range []game.Move{
		"d1-d7(g7)", "c3-c4", "@b2,d4", "Ya3-b3", "a10-j10(a1)", "Aa1Zb2", "@a1[b2",
		"c3-c4-d5(d4)", "c3-c4(d4D)", "(b3)c3-c4(d4)", "c3-c5,b2-a1(d4)", "a1-a2-a3-a4(a1)-b1",
	} {
		fmt.Println(m.Steps())
	}
	// Output:
	// [d1 d7 g7]
	// [c3 c4]
	// [b2 d4]
	// [Y a3 b3]
	// [a10 j10 a1]
	// [A a1 Z b2]
	// [a1 b2]
	// [c3 c4 -d5 d4]
	// [c3 c4 d4 D]
	// [b3 c3 c4 d4]
	// [c3 c5 b2 a1 d4]
	// [a1 a2 -a3 -a4 a1 b1]
}

func TestScanSquares(t *testing.T) {
	for _, test := range []struct {
		text, pattern string
		want          []string // nil: does not fit
	}{
		{"d1-d7(g7)", "#-#(#)", []string{"d1", "d7", "g7"}},
		{"d1d7,d7g7", "##,##", []string{"d1", "d7", "d7", "g7"}},
		{"d1   d7 g7", "# # #", []string{"d1", "d7", "g7"}},
		{"a10 a1 a10", "# # #", []string{"a10", "a1", "a10"}},
		{"d1-d7(g7", "#-#(#)", nil},
		{"d1-d7(g7) ", "#-#(#)", nil},
		{"d1-d7", "#-#(#)", nil},
		{"d1d7", "# #", nil},
		{"d1-k7(g7)", "#-#(#)", nil},
		{"", "#", nil},
		{"", "", []string{}},
	} {
		squares, ok := game.ScanSquares(test.text, test.pattern)
		got := []string{}
		for _, s := range squares {
			got = append(got, s.String())
		}
		if ok != (test.want != nil) || ok && !slices.Equal(got, test.want) {
			t.Errorf("%q by %q: %q, %v; want %q", test.text, test.pattern, got, ok, test.want)
		}
	}
}

func FuzzSteps(f *testing.F) {
	for _, seed := range []string{"d1-d7(g7)", "@b2,d4", "Ya3-b3", "", "a10", "Ä1", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rest := text
		for _, step := range game.Move(text).Steps() {
			_, after, ok := strings.Cut(rest, step)
			if !ok || step == "" {
				t.Fatalf("%q has no step %q where it should", text, step)
			}
			rest = after
		}
	})
}
