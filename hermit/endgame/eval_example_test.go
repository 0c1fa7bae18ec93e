package endgame_test

import (
	"fmt"

	"thera/hermit"
	"thera/hermit/endgame"
)

func ExampleEvaluate() {
	for _, text := range []string{
		"..../..../..../.... 1",           // too much to work out
		"RRB./..YR/BB.R/.RYY 2",           // two moves are left, each in a part of its own
		"RRB./Y.YR/BB.R/.RYY 1",           // one is left
		"...../...../..B../...../..... 2", // each move can be answered by its image
	} {
		p, err := hermit.Parse(text)
		if err != nil {
			panic(err)
		}
		fmt.Println(endgame.Evaluate(&p, p.Turn()))
	}
	// Output:
	// 220
	// -1500
	// 1500
	// -1500
}
