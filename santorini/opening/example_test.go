package opening_test

import (
	"fmt"
	"log"

	"thera/santorini"
	"thera/santorini/opening"
)

// The book answers a placement, whichever way round the board is.
func ExampleBook_Find() {
	pos, err := santorini.Rules().Start("2p")
	if err != nil {
		log.Fatal(err)
	}
	for _, first := range []string{"@a3,b3", "@c1,c2"} {
		m, err := pos.Read(first)
		if err != nil {
			log.Fatal(err)
		}
		placed, err := pos.Play(m)
		if err != nil {
			log.Fatal(err)
		}
		info, known := opening.Default().Find(placed, 0)
		fmt.Println(known, info.Best(), info.Score, info.Depth)
	}
	// Output:
	// true @c3,d3 48% 9
	// true @c3,c4 48% 9
}

// A seed other than 0 varies the first placement among good ones.
func ExampleBook_Find_seed() {
	pos, err := santorini.Rules().Start("2p")
	if err != nil {
		log.Fatal(err)
	}
	for seed := range uint64(3) {
		info, _ := opening.Default().Find(pos, seed)
		fmt.Println(info.Best())
	}
	// Output:
	// @a3,b3
	// @d2,d3
	// @c1,d4
}
