package whole

import (
	"strings"
	"testing"

	"thera/internal/ui/browser"
)

// TestFaults makes each fault that a person can cause.
func TestFaults(t *testing.T) {
	const start = "00000/00000/00000/00000/00000 b2d4,b4d2 1"
	given := func(method, params string) *browser.Fault {
		t.Helper()
		d := newDesk(t, nil)
		d.send(method, params)
		r := <-d.posted
		if r.Error == "" {
			t.Fatalf("%s %s is no error", method, params)
		}
		return r.Fault
	}
	long := strings.Repeat("é", 100)
	for _, test := range []struct{ method, params, code, input, want string }{
		{"play", `{"game":"santorini","position":"` + start + `","move":"a1-a5"}`, browser.BadMove, "a1-a5", "b2-a1(a2)"},
		{"enter", `{"game":"santorini","position":"` + start + `","text":"up"}`, browser.BadMove, "up", "b2-a1(a2)"},
		{"view", `{"game":"hermit","position":"?"}`, browser.BadPosition, "?", ""},
		{"compose", `{"game":"amazons","seats":2,"turn":1,"files":1,"ranks":1,"cells":[]}`, browser.BadBoard, "", ""},
		{"read", `{"game":"hermit","text":"` + long + `"}`, browser.BadText, strings.Repeat("é", 30) + "…", ""},
		{"read", `{"game":"hermit","text":"(;GM[Amazons"}`, browser.BadRecord, "(;GM[Amazons", ""},
		{"read", `{"game":"hermit","text":" "}`, browser.NoText, "", ""},
	} {
		got := given(test.method, test.params)
		if got == nil || *got != (browser.Fault{Code: test.code, Input: test.input, Want: test.want}) {
			t.Errorf("%s %s: %+v, want %s, %q, %q", test.method, test.params, got, test.code, test.input, test.want)
		}
	}
}
