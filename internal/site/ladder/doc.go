// Package ladder pairs programs around the clock. A program declares that it is ready
// and how many games it can play at a time; while it is connected, it gets opponents.
//
//	l := ladder.New(ladder.Config{Store: store, Begin: …, Connected: lobby.Listening, Now: house.Now, Games: games, House: bots})
//	house.Follow(l.Follow)
//	go l.Run(ctx)
//	ready, err := l.Ready(ctx, bot, "hermit", 2)
//	standing, err := l.Standing(ctx, "hermit")
//
// A pairing is two programs and an opening, played twice with the seats
// swapped: two games of the tournament "ladder-GAME", see [TournamentOf].
// [Pair] decides which programs meet. House bots play programs that have no other
// opponent; through them all strengths share one scale.
//
// [Rungs] are the cross table of all games so far, with the strengths that fit
// all results best, beside the ordinary ratings.
//
// Pairings are numbered rows of a table, and the IDs of their games follow from the
// numbers. So any number of nodes can pair at the same time: if two make the same
// pairing number, one is refused, and a game that is started twice starts once.
//
// [API] is the ladder over HTTP, with the table and the games as CSV and as records.
//
// It is a package of its own because it uses the lobby and the connections of players
// only through functions in its [Config], and nothing else depends on it.
package ladder
