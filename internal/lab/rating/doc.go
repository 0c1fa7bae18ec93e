// Package glicko rates players by Glicko-2 (Glickman, "Example of the Glicko-2
// system", 2012), as lichess does.
//
// A [Rating] is three numbers: the rating proper; its deviation, half the
// width of the interval that holds the true strength nineteen times in twenty;
// and the volatility, how erratic the results have been. A game with one
// [Result] makes a new rating out of them:
//
//	a, b := glicko.New(), glicko.New()
//	a, b = a.After(idleA, glicko.Result{Opponent: b.Idle(idleB), Score: 1}),
//		b.After(idleB, glicko.Result{Opponent: a.Idle(idleA), Score: 0})
//
// Glickman puts the games of a rating period together and lets the deviation
// grow from one period to the next. Here each game counts when it ends, and
// the deviation grows by the share of a period that has passed since the
// player's last game, so that nobody waits for a period's end and a rating
// does not depend on where one begins. A period is [Period] long.
//
// Results are rounded to a thousandth (the volatility to a ten-millionth), so
// that machines that differ in the last bits of exp and log, or that fuse
// multiplication and addition, still compute the same ratings out of the same
// games.
package rating
