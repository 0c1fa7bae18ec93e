// Package engine is the contract between whoever wants a move and whatever
// finds one, and both ends of the protocol that lets them be two programs.
//
// The contract is [Engine], the [Request] it is given with its [Limits], the
// [Info] it answers with and the [Score] of a position:
//
//	info, err := e.Search(ctx, engine.Request{
//		Position: pos,
//		Limits:   engine.Limits{Time: time.Second},
//	})
//	…
//	fmt.Println(info.Best(), info.Score)
//
// A ply is one turn of one seat. A node is one position that a search has
// visited.
//
// The engine protocol is lines of text over a program's standard streams, in
// two dialects: UGI (Universal Game Interface) and UCI, its ancestor from
// chess. docs/protocol.md describes it for authors of engines. A [Server]
// speaks it for engines of this program, a [Client] is an Engine that runs in
// any program that speaks it, and [Check] examines such a program:
//
//	err := server.Serve(ctx, os.Stdin, os.Stdout)
//
//	e, err := engine.Start(ctx, []string{"fairy-stockfish"}, engine.ClientOptions{
//		Settings: []engine.Setting{{"UCI_Variant", variant}},
//	})
//	…
//	defer e.Close()
//
// The wire is where such programs meet: wire text is how the protocol writes
// a move, d1d7,d7g7 for d1-d7(g7).
//
// The package knows no game and holds no search.
package engine
