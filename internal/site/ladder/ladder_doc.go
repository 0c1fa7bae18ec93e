// Package ladder pairs programs around the clock. A program says that it is
// ready, and how many games it plays at a time; as long as it is connected, it
// gets opponents.
//
//	l := ladder.New(ladder.Config{Store: store, Begin: …, Here: lobby.Listens, Now: house.Now, Games: games, House: residents})
//	house.Follow(l.Follow)
//	go l.Run(ctx)
//	…
//	ready, err := l.Ready(ctx, bot, "hermit", 2)
//	…
//	standing, err := l.Standing(ctx, "hermit")
//
// A pairing is two programs and an opening, which they play twice, once with each
// color: two games of the contest "ladder-GAME", see [Contest]. [Pair] says who
// is to meet whom. House bots play with those for whom nobody else is there, so
// that nobody waits, and by them all strengths have one scale.
//
// [Rungs] are the cross table of all games so far with the strengths that fit
// all results best, beside the ratings that everybody has.
//
// Pairings are rows of a table with numbers, and the ids of their games follow
// from these. So any number of nodes may pair at once: of two that make the same
// pairing number one is refused, and a game that is begun twice is begun once.
package ladder
