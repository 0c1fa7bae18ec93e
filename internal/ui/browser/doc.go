// Package browser answers the web page's messages with the rules, the engines and what
// else a game needs, so that the page itself knows no rules. [Run] serves it in a Web
// Worker. Package whole adds the methods that the page can do without at first.
//
//	s := browser.NewFirst(post, pause)
//	s.Handle(map[string]any{"id": 1.0, "method": "view", "params": map[string]any{"game": "hermit", "position": "... 1"}})
//	// post gets {"id":1,"result":{"game":"hermit","position":"... 1","turn":1,…}}
//
// # Messages
//
// A message is a JSON object. A request has an id, a method and its params. A
// reply has the id and either a result, or an error with a message for people,
// or, before one of these, the progress of a search. All requests are answered
// before Handle returns, except search and solve, which continue until they are
// done or a request stop names their id. A service that is not the whole one
// replies later, true, to what only the whole one can answer.
//
// Positions, searches and proofs are those of package answer, with seats
// counted from 1. The page's types, web/src/generated/protocol.ts, are generated
// from the types here and in package whole; a test keeps them equal.
//
// # One thread
//
// A Web Worker has one thread, which receives no message while a search runs. So the
// search polls its context now and then, as every search does, and that context yields
// the thread for a moment: requests wait for at most some milliseconds, and a stopped
// search ends as quickly. This keeps the engine's table, needs one copy of the program,
// and costs less than a hundredth of the speed.
//
// # In a Web Worker
//
// The program puts a function theraHandle into the global object, which takes a
// message as an object, and calls the global function theraPost with the text of each
// of its own. It can take messages once theraPost has been called with "{}". The
// function theraGive takes the file that the catalog needs as bytes, and
// returns what is wrong with it, if anything. After a call of theraEnd nothing
// but these functions refers to the program, so dropping them frees its memory.
//
// The package draws nothing and keeps no games: each request contains the whole
// position. It is made for one page that trusts it, not for a network.
package browser
