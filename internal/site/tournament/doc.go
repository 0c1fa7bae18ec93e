// Package tournament runs tournaments: arena, Swiss, round-robin, knockout and team
// matches, for people, programs or both.
//
// # The state machine
//
// A tournament is its log of [Event] values, numbered from 1. [State] is what
// follows from a log. It does no I/O and knows no games: its callers pass the time and
// the winners. [State.Decide] turns a [Command] into events or refuses it with a
// play.Refusal; [State.Next] returns the events that are due without a command,
// such as the start, the pairings of the next round and the end.
//
//	events, err := tournament.Create(terms, organizer, now)
//	state, err := tournament.Replay(events)
//	events, err = state.Decide(now, tournament.Join{Player: ann})
//	events, wake, err := state.Next(now) // call Next again at wake
//	for _, g := range state.Games() {
//		… // start the game g.ID(id) of g.Players and report its result:
//	}
//	events, err = state.Decide(now, tournament.Result{Pairing: g.Pairing, Leg: g.Leg, Winner: ann.ID})
//
// A [Pairing] has two entrants, or one and a bye. It is one game, its leg 1, or
// with [Conditions.Double] two games with the seats swapped. These games have no
// draws; a game that was ended from outside counts half a point for each player.
//
// A player who does not play their first turn in time has missed the game. A player
// who misses two games in a row (one in an arena) is withdrawn and can join again.
//
//   - rounds.go: the start, the rounds and the end of all kinds, and seats
//   - swiss.go: rounds, paired by a maximum-weight matching (blossom.go) under
//     the criteria of FIDE's Dutch system
//   - kinds.go, round robin: everybody plays everybody, by Berger's tables
//   - kinds.go, knock-out: winners advance; byes go to the first seeds
//   - kinds.go, arena: for a fixed time, free players are paired by standing
//   - teams.go, team match: teams meet by Berger's tables, their players by board
//   - standings.go: points, then the tie-breaks of the kind
//
// # The director
//
// A [Director] runs all tournaments of a store: it keeps their logs
// (storage.go), starts their games through the lobby and records the results.
//
//	d := tournament.NewDirector(tournament.DirectorConfig{Store: store, House: house, Lobby: lobby, Log: log})
//	go d.Run(ctx)
//	made, err := d.Create(ctx, ann, terms)
//	view, err := d.Join(ctx, bob, made.ID, 0)
//	feed, err := d.Follow(ctx, bob, connection, made.ID, wake) // for a stream or socket
//
// Every node runs a director. The store accepts one event for each number, and
// the ID of a game follows from the tournament and the pairing, so work that two
// nodes do at the same time takes effect once. Games in progress are checked
// every ten seconds, in case a node died before it recorded their result.
//
// # The API
//
// [API] is the tournaments over HTTP. Clients follow one over the stream or socket of
// their notices. All followers are sent the same frame, which is made once for each
// change (follow.go), so that a thousand spectators cost the store no more than one.
//
// It is a package of its own so that its state machine can be tested and fuzzed
// without a server, and so that lobby and rooms do not depend on it.
package tournament
