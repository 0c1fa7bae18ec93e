package httpkit

import "testing"

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
