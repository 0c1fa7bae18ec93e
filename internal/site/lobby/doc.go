// Package lobby brings players together: seeks that are open to anyone,
// challenges to one player or to whoever has the link, and rematches. What
// comes of them is a game.
//
// [Terms] are what is offered. A [Seek] is an offer to anyone, and a [Challenge]
// to somebody; what an offer has come to is [Made]: it waits, or it is a game.
//
//	l, err := lobby.New(ctx, lobby.Config{Store: store, House: house, Rules: rules})
//	go l.Run(ctx)
//	…
//	made, err := l.Seek(ctx, ann, lobby.Terms{Game: "hermit", Control: control})
//	…
//	made, err := l.Accept(ctx, bob, made.Seek.ID)
//	…
//	for notice, err := range l.Watch(ctx, ann, true) {
//		…
//	}
//
// Who does something is told at once what came of it; who listens is told by a
// [Notice]: of the lobby, if he wants, and of his own challenges and games.
// Refusals are [play.Refusal] values with a reason for programs.
//
// Players who choose powers as the rule book has it do so between the two: what
// an offer has come to is then a [Drafting], whose acts are stored like the offers
// that stay, and which becomes the game of its id.
//
// Seeks with a clock of minutes live in memory and are gone soon after their
// player is. Seeks of correspondence and challenges are stored. Whoever comes
// first gets an offer; the other one is told that it is gone.
//
// Where several nodes serve a store, all offers are stored, and each node has a
// copy of them. The store decides who comes first: what has been changed since it
// was read can't be taken. The bus tells the other nodes what to read again, and
// carries notices to whichever node somebody listens at.
package lobby
