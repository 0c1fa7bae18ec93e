package main

import (
	"bytes"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A failure that continues is logged once a minute, whatever it keeps from working.
func TestRepeatedFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		log := (&logFlags{format: textLog}).open(&text)
		away := errors.New("connection refused")
		for range 90 {
			log.Warn("vote delayed", "game", time.Now().String(), "cause", away)
			log.Warn("tournament delayed", "cause", away)
			log.Error("request", "status", 500)
			log.Info("store upgraded")
			time.Sleep(time.Second)
		}
		log.Warn("vote delayed", "cause", errors.New("another one"))
		log.Warn("worker excluded", "worker", "a")
		log.Warn("worker excluded", "worker", "b")
		for line, want := range map[string]int{
			`msg="vote delayed"`: 3, `msg="tournament delayed"`: 2, "status=500": 2, "left_out=59": 3,
			`msg="store upgraded"`: 90, "worker excluded": 2, `cause="another one"`: 1,
		} {
			if got := strings.Count(text.String(), line); got != want {
				t.Errorf("%q is there %d times, want %d", line, got, want)
			}
		}
	})
}

// What is remembered of failures is bounded.
func TestRepeatedFailuresForget(t *testing.T) {
	p := &repeats{lines: map[string]*repeated{}}
	for i := range 3 * maxRepeats {
		r := slog.NewRecord(time.Now(), slog.LevelWarn, strconv.Itoa(i), 0)
		r.Add("cause", "gone")
		if _, isNew := p.add(r); !isNew || len(p.lines) > maxRepeats {
			t.Fatalf("%d lines are remembered, the last one is new: %t", len(p.lines), isNew)
		}
	}
}
