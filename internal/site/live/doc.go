// Package live lets people and programs play over HTTP: the operations of the
// API about games that are played, and the connections on which they follow them.
//
//	s := live.New(live.Config{House: house, Lobby: lobby, Store: store, Identity: gate, …})
//	defer s.Close()
//	s.Register(api)
//
// A table is a game that somebody follows. A follower is one who does, over a
// stream (lines of JSON, for programs) or a socket (WebSocket, for the page);
// both get the same frames. What is kept of a follower is what he has been told:
// the number of the last event and little more. So nobody can be too slow, a
// connection that breaks goes on from the last number, and ten thousand who wait
// cost little.
//
// An order is what a player sends, over a socket or as a request of its own: it
// becomes a command of package play. It is acknowledged after it is stored.
package live
