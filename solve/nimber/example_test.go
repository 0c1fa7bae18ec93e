package nimber_test

import (
	"context"
	"fmt"
	"log"

	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/solve/nimber"
)

// Hermit on one row of five squares is Kayles with five pins.
func Example() {
	pos, err := hermit.Rules().Parse("..... 1")
	if err != nil {
		log.Fatal(err)
	}
	split := func(pos game.Position) (nimber.Parts[endgame.Part, endgame.Placing], error) {
		return endgame.NewField(pos)
	}
	v, err := nimber.New(split, nimber.Options{TableMiB: 2}).Solve(context.Background(), engine.Problem{Position: pos})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("nimber", v.Grundy, "seat", v.Winners, "wins by", v.Moves[0])
	// Output:
	// nimber 4 seat 1 wins by Rc1
}
