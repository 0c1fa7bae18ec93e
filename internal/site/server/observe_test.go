package server

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

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
