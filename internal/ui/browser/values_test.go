package browser

import (
	"encoding/json"
	"math"
	"math/rand"
	"reflect"
	"testing"
	check "testing/quick"
)

// decoded returns what encoding/json reads from a text.
func decoded(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

// TestValues writes and fills random params and results of all methods, with
// encoding/json in the place of JavaScript.
func TestValues(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, m := range Methods() {
		for _, kind := range []reflect.Type{m.Params, m.Result} {
			for range 20 {
				random, ok := check.Value(kind, rng)
				if !ok {
					t.Fatalf("%s: no random %s", m.Name, kind)
				}
				want, err := json.Marshal(random.Interface())
				if err != nil {
					t.Fatal(err)
				}
				text := appendJSON(nil, random)
				if value := decoded(t, text); !reflect.DeepEqual(value, decoded(t, want)) {
					t.Fatalf("%s: %s\nwant %s", m.Name, text, want)
				}
				if kind != m.Params {
					continue
				}
				filled := reflect.New(kind).Elem()
				if err := fill(filled, decoded(t, want)); err != nil {
					t.Fatalf("%s: %s: %v", m.Name, want, err)
				}
				if text := appendJSON(nil, filled); !reflect.DeepEqual(decoded(t, text), decoded(t, want)) {
					t.Fatalf("%s: filled %s\nwant %s", m.Name, text, want)
				}
			}
		}
	}
}

func TestAppendJSON(t *testing.T) {
	type pair struct {
		Name string `json:"name"`
		Next *pair  `json:"next,omitempty"`
	}
	for _, test := range []struct {
		value any
		want  string
	}{
		{"a\"b\\c\n\t<é\x00", `"a\"b\\c\n\u0009<é\u0000"`},
		{[]any{1, -2, 0.5, 1e21, 1e-7, uint64(math.MaxUint64), true, nil}, `[1,-2,0.5,1e+21,1e-07,18446744073709551615,true,null]`},
		{[]float64{math.NaN(), math.Inf(1), math.Inf(-1)}, `[null,null,null]`},
		{[][]string{nil, {}, {"", ","}}, `[null,[],["",","]]`},
		{map[string]int{"b": 1, "a": 2, ",": 3}, `{",":3,"a":2,"b":1}`},
		{map[string]int(nil), `null`},
		{pair{"a", &pair{}}, `{"name":"a","next":{"name":""}}`},
		{struct{}{}, `{}`},
	} {
		if got := string(appendJSON(nil, reflect.ValueOf(test.value))); got != test.want {
			t.Errorf("%v: %s, want %s", test.value, got, test.want)
		}
	}
}

func TestFillErrors(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                          "[] is no browser.SearchParams",
		`"a"`:                         "a is no browser.SearchParams",
		`{"game":1}`:                  "game: 1 is no string",
		`{"fresh":"yes"}`:             "fresh: yes is no bool",
		`{"depth":1.5}`:               "depth: 1.5 is no int",
		`{"depth":1e300}`:             "depth: 1e+300 is no int",
		`{"nodes":-1}`:                "nodes: -1 is no uint64",
		`{"depth":true}`:              "depth: true is no int",
		`{"clocks":{}}`:               "clocks: map[] is no []browser.Clock",
		`{"clocks":[{},{"left":""}]}`: "clocks: 1: left:  is no int",
	} {
		var p SearchParams
		if err := fill(reflect.ValueOf(&p).Elem(), decoded(t, []byte(text))); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}
