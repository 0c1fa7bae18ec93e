// Package match runs matches and tournaments between players, keeps the games in a log,
// and computes the standing.
//
//	player, err := match.ParseSpec("ugi:./engine")
//	…
//	m := &match.Match{
//		Entry:       entry,
//		Players:     []match.Spec{player, other},
//		Games:       100,
//		Book:        match.RandomOpenings(start, 2, 1, nil),
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
// # Vocabulary
//
// A [Match] holds everything that decides the games: the game, the players, their
// limits, the openings, the number of games or the sequential test that ends it, and
// the seed. A game's number determines its opening and colors. A player is an engine of
// this program, a program that speaks the engine protocol, or a text program like
// "thera amazons". Every game starts its own players. A [Game] is one game with its
// referee, who keeps the clocks and the rules: a player that makes an illegal move,
// ends, does not answer or exceeds its time loses with that [Reason].
//
// The two games of a pair have the same opening and exchanged colors; a [Standing]
// counts pairs. A [Log] keeps the games in a file, so that an interrupted match can be
// resumed.
//
// An [Opening] is a start and the moves from there, so that two deterministic programs
// don't play the same game again and again. A [Book] is a source of openings:
// [RandomOpenings] draws moves, [ReadOpenings] reads a file, and [BuiltInOpenings]
// comes with the program. [FindOpenings] makes such a book of even openings, no two of
// them the same up to symmetry. Even means that a deep search gives both sides about
// the same chance and proves nothing. Every position of these games is won for one
// side, and an opening that is even for strong programs may not be for weak ones, so
// each is played twice with colors exchanged.
//
// The package knows no game by name and prints nothing.
package match
