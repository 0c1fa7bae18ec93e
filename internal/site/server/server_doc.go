// Package server is the HTTP server: the web page as static files, and what
// programs ask for about the games as JSON under /api/v1/.
//
//	s := server.New(server.Config{
//		Games:  catalog.Games(),
//		Page:   files, // of package web
//		Log:    slog.Default(),
//		Limits: server.DefaultLimits(),
//	})
//	listener, err := net.Listen("tcp", "127.0.0.1:8080")
//	…
//	err = s.Serve(ctx, listener) // until ctx is done
//
// A question is one request of the API, about a game and a position: its legal
// moves, its best move, its proven result, or games in another format. An
// answer that can't be given is a problem, as in RFC 9457, which names the
// field that is wrong. A refusal is a request, or a connection, that is turned
// away because of a [Limits]; refusals are counted by reason.
//
// All that the server is made of stands in [New]: which handler serves which
// path, and through which layers a request comes to it. docs/programs/api.md is for
// those who use it, and testdata/openapi.json is the contract of the API.
//
// Against the computer the page plays with an engine of its own in the browser,
// so for that it needs only the files. Playing with people is in other packages:
// each adds its operations as a [Part]. This one keeps no games, players or
// sessions.
package server
