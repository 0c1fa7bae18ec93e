package httpkit

import (
	"strings"
	"testing"
)

// FuzzAccepts compares with what a client that lists nothing else accepts.
func FuzzAccepts(f *testing.F) {
	f.Add("gzip, br;q=0")
	f.Add("*;q=0.5, identity")
	f.Add(";q=;,")
	f.Fuzz(func(t *testing.T, header string) {
		got := Accepts([]string{header}, "br")
		lower := strings.ToLower(header)
		if got && !strings.Contains(lower, "br") && !strings.Contains(lower, "*") {
			t.Errorf("%q accepts br", header)
		}
		if !Accepts([]string{"br", header}, "br") {
			t.Errorf("%q behind br does not accept it", header)
		}
	})
}
