package account

import (
	"strings"
	"testing"
)

// FuzzBearer reads headers Authorization of all kinds: what is found is part of the
// header, and only that of a bearer is a token.
func FuzzBearer(f *testing.F) {
	for _, header := range []string{"Bearer thera_abc", "bearer  thera_abc ", "Basic dXNlcg==", "Bearer", "Bearer\tx", " "} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		token := bearer(header)
		if token != strings.TrimSpace(token) || !strings.Contains(header, token) {
			t.Errorf("%q: token %q", header, token)
		}
		if token != "" && !strings.EqualFold(header[:len("Bearer ")], "Bearer ") {
			t.Errorf("%q is no bearer's: token %q", header, token)
		}
	})
}
