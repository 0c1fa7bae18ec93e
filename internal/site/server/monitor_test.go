package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestMonitor(t *testing.T) {
	r := run(t, func(c *Config) { c.Ready = func(context.Context) error { return errors.New("database: gone") } })
	monitor := r.server.Monitor()
	for path, want := range map[string]struct {
		status int
		text   string
	}{
		"/healthz": {200, "ok\n"},
		"/readyz":  {503, `"detail":"database: gone","reason":"not-ready"`},
		"/metrics": {200, "thera_http_requests_in_flight"},
		"/":        {404, ""},
	} {
		answer := httptest.NewRecorder()
		monitor.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		if answer.Code != want.status || !strings.Contains(answer.Body.String(), want.text) {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
	for _, path := range []string{"/metrics", "/readyz"} {
		if res := r.do("GET", path, ""); res.StatusCode == http.StatusOK {
			t.Errorf("%s is public", path)
		}
	}
}

// What a server depends on is asked once a second, and given up after a while.
func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r readiness
		asked := 0
		answer := func(err error) func(context.Context) error {
			return func(context.Context) error { asked++; return err }
		}
		silent := func(ctx context.Context) error { asked++; <-ctx.Done(); return ctx.Err() }
		down := errors.New("down")
		for i, step := range []struct {
			after time.Duration
			ask   func(context.Context) error
			want  error
			asked int
		}{
			{0, answer(nil), nil, 1},
			{500 * time.Millisecond, answer(down), nil, 1},
			{500 * time.Millisecond, answer(down), down, 2},
			{900 * time.Millisecond, answer(nil), down, 2},
			{100 * time.Millisecond, silent, context.DeadlineExceeded, 3},
			{time.Second, answer(nil), nil, 4},
		} {
			time.Sleep(step.after)
			if err := r.check(t.Context(), step.ask); !errors.Is(err, step.want) || asked != step.asked {
				t.Errorf("step %d: %v, asked %d times", i, err, asked)
			}
		}
	})
}

// Of what a server depends on, one that hangs doesn't take the time of the others.
func TestReadySideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), readyTime)
		defer cancel()
		silent := func(ctx context.Context) error { <-ctx.Done(); return errors.New("database: silent") }
		bus := func(ctx context.Context) error { return ctx.Err() }
		if err := allReady(ctx, silent, bus); err == nil || err.Error() != "database: silent" {
			t.Errorf("not ready: %v", err)
		}
	})
}

// An outage of the database is logged when it begins and when it ends.
func TestWatchDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var away atomic.Bool
		ready := func(context.Context) error {
			if away.Load() {
				return errors.New("connection refused")
			}
			return nil
		}
		var text bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		var watching sync.WaitGroup
		watching.Go(func() { watchDatabase(ctx, ready, slog.New(slog.NewTextHandler(&text, nil))) })
		time.Sleep(watchInterval / 2) // so that it looks between the changes
		for _, gone := range []bool{false, true, false} {
			away.Store(gone)
			time.Sleep(20 * time.Second)
		}
		cancel()
		watching.Wait()
		lines := strings.Split(strings.TrimSpace(text.String()), "\n")
		if len(lines) != 2 || !strings.HasSuffix(lines[0], `msg="the database can't be used" cause="connection refused"`) ||
			!strings.HasSuffix(lines[1], `msg="the database can be used again" seconds=20`) {
			t.Errorf("logged:\n%s", text.String())
		}
	})
}
