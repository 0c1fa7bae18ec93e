package server

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"thera/internal/site/httpkit"
)

func (s *Server) client(r *http.Request) string {
	text := r.RemoteAddr
	if s.TrustLocal && isLocal(r) {
		return httpkit.Local
	}
	if forwarded := r.Header.Values("X-Forwarded-For"); s.TrustProxy && len(forwarded) > 0 {
		last := forwarded[len(forwarded)-1]
		text = strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
	}
	return network(text)
}

// network returns what an address is counted by. For IPv6 it is the network of 64 bits,
// the smallest that is assigned to anybody. Some proxies add the port, or brackets.
func network(text string) string {
	addr, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if withPort, failed := netip.ParseAddrPort(text); failed == nil {
		addr, err = withPort.Addr(), nil
	}
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
// proxy there, and is for a name of the machine. A page of another site whose name leads
// here asks for its own name.
func isLocal(r *http.Request) bool {
	for _, name := range []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	addr, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && addr.Addr().Unmap().IsLoopback() && isLocalHost(hostName(r.Host))
}

// hostName returns the name in a header Host, without the port and in lower case.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// isLocalHost reports whether a name always means the machine itself.
func isLocalHost(name string) bool {
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback() || name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// refuseOtherHosts refuses requests for names that are not the server's: the answer
// would be for a page of another site whose name leads here. Whether the server runs,
// a proxy may ask by any name.
func (s *Server) refuseOtherHosts(next http.Handler) http.Handler {
	var allowed []string
	for _, host := range s.Hosts {
		allowed = append(allowed, hostName(host))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := hostName(r.Host)
		if len(allowed) == 0 || slices.Contains(allowed, name) || r.URL.Path == healthPath || httpkit.Client(r.Context()) == httpkit.Local {
			next.ServeHTTP(w, r)
			return
		}
		s.metrics.refuse("host")
		writeProblem(w, http.StatusMisdirectedRequest, "host", "host "+strconv.Quote(r.Host)+": want "+strings.Join(allowed, " or "))
	})
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

	// HTTP/2 answers several requests of a connection at a time.
	active atomic.Bool // a request has begun to arrive
	heard  atomic.Bool // a handler has been called for it
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

// counted returns the connection that the listener counts, below TLS; nil for others, as
// in tests.
func counted(nc net.Conn) *conn {
	if encrypted, ok := nc.(*tls.Conn); ok {
		nc = encrypted.NetConn()
	}
	c, _ := nc.(*conn)
	return c
}

func markHeard(r *http.Request) {
	if c, _ := r.Context().Value(connKey{}).(*conn); c != nil {
		c.heard.Store(true)
	}
}

// watchConn counts connections that end with a request for which no handler was called:
// its headers were too slow, too large or not HTTP. A connection that becomes a socket
// no longer counts as a connection: sockets have a limit of their own.
func (s *Server) watchConn(nc net.Conn, state http.ConnState) {
	c := counted(nc)
	if c == nil {
		return
	}
	switch state {
	case http.StateActive:
		c.active.Store(true)
	case http.StateIdle:
		c.active.Store(false)
		c.heard.Store(false)
	case http.StateHijacked:
		c.leave()
	case http.StateClosed:
		switch {
		case !c.active.Load() || c.heard.Load():
		case c.late.Load():
			s.metrics.refuse("slow")
		default:
			s.metrics.refuse("malformed")
		}
	}
}
