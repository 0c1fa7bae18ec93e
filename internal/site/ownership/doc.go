// Package ownership lets several programs, called nodes, serve one store:
// players can be connected to any of them.
//
//	n, err := ownership.New(ctx, ownership.Config{Store: store, Bus: bus, Log: log})
//	heartbeat, err := room.NewHeartbeat(ctx, n)
//	house := room.NewHouse(room.Config{Rules: rules, Log: store, Heartbeat: heartbeat, Peers: n}, n)
//	go n.Run(ctx, house)
//	…
//	err = n.Retire(ctx, now) // when the house is closed
//
// Each game is owned by one node, which alone decides what happens in it. The
// game's row in the store names the owner and an epoch, one higher for each
// owner; the statement that writes a game refuses older epochs. Every node
// renews a lease each second. When the lease expires, other nodes take over the
// dead node's games as they are needed, and the players get back the time
// during which nobody heard them. An owner that was only slow notices when its
// write is refused, and then follows the new owner.
//
// The bus carries commands to owners and events to the other nodes. It may lose
// any of them: a client that gets no acknowledgment sends its command again,
// and every node looks in the store twice a second for events it has missed.
//
// Nodes also give games away, so that all have about the same number (balance.go). A
// store in a file is served by one program and needs none of this.
//
// It is a package of its own so that rooms depend only on the interface
// [room.Peers], which tests implement without a database or a bus.
package ownership
