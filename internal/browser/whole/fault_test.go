package browser

import (
	"strings"
	"testing"
)

// TestFaults makes each fault that a person can cause.
func TestFaults(t *testing.T) {
	const start = "00000/00000/00000/00000/00000 b2d4,b4d2 1"
	given := func(method, params string) *Fault {
		t.Helper()
		for _, m := range methods() {
			if m.name == method {
				_, err := m.answer(&Service{}, request{Method: method, Params: []byte(params)})
				if err == nil {
					t.Fatalf("%s %s is no error", method, params)
				}
				return faultOf(err)
			}
		}
		t.Fatalf("no method %s", method)
		return nil
	}
	long := strings.Repeat("é", 100)
	for _, test := range []struct{ method, params, code, input, want string }{
		{"play", `{"game":"santorini","position":"` + start + `","move":"a1-a5"}`, badMove, "a1-a5", "b2-a1(a2)"},
		{"enter", `{"game":"santorini","position":"` + start + `","text":"up"}`, badMove, "up", "b2-a1(a2)"},
		{"view", `{"game":"hermit","position":"?"}`, badPosition, "?", ""},
		{"compose", `{"game":"amazons","seats":2,"turn":1,"files":1,"ranks":1,"cells":[]}`, badBoard, "", ""},
		{"read", `{"game":"hermit","text":"` + long + `"}`, badText, strings.Repeat("é", mostInput/2) + "…", ""},
		{"read", `{"game":"hermit","text":"(;GM[Amazons"}`, badRecord, "(;GM[Amazons", ""},
		{"read", `{"game":"hermit","text":" "}`, noText, "", ""},
	} {
		got := given(test.method, test.params)
		if got == nil || *got != (Fault{test.code, test.input, test.want}) {
			t.Errorf("%s %s: %+v, want %s, %q, %q", test.method, test.params, got, test.code, test.input, test.want)
		}
	}
}
