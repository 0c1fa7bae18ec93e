package server

import (
	"net/http"
	"testing"
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
