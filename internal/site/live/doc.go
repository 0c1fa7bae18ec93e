// Package live lets people and programs play over HTTP: the operations on games,
// the lobby, players and notices, and the connections that follow them.
//
//	s := live.New(live.Config{House: house, Lobby: lobby, Store: store, …})
//	defer s.Close()
//	s.Register(kit)
//
// # Followers
//
// A table is a game that somebody follows. A follower is a connection to a table: a
// stream (lines of JSON, for programs) or a socket (WebSocket, for the page). Both get
// the same frames. The state of a follower is only what it has been sent: the number of
// the last event and little more. So no follower can be too slow, a connection that
// breaks is resumed from the last number, and ten thousand idle followers cost little.
//
// # Orders
//
// An order is what a player sends, over a socket or as a request. It becomes a command
// of package play, and is acknowledged after its events are stored.
package live
