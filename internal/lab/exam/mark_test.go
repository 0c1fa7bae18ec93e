package exam

import (
	"slices"
	"testing"

	"thera/game"
)

func TestGrade(t *testing.T) {
	items := small(t)
	proven, deep := items[0], items[4]
	_, pos, err := proven.Find()
	if err != nil {
		t.Fatal(err)
	}
	win := string(proven.WinningMoves[0])
	i := slices.IndexFunc(pos.Moves(), func(m game.Move) bool { return !slices.Contains(proven.WinningMoves, m) })
	loss := string(pos.Moves()[i])
	for _, test := range []struct {
		answers                     []string
		move                        string
		kept                        bool
		illegal, unparsed, repeated int
	}{
		{nil, "", false, 0, 0, 0},
		{[]string{win}, win, true, 0, 0, 0},
		{[]string{loss, win}, loss, false, 0, 0, 0},
		{[]string{"I think so.\n\nMove: **" + win + "**.\n"}, win, true, 0, 0, 0},
		{[]string{"Rz9", "Rj10", win}, win, true, 1, 1, 2},
		{[]string{"", "no", "Rj10", win}, "", false, 1, 2, 2},
	} {
		got, err := proven.Grade(test.answers, 2)
		if err != nil {
			t.Fatal(err)
		}
		if string(got.Move) != test.move || got.Kept != test.kept || got.Illegal != test.illegal || got.Unparsed != test.unparsed || got.Retries() != test.repeated {
			t.Errorf("%q: %+v, %d retries; want %+v", test.answers, got, got.Retries(), test)
		}
	}
	_, pos, err = deep.Find()
	if err != nil {
		t.Fatal(err)
	}
	for n, m := range pos.Moves() {
		got, err := deep.Grade([]string{string(m)}, 0)
		if want := float64(deep.Best()-deep.Values[n]) / 1000; err != nil || got.Regret != want {
			t.Errorf("%s: regret %g, %v; want %g", m, got.Regret, err, want)
		}
	}
	if got, _ := deep.Grade(nil, 0); got.Regret != float64(deep.Best()-deep.Worst())/1000 {
		t.Errorf("no answer: regret %g, want that of the worst move", got.Regret)
	}
}

func TestMoveIn(t *testing.T) {
	for answer, want := range map[string]string{
		"":                                "",
		"a1-a2(a3)":                       "a1-a2(a3)",
		" a1-a2(a3)\r\n":                  "a1-a2(a3)",
		"first\n`a1`\n":                   "a1",
		"Move: b1\nThat is it.":           "b1",
		"move: b1? No.\n**Move:** `b2`\n": "b2",
		"MOVE:b3.":                        "b3",
		"Move:":                           "",
		"İ Move: c1":                      "c1",
	} {
		if got := moveIn(answer); got != want {
			t.Errorf("%q: %q, want %q", answer, got, want)
		}
	}
}
