package match

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"thera/engine/ugi"
)

// TestStandstill plays games in a bubble where nothing beats but the games themselves.
func TestStandstill(t *testing.T) {
	unseen := &startError{"ugi:program", &ugi.SilentError{Wanted: "ugiok"}}
	absent := &startError{"ugi:program", errors.New("no such file")}
	for name, c := range map[string]struct {
		durations     []time.Duration // of the games, all of them spent standing still
		reason        Reason
		err           error
		games, counts int
	}{
		"no standstill":            {[]time.Duration{0, 0}, Overrun, nil, 1, 0},
		"a busy moment":            {[]time.Duration{standstill / 2}, Overrun, nil, 1, 0},
		"one standstill":           {[]time.Duration{16 * time.Second, 0}, Overrun, nil, 2, 1},
		"a program still silent":   {[]time.Duration{16 * time.Second, 0}, Silence, nil, 2, 1},
		"another kind of loss":     {[]time.Duration{16 * time.Second}, Illegal, nil, 1, 0},
		"one standstill a game":    {[]time.Duration{time.Hour, time.Hour, time.Hour, time.Hour, time.Hour}, Overrun, nil, 1 + maxReplays, maxReplays},
		"in a greeting":            {[]time.Duration{16 * time.Second, 0}, "", unseen, 2, 1},
		"a program never answered": {[]time.Duration{0}, "", unseen, 1, 0},
		"a program that isn't":     {[]time.Duration{16 * time.Second}, "", absent, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var p pulse
				played := 0
				g, err := p.steady(func() (Result, error) {
					time.Sleep(c.durations[played])
					played++
					return Result{Reason: c.reason}, c.err
				})
				if !errors.Is(err, c.err) || played != c.games || g.Replays != c.counts {
					t.Errorf("%d games, %d replays, %v; want %d, %d", played, g.Replays, err, c.games, c.counts)
				}
			})
		})
	}
}
