// Package room runs live games: one goroutine for each, over the state machine
// of package play.
//
// A [Room] owns a game. It takes commands one by one, appends what comes of
// them to a [Log], and acknowledges when that is durable; only then do others
// see it. What is not acknowledged may still have been stored, so whoever got
// no answer sends his turn again, which is the same turn. A room opened again
// goes on where the log ends.
//
//	house := room.NewHouse(room.Config{Rules: rules, Log: store, Pulse: pulse}, store)
//	go house.Run(ctx)
//	…
//	r, leave, err := house.Enter(ctx, "8fk2")
//	…
//	defer leave()
//	state, err := r.Do(ctx, play.Turn{Seat: 0, Ply: 1, Text: "d1-d7(g7)"})
//	…
//	for event, err := range r.Watch(ctx, after, 1) {
//		…
//	}
//
// Who watches reads the game's events at his own pace and remembers the number
// of the last one. So nobody can be too slow, nothing is lost or repeated, and
// the memory of a watcher is a number. The room itself keeps the last few; who
// wants earlier ones waits for the log.
//
// A [House] has the rooms of a program: it opens them when somebody enters or
// their time comes, and closes them when nobody needs them.
//
// With [Peers] several programs have rooms of the same games. The room of the
// program that owns a game decides, and tells the others what is stored; these
// carry commands to it, and whoever watches them sees no difference. When the
// owner is there no more another room goes on from the log.
//
// A [Pulse] notices when nobody could be heard: because the program did not
// run, was frozen, or could not write. All rooms give that time back.
package room
