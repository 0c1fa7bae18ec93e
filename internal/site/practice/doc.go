// Package practice stores what accounts practice: which puzzles they have attempted, and
// the mistakes of their games that they repeat. It has the operations for this too.
//
//	p := practice.New(practice.Config{Store: store, Puzzles: puzzles, Games: games, Puts: practice.DefaultPuts()})
//	p.Register(kit)
//	…
//	result, err := p.Attempt(ctx, account, id, turns, now)
//	fmt.Println(result.Solved, result.Rating)
//
// It is a package of its own so that practice, which needs only accounts, puzzles and
// rules, can be read and tested without anything about playing.
//
// # Puzzles
//
// An attempt is the turns of a solver's first try, up to the first wrong one. The server
// knows the solutions and judges the turns. The page has the puzzles with their solutions
// too, so people who look them up there falsify only their own rating. Only an account's
// first attempt at a puzzle counts.
//
// An attempt rates both the solver and the puzzle. A puzzle's rating starts at its grade, a
// solver's rating starts low (package rating). They are separate from the ratings of
// players. The package does not find or prove puzzles: that is package puzzle.
//
// # Mistakes
//
// A [Card] is a mistake of a reviewed game, or a puzzle that was failed, with its
// repetitions. The page finds mistakes, schedules their repetitions and works without a
// server; the server makes the devices of an account agree. Both merge in the same way: of
// each mistake they keep the repetitions of both sides, in the order of their times. When
// the next one is due follows from these alone, so devices that have the same repetitions
// agree about it, in whatever order they have heard of them. An account has at most 2,000
// mistakes. [Card.rank] says which ones make room for others.
//
// Every change has a number, the version of the account's mistakes, which grows. A device
// asks for what has changed since the last version that it has heard of.
//
// The package does not know when a mistake is due, and judges no turns of mistakes: the
// page does.
package practice
