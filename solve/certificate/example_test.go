package certificate_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"thera/game"
	"thera/hermit"
	"thera/solve/certificate"
)

// A block on both squares of this board of Hermit is the last move.
func Example() {
	ctx, rules := context.Background(), hermit.Rules()
	pos, err := rules.Parse(".. 1")
	if err != nil {
		log.Fatal(err)
	}
	both := func(context.Context, game.Position) (game.Move, error) { return "Ra1-b1", nil }
	var file strings.Builder
	if _, err := certificate.Write(ctx, &file, rules, pos, 0, both); err != nil {
		log.Fatal(err)
	}
	claim, err := certificate.Check(ctx, strings.NewReader(file.String()),
		func(string) (game.Game, error) { return rules, nil })
	fmt.Printf("seat %s wins %q, in %d positions, error %v\n", claim.Winner, claim.Position, claim.Positions, err)
	// Output:
	// seat 1 wins ".. 1", in 1 positions, error <nil>
}
