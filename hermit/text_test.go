package hermit

import (
	"strings"
	"testing"

	"thera/game/gametest"
)

func TestParse(t *testing.T) {
	for _, text := range []string{
		". 1",
		"Y 2",
		"RRB./..YR/BB.R/.RYY 1",
		"RRB./..YR/BB.R/.RYY 2",
		"R.R/.../R.R 1",
		"RYB/BYR 1",
		strings.Repeat("........../", 9) + "R........B 2",
	} {
		if p := gametest.Must(t, Parse, text); p.String() != text {
			t.Errorf("%q is written %q", text, p.String())
		}
	}
	if p := gametest.Must(t, Parse, "  R.\t 2\n"); p.String() != "R. 2" {
		t.Errorf("with blanks around it, \"R. 2\" is read as %q", p.String())
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "want a board and the seat to move"},
		{"...", "want a board and the seat to move"},
		{"... 1 1", "want a board and the seat to move"},
		{"... 0", `seat to move "0": want 1 or 2`},
		{"... 3", `seat to move "3": want 1 or 2`},
		{"... w", `seat to move "w": want 1 or 2`},
		{"/ 1", `rank "" has 0 squares: want 1 to 10`},
		{"........... 1", `rank "..........." has 11 squares: want 1 to 10`},
		{strings.Repeat("./", 10) + ". 1", "11 ranks: want at most 10"},
		{"../... 1", `rank 1 "...": want 2 squares as in the ranks above`},
		{"../..//.. 1", `rank 2 "": want 2 squares as in the ranks above`},
		{"../.G 1", `character 'G' on b1: want ., R, Y or B`},
		{"r. 1", `character 'r' on a1: want ., R, Y or B`},
		{"3 1", `character '3' on a1: want ., R, Y or B`},
		{"é 1", `character 'é' on a1: want ., R, Y or B`},
		{"RRR 1", "R on b1 touches another block"},
		{"B/B/B 1", "B on a2 touches another block"},
		{"Y./.Y 1", "Y on b1 touches another block"},
		{".Y/Y. 1", "Y on a1 touches another block"},
		{"RR/RR 1", "R on a1 touches another block"},
		{"BB../..B. 1", "B on c1 touches another block"},
		{"RR./..R 1", "R on c1 touches another block"},
	} {
		_, err := Parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"RRB./..YR/BB.R/.RYY 1", ". 2", "R.R/.../R.R 1", "../... 1", "RRR 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if again := gametest.Must(t, Parse, p.String()); again != p {
			t.Fatalf("%q reads back as a different value", &p)
		}
		for _, m := range p.AppendMoves(nil) {
			next := p
			next.Play(m)
			if again := gametest.Must(t, Parse, next.String()); again != next {
				t.Fatalf("%q after %s: %q reads back as a different value", &p, m, &next)
			}
		}
	})
}
