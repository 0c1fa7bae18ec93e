package server

import (
	"net/http"
	"strings"
	"testing"
)

func TestRepeatedKey(t *testing.T) {
	for text, want := range map[string]string{
		``:                                    "",
		`{`:                                   "",
		`}`:                                   "",
		`"a"`:                                 "",
		`["a","a"]`:                           "",
		`{"a":"a","b":"a"}`:                   "",
		`{"a":{"a":1},"b":[{"a":1},{"a":2}]}`: "",
		`{"a":1,"a":1}`:                       "a",
		`{"a":{"b":1},"c":["b"],"a":2}`:       "a",
		`{"a":[{"b":1,"c":[],"b":{}}]}`:       "b",
		`{"a":[1,{"b":{}},"a"],"c":2,"\u0061":3}`: "a",
	} {
		if got := repeatedKey([]byte(text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestRepeatedKeyIsRefused(t *testing.T) {
	res := run(t, nil).ask("moves", `{"game":"amazons","moves":[],"moves":["d1-d7(g7)"]}`)
	if got := text(t, res); res.StatusCode != http.StatusBadRequest || !strings.Contains(got, `the key \"moves\" twice`) {
		t.Errorf("%d %s", res.StatusCode, got)
	}
}
