// Package room runs live games: one goroutine each, over the state machine of
// package play.
//
// A [Room] runs one game. It takes commands one at a time, appends the
// resulting events to a [Log] and acknowledges them when they are durable; only
// then do others see them. A command without an acknowledgment may still have
// been stored, so a client that got no answer sends its turn again, which
// counts once. A room that is reopened continues where the log ends.
//
//	house := room.NewHouse(room.Config{Rules: rules, Log: store, Heartbeat: heartbeat}, store)
//	go house.Run(ctx)
//	r, leave, err := house.Enter(ctx, "8fk2")
//	defer leave()
//	state, err := r.Do(ctx, play.Turn{Seat: 0, Ply: 1, Text: "d1-d7(g7)"})
//	for event, err := range r.Watch(ctx, after, 1) {
//		…
//	}
//
// A watcher reads the events at its own pace and remembers only the number of
// the last one, so a slow watcher loses and repeats nothing. A room keeps the
// latest events in memory; earlier ones are read from the log.
//
// A [House] holds the rooms of a program. It opens a room when somebody enters
// or its deadline is near, and closes it when nobody needs it.
//
// With [Peers], several nodes have rooms of the same game. The node that owns the
// game decides and sends stored events to the others, which forward commands to it.
// When an owner dies, another node's room takes over from the log.
//
// A [Heartbeat] notices outages: times during which no player could be heard
// because the program was down, frozen or unable to write. All rooms give that
// time back to the running clocks.
package room
