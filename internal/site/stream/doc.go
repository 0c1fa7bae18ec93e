// Package stream tells clients what happens while it happens. It has the connections
// that stay open, and the hub that distributes notices to them across all nodes.
//
// # Connections
//
// A [Stream] sends lines of JSON over HTTP. A [Socket] is a WebSocket, which hears the
// client too.
//
//	s := stream.NewStream()
//	s.Feed = … // calls s.Wake when it has something to send
//	s.Run(ctx, service, w)
//
//	k := sockets.New(log) // sockets is a stream.Sockets
//	k.Feed, k.Release = …, place.Leave
//	err := k.Accept(ctx, w, r)
//
// A connection asks its [Feed] for one frame after the other, as fast as the client
// takes them. So no client can be too slow, and what waits for a client is kept by the
// feed, mostly as a number. Connections are made to cost little: a socket has one
// goroutine with a small stack, and small buffers. A feed that ends with an [EndError]
// tells its client why.
//
// # Hub
//
// A [Hub] passes notices to listeners on any node of the service, and counts who is
// online.
//
//	h, err := stream.NewHub[Notice](bus) // nil if this is the only program
//	me := h.Enter("ann", true)
//	defer h.Leave(me)
//	…
//	h.Publish(notice)             // to all listeners here that want it
//	h.Send([]string{"ann"}, make) // to ann, on any node
//	…
//	notices, more, err := h.Take(me)
//	// and again after <-me.Wake() or <-more
//
// A notice for all is stored once, and each listener reads it at its own pace; a notice
// for a player is put into the mailbox of each of the player's connections. Both are
// bounded: a listener that is too slow has to start over. Notices between nodes may be
// lost; a listener that starts asks for the current state.
//
// The package does not know what frames and notices mean.
package stream

import "context"

// Feed is what a connection sends its client. Next is called by one goroutine at a time,
// and so is Hear.
type Feed interface {
	// Next returns the next frame, nil if there is none now. An error ends the
	// connection.
	Next() ([]byte, error)
	// Hear handles a message from the client and returns the answer, nil for none.
	Hear(ctx context.Context, message []byte) []byte
	// Close is called once.
	Close()
}
