// Package host runs contests: it keeps their logs, begins their games and learns
// how these end.
//
// What a contest is, and what happens next in it, is in package contest. A [Director]
// looks after all contests of a store:
//
//	h := host.New(host.Config{Store: store, House: house, Lobby: lobby, Log: log})
//	go h.Run(ctx)
//	…
//	made, err := h.Create(ctx, ann, terms)
//	view, err := h.Join(ctx, bob, made.ID)
//	view, err = h.Wait(ctx, bob.ID, made.ID, view.Number) // what has changed since
//
// Any node may do what is next in any contest: the store takes one event of each
// number, and the id of a game follows from the contest and the pairing, so what
// two nodes do at once happens once. A contest that is due is looked at by
// whichever node finds it so; one whose games are being played, every ten
// seconds, lest the end of one was missed by a node that died. A contest whose
// host was not running goes on where it was.
//
// Players are told of their games by the lobby as of any others. Who is absent
// loses by the limit of his first turn, or by the clock.
package tournament
