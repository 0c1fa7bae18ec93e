// Package lobby brings players together through seeks, which anybody can
// accept, challenges to one player or to anybody with the link, and rematches.
// The result is a game.
//
// [Terms] are what is offered. A [Seek] is an offer to anybody, a [Challenge]
// an offer to somebody. Making or accepting one returns [Made]: the offer that
// waits, a draft, or the game.
//
//	l, err := lobby.New(ctx, lobby.Config{Store: store, House: house, Rules: rules})
//	go l.Run(ctx)
//	made, err := l.Seek(ctx, ann, lobby.Terms{Game: "hermit", Control: control})
//	made, err = l.Accept(ctx, bob, made.Seek.ID)
//	for notice, err := range l.Watch(ctx, ann, true) {
//		…
//	}
//
// The caller of an operation gets its result at once. Listeners get [Notice]
// values about their own challenges and games and, if they want, about the
// lobby. Refusals are play.Refusal values with a machine-readable reason.
//
// If the powers are drafted, an accepted offer becomes a [Drafting]. Its acts
// are stored, and when it is complete it becomes a game with the same ID.
//
// Seeks with a live clock are kept in memory and disappear soon after their
// player. Correspondence seeks and challenges are stored. The first to accept
// an offer gets it; the others learn that it is gone.
//
// Where several nodes serve a store, all offers are stored and each node has a
// copy. The store decides who is first: an offer can be taken only in the
// version that was read. The bus tells other nodes which offers to read again
// and carries notices to listeners.
package lobby
