// Package elo says from the results of games who is stronger and how sure that
// is.
//
// A difference in Elo is a player's expected score against another on a
// logarithmic scale: 0 is even, 100 about 64 %, 200 about 76 %, see
// [Difference]. The two games of a pair have one opening and exchanged colors;
// a [Pentanomial] counts pairs by their points, and gives the difference with
// its 95 % interval and the likelihood of superiority (LOS):
//
//	var p elo.Pentanomial
//	p.Add(2) // both games of a pair won
//	p.Add(1)
//	low, high := p.EloInterval()
//	fmt.Println(p.Elo(), low, high, p.LOS())
//
// An [SPRT] is a test that ends as soon as one of two differences is accepted.
// [Fit] finds the strengths of many players from all of their results at once.
//
// docs/programs/matches.md has the formulas. The package plays no games and knows none.
package rating
