package engine_test

import (
	"context"
	"fmt"

	"thera/engine"
	"thera/game"
	"thera/hermit"
)

// firstMove is an engine that plays the first legal move.
type firstMove struct{}

// Search finds it at once, so there is no limit to heed.
func (firstMove) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	moves := req.Position.Moves()
	if len(moves) == 0 {
		return engine.Info{}, engine.ErrOver
	}
	info := engine.Info{Score: engine.Estimate(110), Depth: 1, Nodes: 1, Line: moves[:1]}
	if req.Report != nil {
		req.Report(info)
	}
	return info, nil
}

func ExampleEngine() {
	var e engine.Engine = firstMove{}
	pos, err := hermit.Rules().Start("3x3")
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := e.Search(context.Background(), engine.Request{Position: pos, Limits: engine.Limits{Depth: 5}})
	fmt.Println(info.Best(), info.Score, err)
	// Output: Ra1 75% <nil>
}

// A search for the two best moves reports both at each depth; the lines of the
// last depth that was finished are what it ends with.
func ExampleLines() {
	var lines engine.Lines
	for _, info := range []engine.Info{
		{Rank: 0, Score: 30, Line: []game.Move{"Ra1"}},
		{Rank: 1, Score: 10, Line: []game.Move{"Yb2"}},
		{Rank: 0, Score: 40, Line: []game.Move{"Yb2"}}, // a new depth begins
		{Rank: 1, Score: 20, Line: []game.Move{"Ra1"}},
	} {
		lines.Report(info)
	}
	best := lines[0]
	for _, info := range lines.With(best, 2) {
		fmt.Println(info.Rank+1, info.Best(), int(info.Score))
	}
	// Output:
	// 1 Yb2 40
	// 2 Ra1 20
}
