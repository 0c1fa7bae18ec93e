package endgame

import (
	"testing"

	"thera/hermit"
)

// FuzzEvaluate evaluates whatever can be set up, on boards of any size.
func FuzzEvaluate(f *testing.F) {
	for _, seed := range []string{"RRB./..YR/BB.R/.RYY 1", ". 2", "R.R/.../R.R 1", "..../..../..../.... 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := hermit.Parse(text)
		if err != nil {
			return
		}
		if v, w := Evaluate(&p, 0), Evaluate(&p, 1); v != -w {
			t.Errorf("%s: %d for seat 1, %d for seat 2", &p, v, w)
		}
	})
}
