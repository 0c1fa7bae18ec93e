// Package certificate writes proofs to files, and checks them by the rules
// alone.
//
//	claim, err := certificate.Write(ctx, file, rules, pos, winner, find)
//	…
//	claim, err = certificate.Check(ctx, file, games)
//	fmt.Printf("seat %s wins %s from %q\n", claim.Winner, claim.Game, claim.Position)
//
// A solver is a large program that may be wrong. A certificate makes its answer
// one that anybody can check with a small one: it has a winning move for each
// position that the other side can bring about against the moves in it. [CheckCertificate]
// plays all moves of the other side against those, and wants every game to end
// with the winner's win. It shares no code with the solvers; it trusts
// the rules of the game and nothing else.
//
// # Format
//
// A certificate is text in UTF-8 with lines that end in a line feed. The first
// four are the head, then come the positions with the winner to move, each
// once and sorted, with a tab before the move; the last
// has the SHA-256 of all lines before it:
//
//	thera certificate 1
//	game hermit
//	position ... 1
//	winner 1
//	... 1	Rb1
//	…
//	sha256 0f5c…
//
// The winner is a seat, counted from 1. The sum finds files that were damaged,
// not those that were forged: what makes a certificate true is the check.
//
// # Limits
//
// It is for games of two seats in which no position recurs. A certificate holds
// every position, not every part of one, so it grows much faster than a
// solver's work: it is practical for small boards and late positions
// (docs/research/solving.md).
package solve
