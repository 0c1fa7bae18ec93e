package rating_test

import (
	"fmt"

	"thera/internal/lab/rating"
)

func Example() {
	var p rating.Pentanomial
	for range 30 {
		p.Add(2)
		p.Add(1)
		p.Add(1)
		p.Add(0)
		p.Add(2)
	}
	low, high := p.EloInterval()
	test := rating.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	fmt.Printf("Elo %+.0f [%+.0f, %+.0f], LOS %.3f, %s\n", p.Elo(), low, high, p.LOS(), test.Decide(p))
	// Output: Elo +70 [+27, +114], LOS 0.999, H1
}
