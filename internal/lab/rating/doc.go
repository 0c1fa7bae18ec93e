// Package rating computes strengths from the results of games: Elo differences with their
// errors, sequential tests, and Glicko-2 ratings of players and puzzles.
//
// # Elo
//
// A difference in Elo is a player's expected score against another on a
// logarithmic scale: 0 is even, 100 about 64%, 200 about 76%; see [Difference].
// The two games of a pair have the same opening with colors exchanged. A
// [Pentanomial] counts pairs by their points, and gives the difference with its
// 95% interval and the likelihood of superiority (LOS):
//
//	var p rating.Pentanomial
//	p.Add(2) // both games of a pair won
//	p.Add(1)
//	low, high := p.EloInterval()
//	fmt.Println(p.Elo(), low, high, p.LOS())
//
// An [SPRT] ends as soon as one of two differences is accepted. [Fit] estimates
// the strengths of many players from all of their results at once.
// docs/programs/matches.md has the formulas.
//
// # Glicko-2
//
// A [Rating] is updated after each game (Glickman, "Example of the Glicko-2 system",
// 2012), as on lichess. It is three numbers: the rating proper; its deviation, half the
// width of the interval that holds the true strength nineteen times in twenty; and the
// volatility, how erratic the results have been.
//
//	a, b := rating.New(), rating.New()
//	a, b = a.After(idleA, rating.Result{Opponent: b.Idle(idleB), Score: 1}),
//		b.After(idleB, rating.Result{Opponent: a.Idle(idleA), Score: 0})
//
// Glickman collects the games of a rating period and lets the deviation grow from one
// period to the next. Here each game counts when it ends, and the deviation grows by the
// fraction of a [Period] since the player's last game, so nobody waits for the end of a
// period and a rating does not depend on where one begins.
//
// Results are rounded to a thousandth (the volatility to a ten-millionth), so
// that machines that differ in the last bits of exp and log, or that fuse
// multiplication and addition, compute the same ratings from the same games.
//
// # Puzzles
//
// An attempt at a puzzle is a game between the solver and the puzzle, which the
// solver wins if the first try is right; see [AfterPuzzle]. The page and the
// server use the same rule. In the browser the puzzle's rating stays as it is,
// since one person's results say little about it; on the server both change.
//
// The package plays no games and knows none.
package rating
