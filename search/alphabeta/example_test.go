package alphabeta_test

import (
	"context"
	"fmt"
	"log"

	"thera/engine"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/search"
	"thera/search/alphabeta"
)

// The middle of an odd board wins: whatever the other seat plays after that,
// its mirror image is the answer.
func Example() {
	evaluation := search.Evaluation[hermit.Position, hermit.Move]{Evaluate: endgame.Evaluate}
	pos, err := hermit.Rules().Parse(".../.../... 1")
	if err != nil {
		log.Fatal(err)
	}
	e := alphabeta.New(evaluation, search.Options{TableMiB: 1})
	info, err := e.Search(context.Background(), engine.Request{Position: pos})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(info.Best(), info.Score)
	// Output:
	// Rb2 win in 7
}
