// Package balance tells how often each power of Santorini has won against each
// other one, in games between equals of two seats.
//
//	count := balance.Of(santorini.Athena, santorini.Pan) // seat 1 has Athena's
//	low, high := count.Interval()
//	fmt.Println(count.Won, count.Games, low, high)
//
// A count is by order of moves, for the first move is worth something. What there
// is was played by the engine against itself, each pair of games from one
// placement of the workers, drawn from the inner squares, with exchanged powers;
// [BalanceCommand] is what was typed, and balance.json what it printed last.
//
// It is not for games between people, who know a power better or worse, nor for
// three and four seats.
package opening
