package server

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// secretive has an operation whose path has a secret.
type secretive struct{}

func (secretive) Register(kit *account.Kit) {
	op := httpkit.Operation{Callers: httpkit.Anyone, Object: httpkit.OfHolder, Cost: httpkit.Light}
	httpkit.Register(kit, op.At("GET /api/v1/invitation/{code}", "invitation", "Show an invitation"), func(context.Context, account.Who, *struct{}) (*struct{}, error) {
		return nil, nil
	})
}

// Secrets in paths are not logged.
func TestSecretPaths(t *testing.T) {
	var log bytes.Buffer
	r := run(t, func(c *Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.Parts = []Part{secretive{}}
	})
	r.do("GET", "/api/v1/invitation/sesame", "")
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	if text := log.String(); strings.Contains(text, "sesame") || !strings.Contains(text, "msg=request") {
		t.Error(text)
	}
}

// TestRequestsAreDebug wants requests that are answered, or are wrong, to be
// logged at debug level only, so that they don't fill an operator's log.
func TestRequestsAreDebug(t *testing.T) {
	var info, debug bytes.Buffer
	for _, log := range []struct {
		out   *bytes.Buffer
		level slog.Level
	}{{&info, slog.LevelInfo}, {&debug, slog.LevelDebug}} {
		r := run(t, func(c *Config) {
			c.Log = slog.New(slog.NewTextHandler(log.out, &slog.HandlerOptions{Level: log.level}))
		})
		for _, path := range []string{"/api/games", "/api/nothing"} {
			res, err := http.Get(r.url + path)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
		}
		if err := r.stop(); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(info.String(), "msg=request") || strings.Count(debug.String(), "msg=request") != 2 {
		t.Errorf("info:\n%s\ndebug:\n%s", info.String(), debug.String())
	}
}

// A request that has become a socket is counted and logged by the status that it was
// answered with.
func TestSocketStatus(t *testing.T) {
	answer := &recordedWriter{ResponseWriter: httptest.NewRecorder()}
	if got := answer.status(); got != http.StatusOK {
		t.Errorf("without an answer: %d", got)
	}
	answer.WriteHeader(http.StatusSwitchingProtocols)
	if got := answer.status(); got != http.StatusSwitchingProtocols {
		t.Errorf("a socket: %d", got)
	}
}
