// Package match has players play games against each other, many of them, and
// keeps their results and the standing.
//
// A [Match] says all of it: the game, the players, their time, the openings,
// the number of games or the sequential test that ends it, and the seed. Which
// game has which number, with its opening and colors, follows from these alone.
//
//	player, err := match.ParseSpec("ugi:./engine")
//	…
//	m := &match.Match{
//		Entry:       entry,
//		Players:     []match.Spec{player, other},
//		Games:       100,
//		Book:        openings.Random(start, 2, 1, nil),
//		Control:     match.Control{Move: 100 * time.Millisecond},
//		Patience:    time.Minute,
//		Concurrency: 2,
//	}
//	log, err := match.OpenLog("games.jsonl", m, true)
//	…
//	defer log.Close()
//	standing, err := m.Play(ctx, log, nil)
//	…
//	fmt.Println(standing.Between(0, 1).EloInterval())
//
// A player is an engine of this program, a program that speaks the engine
// protocol, or a text program in the manner of "thera amazons", for the variant
// that the catalog has for those. Each game has new ones, so that none
// depends on another. A [Game] is one game with its referee, who has the
// clocks and the rules: a player that makes an illegal move, ends, is silent
// or oversteps its time has lost, for that [Reason].
//
// The two games of a pair have one opening and exchanged colors. Pairs are
// what a [Standing] counts; package elo says what the counts are worth. A [Log]
// keeps the games in a file, from which a match that was broken off, in whatever
// way, goes on.
//
// docs/programs/matches.md describes the files and the statistics. The package has no
// engines and no openings of its own, knows no game by name and prints nothing.
package match
