package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"thera/internal/site/httpkit"
)

// admit refuses requests beyond the limits on their number. Streams do not count among
// the requests in progress: they have limits of their own.
func (s *Server) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, now := httpkit.Client(r.Context()), time.Now()
		wait := s.clients.Wait(client, now)
		if wait == 0 && isAPI(r) {
			wait = s.askers.Wait(client, now)
		}
		if wait > 0 {
			s.metrics.refuse("rate")
			w.Header().Set("Retry-After", httpkit.RetryAfter(wait))
			w.Header().Set("Connection", "close")
			writeProblem(w, http.StatusTooManyRequests, "rate", "too many requests from "+client)
			return
		}
		if isStream(r) {
			next.ServeHTTP(w, r)
			return
		}
		select {
		case s.requests <- struct{}{}:
			defer func() { <-s.requests }()
			next.ServeHTTP(w, r)
		default:
			s.metrics.refuse("busy")
			w.Header().Set("Retry-After", httpkit.RetryAfter(time.Second))
			writeProblem(w, http.StatusServiceUnavailable, "busy", "too many requests at a time")
		}
	})
}

func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// isStream reports whether an answer lasts as long as the client wants to listen.
func isStream(r *http.Request) bool {
	return isAPI(r) && streams.MatchString(r.URL.Path)
}

var streams = regexp.MustCompile(`/(stream|socket|events|account/data)$`)

func (s *Server) client(r *http.Request) string {
	text := r.RemoteAddr
	if s.TrustLocal && isLocal(r) {
		return httpkit.Local
	}
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	if forwarded := r.Header.Values("X-Forwarded-For"); s.TrustProxy && len(forwarded) > 0 {
		last := forwarded[len(forwarded)-1]
		text = strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
	}
	return network(text)
}

// network returns what an address is counted by. For IPv6 it is the network of 64 bits,
// the smallest that is assigned to anybody.
func network(text string) string {
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return "unknown"
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is4() {
		return addr.String()
	}
	network, err := addr.Prefix(64)
	if err != nil {
		return "unknown"
	}
	return network.String()
}

// isLocal reports whether a request comes directly from the same machine, not through a
// proxy there.
func isLocal(r *http.Request) bool {
	for _, name := range []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	addr, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && addr.Addr().Unmap().IsLoopback()
}

// refuseOtherOrigins keeps pages of other sites from using the API with the cookies of
// their visitors.
func (s *Server) refuseOtherOrigins(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.metrics.refuse("origin")
		writeProblem(w, http.StatusForbidden, "origin", "a request from the page of another site")
	}))
	return protection.Handler(next)
}

// slots limits work that occupies a processor. One client has at most half of the
// slots, so that none can keep all others out. Among those waiting, the client with the
// fewest slots comes first, then the one that came first.
type slots struct {
	most int // of one client

	mu      sync.Mutex
	free    int
	held    map[string]int // by client
	waiting []*waiter
}

type waiter struct {
	client string
	in     chan struct{} // closed when the slot is given
}

func newSlots(n int) *slots {
	return &slots{most: max(1, n/2), free: n, held: map[string]int{}}
}

// take waits for a slot until ctx is done or the wait is over, and reports whether it
// got one, which must be given back.
func (s *slots) take(ctx context.Context, client string, wait time.Duration) bool {
	w := &waiter{client, make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	s.admit()
	s.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-w.in:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.waiting, w)
	if i < 0 {
		return true // at the last moment
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	return false
}

func (s *slots) give(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	if s.held[client]--; s.held[client] == 0 {
		delete(s.held, client)
	}
	s.admit()
}

func (s *slots) admit() {
	for s.free > 0 && len(s.waiting) > 0 {
		next := slices.MinFunc(s.waiting, func(a, b *waiter) int { return s.held[a.client] - s.held[b.client] })
		if s.held[next.client] >= s.most {
			return
		}
		i := slices.Index(s.waiting, next)
		s.waiting = slices.Delete(s.waiting, i, i+1)
		s.free--
		s.held[next.client]++
		close(next.in)
	}
}

// readBody reads the body of a request before it is handled, within the limits on size
// and time. Then it lifts the read deadline, which would otherwise end long searches
// too.
func (s *Server) readBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		// It fails for connections without deadlines, as in tests.
		_ = control.SetReadDeadline(time.Now().Add(s.Limits.BodyTime))
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.Limits.BodyBytes))
		if err != nil {
			s.refuseBody(w, err)
			return
		}
		if key := repeatedKey(body); key != "" {
			writeProblem(w, http.StatusBadRequest, "malformed", fmt.Sprintf("body with the key %q twice in one object: want each key once", key))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		_ = control.SetReadDeadline(time.Time{})
		next.ServeHTTP(w, r)
	})
}

func (s *Server) refuseBody(w http.ResponseWriter, err error) {
	w.Header().Set("Connection", "close")
	switch _, tooLarge := errors.AsType[*http.MaxBytesError](err); {
	case tooLarge:
		s.metrics.refuse("size")
		writeProblem(w, http.StatusRequestEntityTooLarge, "size", fmt.Sprintf("body too large: want at most %d bytes", s.Limits.BodyBytes))
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.metrics.refuse("slow")
		writeProblem(w, http.StatusRequestTimeout, "slow", fmt.Sprintf("body too slow: want all of it within %s", s.Limits.BodyTime))
	default:
		writeProblem(w, http.StatusBadRequest, "malformed", "body that can't be read: "+err.Error())
	}
}

// repeatedKey returns a key that occurs twice in one object of a JSON text, where
// encoding/json would silently take the last. It returns "" if there is none, or the
// text is not JSON.
func repeatedKey(text []byte) string {
	// The keys of each open object; nil for an open list.
	var open []map[string]bool
	key := false // whether the next token is a key
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		switch token {
		case json.Delim('{'):
			open, key = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, key = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if name, ok := token.(string); ok && key {
				keys := open[len(open)-1]
				if keys[name] {
					return name
				}
				keys[name], key = true, false
				continue
			}
		}
		key = len(open) > 0 && open[len(open)-1] != nil
	}
}

type limitedListener struct {
	net.Listener
	slots   chan struct{}
	clients *httpkit.Places // of connections that don't come from the same machine
	metrics *metrics
}

func newLimitedListener(l net.Listener, limits Limits, m *metrics) *limitedListener {
	return &limitedListener{l, make(chan struct{}, limits.Connections), httpkit.NewPlaces(limits.ConnectionsPerClient, limits.Connections), m}
}

// Accept closes connections beyond the limit at once: letting them wait would help
// those who open connections only to block others.
func (d *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		client := connClient(c)
		if d.clients.Take(client) {
			select {
			case d.slots <- struct{}{}:
				return &conn{Conn: c, listener: d, client: client}, nil
			default:
				d.clients.Give(client)
			}
		}
		d.metrics.refuse("connections")
		_ = c.Close() // nothing has been sent
	}
}

// connClient returns whose connection it is: httpkit.Local for the same machine, among
// them a proxy, which connects for many clients.
func connClient(c net.Conn) string {
	addr, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return "unknown"
	}
	if addr.Addr().Unmap().IsLoopback() {
		return httpkit.Local
	}
	return network(addr.Addr().String())
}

type conn struct {
	net.Conn
	listener *limitedListener
	client   string
	left     sync.Once   // its place has been released
	late     atomic.Bool // the last read hit a deadline

	// Only the goroutine that serves the connection uses these.
	active bool // a request has begun to arrive
	heard  bool // a handler has been called for it
}

func (c *conn) Close() error {
	c.leave()
	return c.Conn.Close()
}

func (c *conn) leave() {
	c.left.Do(func() {
		<-c.listener.slots
		c.listener.clients.Give(c.client)
	})
}

func (c *conn) Read(data []byte) (int, error) {
	n, err := c.Conn.Read(data)
	c.late.Store(errors.Is(err, os.ErrDeadlineExceeded))
	return n, err
}

// Write counts clients that are too slow to take their answer. The server closes the
// connection then.
func (c *conn) Write(data []byte) (int, error) {
	n, err := c.Conn.Write(data)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.listener.metrics.refuse("slow")
	}
	return n, err
}

type connKey struct{}

func markHeard(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(*conn); ok {
		c.heard = true
	}
}

// watchConn counts connections that end with a request for which no handler was called:
// its headers were too slow, too large or not HTTP. A connection that becomes a socket
// no longer counts as a connection: sockets have a limit of their own.
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
