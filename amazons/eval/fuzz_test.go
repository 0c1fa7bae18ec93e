package eval

import (
	"testing"

	"thera/amazons"
)

// FuzzEvaluate evaluates whatever can be set up, on boards of any size.
func FuzzEvaluate(f *testing.F) {
	for _, seed := range []string{"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "* w", "1 w", "Qq*1/4 b", "5/5q w"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := amazons.Parse(text)
		if err != nil {
			return
		}
		if v, w := fitted.Evaluate(&p, amazons.White), fitted.Evaluate(&p, amazons.Black); v != -w {
			t.Errorf("%s: %d for White, %d for Black", &p, v, w)
		}
		if v, w := Territory(&p, amazons.White), Territory(&p, amazons.Black); v != -w {
			t.Errorf("%s: territory %d for White, %d for Black", &p, v, w)
		}
	})
}
