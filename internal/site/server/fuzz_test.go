package server

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"thera/internal/catalog"
	"thera/internal/site/httpkit"
)

// FuzzRequest sends bodies to operations that take little time. Whatever they
// say, the answer is JSON and nothing fails inside.
func FuzzRequest(f *testing.F) {
	for _, seed := range []struct{ operation, body string }{
		{"moves", `{"game": "amazons", "position": "Q1q w", "moves": ["a1-b1(a1)"]}`},
		{"moves", `{"game": "santorini", "variant": "3p", "moves": ["@b2,d4"]}`},
		{"moves", `{"game": "hermit", "position": ".../.../... 1"}`},
		{"convert", `{"to": "sgf", "text": "[Game \"amazons\"]\n[Variant \"6x6\"]\n\n1. b1-b3(d3)\n"}`},
		{"convert", `{"from": "botzone", "to": "thera", "text": "0 2 0 3 0 4"}`},
		{"convert", `{"to": "thera", "text": "(;FF[4]GM[18]SZ[6])"}`},
	} {
		f.Add(seed.operation, seed.body)
	}
	limits := DefaultLimits()
	limits.PerClient = httpkit.Rate{PerSecond: 1e9, Burst: 1}
	s, err := New(Config{Games: catalog.Games(), Log: slog.New(slog.DiscardHandler), Limits: limits})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, operation, body string) {
		if operation != "convert" {
			operation = "moves"
		}
		r := httptest.NewRequest(http.MethodPost, "/api/v1/"+operation, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %q: status %d, %s", operation, body, w.Code, w.Body)
		}
	})
}
