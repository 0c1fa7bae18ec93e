// Package mistakes stores what accounts practice: mistakes of their reviewed games, and
// puzzles that they failed, each with its repetitions. It has the operations for this too.
//
//	m := mistakes.New(mistakes.Config{DB: store.DB(), Games: games, Puts: mistakes.DefaultPuts()})
//	m.Register(kit)
//
// The page finds mistakes, schedules their repetitions and works without a server; the
// server makes the devices of an account agree. Both merge in the same way: of each
// mistake they keep the repetitions of both sides, in the order of their times. When the
// next one is due follows from these alone, so devices that have the same repetitions
// agree about it, in whatever order they have heard of them. An account has at most
// 2,000 mistakes. [Card.rank] says which ones make room for others.
//
// Every change has a number, the version of the account's mistakes, which grows. A
// device asks for what has changed since the last version that it has heard of.
//
// The package does not know when a mistake is due, and judges no turns: the page does.
//
// It is a package of its own so that mistakes, which need only accounts and rules, can be
// read and tested without anything about playing.
package mistakes
