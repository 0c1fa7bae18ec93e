// Package certificate writes proofs to files and checks them by the rules alone.
//
// A solver is a large program that may be wrong. A certificate makes its answer
// checkable by a small one: it has a winning move for each position that the
// other side can bring about against the moves in it.
//
//	claim, err := certificate.Write(ctx, file, rules, pos, winner, find)
//	…
//	claim, err = certificate.Check(ctx, file, games)
//	fmt.Printf("seat %s wins %s from %q\n", claim.Winner, claim.Game, claim.Position)
//
// [Check] plays all moves of the other side against those in the
// certificate, and every game must end with a win. It shares no code with the
// solvers and trusts only the rules of the game.
//
// A certificate is UTF-8 text with lines that end in a line feed. The first four are the
// head. Then follow the positions with the winner to move, each once and sorted, with a
// tab before the move. The last line has the SHA-256 of all lines before it:
//
//	thera certificate 1
//	game hermit
//	position ... 1
//	winner 1
//	... 1	Rb1
//	…
//	sha256 0f5c…
//
// The winner is a seat, counted from 1. The sum detects damaged files, not
// forged ones: the check of the moves is what makes a certificate true.
//
// Certificates are for games of two seats in which no position recurs. They hold every
// position, not every part of one, so they grow much faster than a solver's work and are
// practical for small boards and late positions (docs/research/solving.md).
//
// It is a package of its own because solvers also run in the browser, where the page
// should not load a hash that only certificates need.
package certificate
