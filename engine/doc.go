// Package engine is the contract between whoever wants a move and whatever
// finds one: [Engine], the [Request] it is given with its [Limits], the [Info]
// it answers with and the [Score] of a position.
//
//	info, err := e.Search(ctx, engine.Request{
//		Position: pos,
//		Limits:   engine.Limits{Time: time.Second},
//	})
//	…
//	fmt.Println(info.Best(), info.Score)
//
// A ply is one turn of one seat. A node is one position that a search has
// visited. The package knows no game and holds no search.
package engine
