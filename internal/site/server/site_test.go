package server

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// The log begins with what is served, and warns of a clock that is behind the store's.
func TestFirstLines(t *testing.T) {
	file := storetest.SQLite(t)
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	ahead := play.Instant(2 * time.Hour / time.Millisecond)
	if err := s.Beat(t.Context(), play.Now()+ahead); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	site, err := OpenSite(t.Context(), SiteConfig{Store: file, Version: "v1.2.3", Commit: "abc", Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	site.http.Monitor().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if !strings.Contains(answer.Body.String(), `,version="v1.2.3"} 1`) {
		t.Error("no metric thera_build_info")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := site.Serve(ctx, l); err != nil {
		t.Error(err)
	}
	if err := site.Close(); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"set the clock\" seconds=7", "msg=serving version=v1.2.3 commit=abc listen=127.0.0.1:"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("want %q in\n%s", want, log.String())
		}
	}
}
