// Package browser answers the web page: rules and levels behind messages, so that
// the page itself knows no rules. Package whole adds what else can be asked, and
// cmd/thera-wasm runs both in a Web Worker.
//
//	s := browser.NewFirst(post, pause)
//	s.Handle([]byte(`{"id":1,"method":"start","params":{"game":"amazons","variant":""}}`))
//	// post gets {"id":1,"result":{"game":"amazons","position":"3q2q3/…","turn":1,…}}
//
// A message is a JSON object. A request has an id, a method and its params; a
// reply has the id and either a result, or an error with a message for people,
// or, before one of these, the progress of a search. All requests are answered
// before Handle returns, except search and solve, which go on until they are
// done or a request stop names their id. A service that is not the whole one
// replies later, true, to what only that can answer.
//
// Positions, searches and proofs are those of package answer, with seats
// counted from 1. The page's types, web/src/engine/protocol.ts, are made from
// the types here and in package whole; a test holds them equal.
//
// A Web Worker has one thread, which sees no message while the search has it.
// So the search asks its context now and then, as every search does, and that
// context yields the thread for a moment: requests wait for no more than
// some milliseconds, and a stopped search ends as quickly. This keeps the
// engine's table, takes one copy of the program, and costs less than a
// hundredth of the speed.
//
// The package draws nothing and keeps no games: each request states the whole
// position. It is made for one page that trusts it, not for a network.
package browser
