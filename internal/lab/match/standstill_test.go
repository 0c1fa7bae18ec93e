package match

import (
	"testing"
	"time"
)

func TestStandstill(t *testing.T) {
	late := func(p *pulse, by ...time.Duration) {
		for _, d := range by {
			p.beat(p.last.Add(beatEvery + d))
		}
	}
	for name, c := range map[string]struct {
		delays        []time.Duration // of beats, one in each game
		reason        Reason
		games, counts int
	}{
		"no standstill":         {[]time.Duration{0, 0}, Overrun, 1, 0},
		"a busy moment":         {[]time.Duration{standstill / 2}, Overrun, 1, 0},
		"one standstill":        {[]time.Duration{16 * time.Second, 0}, Overrun, 2, 1},
		"another kind of loss":  {[]time.Duration{16 * time.Second}, Illegal, 1, 0},
		"one standstill a game": {[]time.Duration{time.Hour, time.Hour, time.Hour, time.Hour, time.Hour}, Overrun, 1 + maxReplays, maxReplays},
	} {
		p := &pulse{last: time.Unix(1, 0)}
		played := 0
		g, err := p.steady(func() (Result, error) {
			late(p, c.delays[played])
			played++
			return Result{Reason: c.reason}, nil
		})
		if err != nil || played != c.games || g.Replays != c.counts {
			t.Errorf("%s: %d games, %d replays, %v; want %d, %d", name, played, g.Replays, err, c.games, c.counts)
		}
	}
}
