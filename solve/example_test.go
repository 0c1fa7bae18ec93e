package solve_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"thera/game"
	"thera/hermit"
	"thera/solve"
)

// Who covers both squares of this board of Hermit has moved last.
func Example() {
	ctx, rules := context.Background(), hermit.Rules()
	pos, err := rules.Parse(".. 1")
	if err != nil {
		log.Fatal(err)
	}
	both := func(context.Context, game.Position) (game.Move, error) { return "Ra1-b1", nil }
	var file strings.Builder
	if _, err := solve.WriteCertificate(ctx, &file, rules, pos, 0, both); err != nil {
		log.Fatal(err)
	}
	claim, err := solve.CheckCertificate(ctx, strings.NewReader(file.String()),
		func(string) (game.Game, error) { return rules, nil })
	fmt.Printf("seat %s wins %q, in %d positions, error %v\n", claim.Winner, claim.Position, claim.Positions, err)
	// Output:
	// seat 1 wins ".. 1", in 1 positions, error <nil>
}
