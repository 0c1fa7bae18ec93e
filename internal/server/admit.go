package server

import (
	"context"
	"math"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// admit turns requests away that are too many.
func (s *Server) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, now := s.client(r), time.Now()
		wait := s.clients.wait(client, now)
		if wait == 0 && isAPI(r) {
			wait = s.askers.wait(client, now)
		}
		if wait > 0 {
			s.metrics.refuse("rate")
			w.Header().Set("Retry-After", retryAfter(wait))
			w.Header().Set("Connection", "close")
			writeProblem(w, http.StatusTooManyRequests, "too many requests from "+client)
			return
		}
		select {
		case s.requests <- struct{}{}:
			defer func() { <-s.requests }()
			next.ServeHTTP(w, r)
		default:
			s.metrics.refuse("busy")
			w.Header().Set("Retry-After", retryAfter(time.Second))
			writeProblem(w, http.StatusServiceUnavailable, "too many requests at a time")
		}
	})
}

type clientKey struct{}

// withClient lets the operations of the API find out whose request it is.
func (s *Server) withClient(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	next(huma.WithValue(ctx, clientKey{}, s.client(r)))
}

func clientOf(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}

func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// retryAfter returns a duration as the header has it, in whole seconds.
func retryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }

// client returns the address by which requests are counted. With IPv6 that is
// a network of 64 bits, the least that anyone is given.
func (s *Server) client(r *http.Request) string {
	text := r.RemoteAddr
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	if forwarded := r.Header.Values("X-Forwarded-For"); s.TrustProxy && len(forwarded) > 0 {
		last := forwarded[len(forwarded)-1]
		text = strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
	}
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

// refuseOtherOrigins keeps the pages of other sites from asking the API in
// the name of whoever looks at them.
func (s *Server) refuseOtherOrigins(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.metrics.refuse("origin")
		writeProblem(w, http.StatusForbidden, "a request from the page of another site")
	}))
	return protection.Handler(next)
}
