// Package play is a game between people as a pure state machine. It does no
// I/O, starts no goroutines and takes the time as an argument.
//
// A game is its log of [Event] values, numbered from 1; [State] is what follows
// from a log. [State.Decide] turns a [Command] into events and the state after
// them, or refuses it with a [Refusal]. The caller keeps to this order: decide,
// write the events, and only then use the new state and tell others.
//
//	state, events, err := play.Create(rules, setup, now)
//	next, events, err := state.Decide(now, play.Turn{Seat: 0, Ply: 1, Text: "d1-d7(g7)"})
//	again, err := play.Replay(rules, events) // equal to next
//
// A [Control] is a Fischer clock, a number of days for each turn, or no limit.
// A seat's clock runs from the start of its turn until the turn is received,
// minus network lag up to a quota. A seat's first turn does not run its clock,
// but has a limit of its own, after which the game is aborted. [State.Deadline]
// says when a [Tick] is due.
//
// Times are milliseconds: an [Instant] since 1970, or [Millis] for a duration.
// A time earlier than the last event is treated as that of the event, so a
// clock that is set back does no harm.
//
// Players who resign, leave or run out of time are eliminated; with two seats in play
// that ends the game. Until each seat has had a turn, any player can abort the game
// and nobody can resign. A tournament game always has a winner: it cannot be aborted,
// and a player who misses the limit of their first turn loses. A game that ends before
// each seat has had a turn is not rated.
//
// Words: to abort is for players to end a game without a result; [Cancel] is
// the operator doing so; a missed first turn aborts a game outside tournaments.
package play
