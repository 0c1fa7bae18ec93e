// Package play is a game between people as a pure state machine: no time but
// what it is told, no goroutine, no store.
//
// A game is its log. A [State] is what follows from a log's [Event] values,
// which are numbered from 1. A [Command] is what somebody wants; [State.Decide]
// answers it with the events that come of it and the state after them, or
// refuses it with a [Refusal]. Whoever runs a game keeps to this order: decide,
// write the events, and only then go on from the next state and tell others.
//
//	state, events, err := play.Create(rules, setup, now)
//	…
//	next, events, err := state.Decide(now, play.Turn{Seat: 0, Ply: 1, Text: "d1-d7(g7)"})
//	…
//	again, err := play.Replay(rules, events) // equal to next
//
// A [Control] says how much time there is: Fischer's clock, days for each turn,
// or none. The clock of a seat runs from the beginning of its turn until the
// turn has been received, less the lag on the way up to a quota. A seat's first
// turn costs nothing, but has a limit of its own, after which the game is
// aborted. [State.Deadline] says when to come back with a [Tick].
//
// Times are milliseconds: an [Instant] since 1970, and [Millis] for how long.
// An instant before the last event's is taken for that, so that a machine's
// clock that is set back harms nobody.
//
// Who resigns, leaves or runs out of time is eliminated, and with two seats in
// play that is the end. Until each seat has had a turn any of them can abort
// the game, and nobody can resign. A game of a contest always has a winner: it is
// not aborted, and who does not play his first turn in time is out.
package play
