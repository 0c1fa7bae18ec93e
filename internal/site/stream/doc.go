// Package feed carries what one client is told over a connection that stays open:
// a stream, lines of JSON over HTTP, or a socket, a WebSocket, which hears the
// client too.
//
//	stream := feed.NewStream()
//	stream.Feed = … // calls stream.Wake when it has something to tell
//	stream.Run(ctx, service, w)
//
//	socket := all.New(log) // all is a feed.Sockets
//	socket.Feed, socket.Give = …, place.Leave
//	err := socket.Accept(ctx, w, r)
//
// A [Feed] is asked for one frame after the other, at the pace at which the client
// takes them. So nobody can be too slow, and what waits for a client is kept by
// the feed, mostly as a number. Connections are made to cost little: a socket has
// one goroutine with a small stack, and small buffers.
//
// What is told, and to whom, is not this package's business.
package stream

import "context"

// Feed is what one connection tells its client. Only one goroutine asks for the
// next frame at a time, and one gives it what the client says.
type Feed interface {
	// Next returns the next frame, nil if there is none now. An error is the end.
	Next() ([]byte, error)
	// Hear answers what the client says, with nil for no answer.
	Hear(ctx context.Context, message []byte) []byte
	// Close is called once.
	Close()
}
