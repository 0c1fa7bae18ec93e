// Package node lets several programs serve one store, each of them a node: who
// plays may be connected to any.
//
//	n, err := node.New(ctx, node.Config{Store: store, Bus: bus, Log: log})
//	pulse, err := room.NewPulse(ctx, n)
//	house := room.NewHouse(room.Config{Rules: rules, Log: store, Pulse: pulse, Peers: n}, n)
//	go n.Run(ctx, house)
//	…
//	err = n.Retire(ctx) // when the house is closed
//
// A game is owned by one node, which alone decides what happens in it. The store
// says who that is: the game's row has the node and an epoch, one higher for each
// owner, and what is written in an epoch that is over is refused by the statement
// that would write it. A node says each second that it is alive; when it has been
// silent for longer than its lease, others take over its games, as somebody wants
// something of them or their time comes, and the players get back the time in
// which nobody heard them. An owner that was only slow finds that out when it
// writes, and becomes one of those who repeat what the owner says.
//
// The bus carries commands to the owner and its events to the other nodes. It may
// lose all of them: whoever has not got a command stored sends it again, and each
// node looks in the store, each second, for events that it has not heard.
//
// With a store in a file there is one program, and none of this.
package ownership
