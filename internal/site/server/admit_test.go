package server

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"thera/internal/catalog"
	"thera/internal/site/httpkit"
)

func TestClient(t *testing.T) {
	for _, test := range []struct {
		remote, forwarded string
		trust             bool
		want              string
	}{
		{"1.2.3.4:567", "", false, "1.2.3.4"},
		{"1.2.3.4:567", "5.6.7.8", false, "1.2.3.4"},
		{"1.2.3.4:567", "5.6.7.8", true, "5.6.7.8"},
		{"1.2.3.4:567", "9.9.9.9, 5.6.7.8", true, "5.6.7.8"},
		{"1.2.3.4:567", "203.0.113.5:4711", true, "203.0.113.5"},
		{"1.2.3.4:567", "9.9.9.9, [2001:db8:1:2::5]:4711", true, "2001:db8:1:2::/64"},
		{"1.2.3.4:567", "[2001:db8:1:2::5]", true, "2001:db8:1:2::/64"},
		{"1.2.3.4:567", "nonsense", true, "unknown"},
		{"1.2.3.4:567", "", true, "1.2.3.4"},
		{"[::ffff:1.2.3.4]:567", "", false, "1.2.3.4"},
		{"[2001:db8:1:2:3:4:5:6]:567", "", false, "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:567", "", false, "fe80::/64"},
	} {
		r := &http.Request{RemoteAddr: test.remote, Header: http.Header{}}
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-For", test.forwarded)
		}
		s := Server{Config: Config{TrustProxy: test.trust}}
		if got := s.client(r); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

// Pages whose names lead to this machine are not programs on it.
func TestLocal(t *testing.T) {
	for _, test := range []struct {
		remote, host, proxy string
		want                bool
	}{
		{"127.0.0.1:5", "localhost:8080", "", true},
		{"127.0.0.1:5", "LOCALHOST.", "", true},
		{"127.0.0.1:5", "127.0.0.1:8080", "", true},
		{"[::1]:5", "[::1]:8080", "", true},
		{"[::1]:5", "thera.localhost", "", true},
		{"127.0.0.1:5", "evil.example:8080", "", false},
		{"127.0.0.1:5", "localhost.evil.example", "", false},
		{"127.0.0.1:5", "", "", false},
		{"127.0.0.1:5", "localhost", "X-Forwarded-For", false},
		{"127.0.0.1:5", "localhost", "Via", false},
		{"192.0.2.1:5", "localhost", "", false},
	} {
		r := &http.Request{RemoteAddr: test.remote, Host: test.host, Header: http.Header{}}
		if test.proxy != "" {
			r.Header.Set(test.proxy, "x")
		}
		if got := isLocal(r); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

func TestHosts(t *testing.T) {
	for _, test := range []struct {
		hosts      []string
		host, path string
		want       int
	}{
		{nil, "anything.example", "/api/v1/games", 200},
		{[]string{"games.example.org"}, "games.example.org", "/api/v1/games", 200},
		{[]string{"Games.Example.org:443"}, "games.example.org.:8080", "/api/v1/games", 200},
		{[]string{"games.example.org"}, "evil.example", "/api/v1/games", 421},
		{[]string{"games.example.org"}, "evil.example", "/", 421},
		{[]string{"games.example.org"}, "games.example.org.evil.example", "/api/v1/games", 421},
		{[]string{"games.example.org"}, "10.0.0.7:8080", "/healthz", 200},
		{[]string{"games.example.org"}, "localhost", "/api/v1/games", 421}, // from another machine
	} {
		s, err := New(Config{Hosts: test.hosts, Games: catalog.Games(), Log: slog.New(slog.DiscardHandler), Limits: DefaultLimits()})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodGet, test.path, nil)
		r.Host = test.host
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, r)
		if answer.Code != test.want {
			t.Errorf("%v: %s%s: %d %s", test.hosts, test.host, test.path, answer.Code, answer.Body)
		}
	}
}

// FuzzClient has clients identified by addresses and headers of all kinds: a client of
// another machine is never local.
func FuzzClient(f *testing.F) {
	f.Add("127.0.0.1:5", "localhost:8080", "")
	f.Add("192.0.2.1:5", "[::1]", "127.0.0.1, ::1")
	f.Add("[fe80::1%eth0]:1", "localhost.", ",")
	f.Fuzz(func(t *testing.T, remote, host, forwarded string) {
		r := &http.Request{RemoteAddr: remote, Host: host, Header: http.Header{}}
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		for _, trust := range []bool{false, true} {
			s := Server{Config: Config{TrustProxy: trust, TrustLocal: true}}
			client := s.client(r)
			if client == "" || len(client) > len("2001:db8:aaaa:bbbb::/64") {
				t.Errorf("%q %q %q: client %q", remote, host, forwarded, client)
			}
			if client == httpkit.Local && (forwarded != "" || !strings.HasPrefix(remote, "127.") && !strings.HasPrefix(remote, "[")) {
				t.Errorf("%q %q %q is local", remote, host, forwarded)
			}
		}
	})
}
