package server

import (
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
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

var streams = regexp.MustCompile(`/(stream|socket|events)$`)

// client returns the address by which a request is counted.
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
