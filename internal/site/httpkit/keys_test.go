package httpkit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestCheckForm(t *testing.T) {
	nested := func(n int) string { return strings.Repeat(`{"a":[`, n/2) + strings.Repeat(`]}`, n/2) }
	list := func(n int) string { return `[` + strings.Repeat(`0,`, n-2) + `0]` }
	for text, want := range map[string]string{
		``:                                    "",
		`{`:                                   "",
		`}`:                                   "",
		`"a"`:                                 "",
		`["a","a"]`:                           "",
		`{"a":"a","b":"a"}`:                   "",
		`{"a":{"a":1},"b":[{"a":1},{"a":2}]}`: "",
		`{"a":1,"a":1}`:                       `key "a" twice`,
		`{"a":{"b":1},"c":["b"],"a":2}`:       `key "a" twice`,
		`{"a":[{"b":1,"c":[],"b":{}}]}`:       `key "b" twice`,
		`{"a":[1,{"b":{}},"a"],"c":2,"\u0061":3}`:     `key "a" twice`,
		`{"a":1e999,"b":2,"b":3}`:                     `key "b" twice`,
		`{"a":["b\u0000"]}`:                           "zero byte",
		`{"\u0000":1}`:                                "zero byte",
		`{"seconds":1,"Seconds":-7}`:                  `key "Seconds" twice`,
		`{"seconds":1,"ſeconds":25}`:                  `key "ſeconds" twice`,
		`{"tokens":{"\u212aey":1,"key":2}}`:           `key "key" twice`,
		nested(maxDepth):                              "",
		nested(maxDepth + 2):                          "in each other",
		list(maxValues):                               "",
		list(maxValues + 1):                           "values",
		`{"a":{"a":"a.["}}`:                           "",
		`{"a":{"a.":1}}`:                              "without . and [",
		`{"a":{"[":1}}`:                               "without . and [",
		`{"` + strings.Repeat("a", maxKey) + `":1}`:   "",
		`{"` + strings.Repeat("a", maxKey+1) + `":1}`: "at most 100 bytes",
	} {
		p := checkForm([]byte(text))
		switch {
		case (p != nil) != (want != ""):
			t.Errorf("%.60s: %+v, want %q", text, p, want)
		case p != nil && (p.Status != http.StatusBadRequest || p.Reason != "malformed" || !strings.Contains(p.Detail, want)):
			t.Errorf("%.60s: %+v, want %q", text, p, want)
		}
	}
}

// However much is wrong with a form, the answer is short, and so is the work of making it.
func TestManyMistakes(t *testing.T) {
	const n = 1000
	repeat := func(format string) string {
		var parts []string
		for i := range n {
			parts = append(parts, strings.ReplaceAll(format, "N", fmt.Sprint(i)))
		}
		return strings.Join(parts, ",")
	}
	type form struct {
		Body struct {
			Word  string   `json:"word,omitempty" maxLength:"3"`
			Words []string `json:"words,omitempty"`
			Text  string   `json:"text,omitempty"`
		}
	}
	kit := New(Config[visitor]{Limits: DefaultLimits().WithoutRates()})
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Light}
	Register(kit, op.At("POST /api/v1/form", "form", "Take a form").Taking(256<<10), func(_ context.Context, _ visitor, in *form) (*struct{}, error) {
		return nil, NewProblem(http.StatusUnprocessableEntity, "text", "text %q: want another one", in.Body.Text)
	})
	for name, body := range map[string]string{
		"a wrong text":        `{"text":"` + repeat(`wrong N`) + `"}`,
		"unknown keys":        `{` + repeat(`"keyN":1`) + `}`,
		"unknown keys nested": `{"word":{` + repeat(`"keyN":1`) + `}}`,
		"wrong values":        `{"words":[` + repeat(`N`) + `]}`,
		"wrong objects":       `{"words":[` + repeat(`{"keyN":[1,2,3]}`) + `]}`,
		"a long value":        `{"word":"` + repeat(`N`) + `"}`,
		"a long key":          `{"` + strings.Repeat("k", 100*n) + `":1}`,
	} {
		var w *httptest.ResponseRecorder
		allocations := testing.AllocsPerRun(1, func() {
			w = httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodPost, "/api/v1/form", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			kit.ServeHTTP(w, r)
		})
		if w.Code/100 != 4 || w.Body.Len() > 10_000 {
			t.Errorf("%s: %d, with %d bytes", name, w.Code, w.Body.Len())
		}
		if most := 100.0 * n; allocations > most {
			t.Errorf("%s: %.0f allocations, want at most %.0f", name, allocations, most)
		}
	}
}

// word is a text that refuses to be empty.
type word string

func (w *word) UnmarshalText(text []byte) error {
	if *w = word(text); *w == "" {
		return errors.New("word \"\": want letters")
	}
	return nil
}

// The part of a body that can't be decoded is named, however deep it is, and nothing else is
// repeated.
func TestUndecodable(t *testing.T) {
	type form struct {
		Body struct {
			Password string `json:"password,omitempty"`
			Word     word   `json:"word,omitempty"`
			Count    int    `json:"count,omitempty"`
			Deep     struct {
				Words []*word `json:"words,omitempty"`
			} `json:"deep,omitempty"`
		}
	}
	kit := New(Config[visitor]{Limits: DefaultLimits().WithoutRates()})
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Light}
	Do(kit, op.At("POST /api/v1/form", "form", "Take a form").Taking(SmallBody), func(context.Context, visitor, *form) error { return nil })
	for body, want := range map[string]string{
		`{"password":"secret","word":""}`:                 `[{"message":"word \"\": want letters","location":"body.word","value":""}]`,
		`{"password":"secret","deep":{"words":["a",""]}}`: `[{"message":"word \"\": want letters","location":"body.deep.words[1]","value":""}]`,
		`{"password":"secret","count":1e3}`:               `[{"message":"number 1e3: want int","location":"body.count","value":1000}]`,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/api/v1/form", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		kit.ServeHTTP(w, r)
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
}
