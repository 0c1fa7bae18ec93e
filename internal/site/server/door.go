package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"

	"thera/internal/site/httpkit"
)

// door is a listener that lets only so many connections in at a time, and
// counts those that it turns away or that are cut off.
type door struct {
	net.Listener
	slots   chan struct{}
	clients *httpkit.Places // of those who come by themselves
	metrics *metrics
}

func newDoor(l net.Listener, limits Limits, m *metrics) *door {
	return &door{l, make(chan struct{}, limits.Connections), httpkit.NewPlaces(limits.ConnectionsPerClient, limits.Connections), m}
}

// Accept closes connections that are too many at once: a wait would be spent
// by those who have come for nothing else.
func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		client := caller(c)
		if d.clients.Take(client) {
			select {
			case d.slots <- struct{}{}:
				return &conn{Conn: c, door: d, client: client}, nil
			default:
				d.clients.Give(client)
			}
		}
		d.metrics.refuse("connections")
		_ = c.Close() // nothing was sent
	}
}

// caller returns whose connection it is: limit.Local for programs on this
// machine, among them a proxy, which comes for many.
func caller(c net.Conn) string {
	addr, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return "unknown"
	}
	if addr.Addr().Unmap().IsLoopback() {
		return httpkit.Local
	}
	return network(addr.Addr().String())
}

// conn is a connection that knows why it ends.
type conn struct {
	net.Conn
	door   *door
	client string
	left   sync.Once   // its place at the door
	late   atomic.Bool // the last read ended at a deadline

	// What follows is of the goroutine that serves the connection.
	active bool // a request has begun to come
	heard  bool // its headers are complete
}

func (c *conn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// leave gives the connection's place to others.
func (c *conn) leave() {
	c.left.Do(func() {
		<-c.door.slots
		c.door.clients.Give(c.client)
	})
}

func (c *conn) Read(data []byte) (int, error) {
	n, err := c.Conn.Read(data)
	c.late.Store(errors.Is(err, os.ErrDeadlineExceeded))
	return n, err
}

// Write counts a client that is too slow to take its answer. The server
// closes the connection then.
func (c *conn) Write(data []byte) (int, error) {
	n, err := c.Conn.Write(data)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.door.metrics.refuse("slow")
	}
	return n, err
}

type connKey struct{}

// withConn lets the handlers of a connection's requests find it.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// markHeard notes that a request has come to a handler.
func markHeard(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(*conn); ok {
		c.heard = true
	}
}

// watchConn counts connections that end with a request that never came to a
// handler: its headers were too slow, too large or not HTTP. One that has become
// a socket does not count among the connections: sockets have a limit of their
// own.
func (s *Server) watchConn(nc net.Conn, state http.ConnState) {
	c, ok := nc.(*conn)
	if !ok {
		return
	}
	switch state {
	case http.StateActive:
		c.active = true
	case http.StateIdle:
		c.active, c.heard = false, false
	case http.StateHijacked:
		c.leave()
	case http.StateClosed:
		switch {
		case !c.active || c.heard:
		case c.late.Load():
			s.metrics.refuse("slow")
		default:
			s.metrics.refuse("malformed")
		}
	}
}
