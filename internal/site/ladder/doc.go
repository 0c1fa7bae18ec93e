// Package board is the ladder over HTTP: programs say that they are ready, and
// everybody sees the cross table, finds the games, and takes both along as CSV or
// as records.
//
//	s, err := server.New(server.Config{…, Parts: []server.Part{…, board.New(board.Config{Ladder: ladder, …})}})
//
// It pairs nobody: package ladder does.
package ladder
