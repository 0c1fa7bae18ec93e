package httpkit

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestPacked checks that a long answer that is the same for everybody is compressed for
// those who accept it, and no answer that may have a secret.
func TestPacked(t *testing.T) {
	type out struct{ Body []string }
	long, short := strings.Repeat("turn ", 1000), "turn"
	for name, test := range map[string]struct {
		op           Operation
		accept       string
		text         string
		packed, vary bool
	}{
		"public":      {Operation{Callers: Unidentified, Object: OfEveryone, Cost: Read}, "br, gzip", long, true, true},
		"not wanted":  {Operation{Callers: Unidentified, Object: OfEveryone, Cost: Read}, "gzip;q=0", long, false, true},
		"short":       {Operation{Callers: Unidentified, Object: OfEveryone, Cost: Read}, "gzip", short, false, false},
		"by a secret": {Operation{Callers: Unidentified, Object: OfHolder, Cost: Read}, "gzip", long, false, false},
		"of somebody": {Operation{Callers: Anyone, Object: OfEveryone, Cost: Read}, "gzip", long, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			kit := New(Config[person]{Limits: DefaultLimits(), Identify: func(*http.Request) (person, error) { return person{}, nil }})
			Register(kit, test.op.At("GET /api/v1/list", "list", "List something"), func(context.Context, person, *struct{}) (*out, error) {
				return &out{[]string{test.text}}, nil
			})
			answer := get(kit, "", "Accept-Encoding", test.accept)
			header := answer.Result().Header
			if packed := header.Get("Content-Encoding") == "gzip"; packed != test.packed || slices.Contains(header.Values("Vary"), "Accept-Encoding") != test.vary {
				t.Errorf("headers %v", header)
			}
			var body []string
			from := json.NewDecoder(answer.Body)
			if test.packed {
				unpacked, err := gzip.NewReader(answer.Body)
				if err != nil {
					t.Fatal(err)
				}
				from = json.NewDecoder(unpacked)
			}
			if err := from.Decode(&body); err != nil || len(body) != 1 || body[0] != test.text {
				t.Errorf("body of %d texts, %v", len(body), err)
			}
		})
	}
}
