package match

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	// beatEvery is how often the machine is felt for a standstill.
	beatEvery = 100 * time.Millisecond
	// standstill is how late a beat is that means one. No program is to blame for what
	// it doesn't do meanwhile.
	standstill = time.Second
	// maxReplays is how often a game is played again at most.
	maxReplays = 3
)

// pulse counts the standstills of the machine: a host that was suspended, or so busy
// that nothing ran for a second.
type pulse struct {
	last        time.Time
	standstills atomic.Int64
}

// feel beats until ctx ends.
func (p *pulse) feel(ctx context.Context) {
	ticker := time.NewTicker(beatEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.beat(time.Now())
		}
	}
}

func (p *pulse) beat(now time.Time) {
	if !p.last.IsZero() && now.Sub(p.last) > beatEvery+standstill {
		p.standstills.Add(1)
	}
	p.last = now
}

// steady plays a game, and again if a player exceeded its time while the machine stood
// still.
func (p *pulse) steady(play func() (Result, error)) (Result, error) {
	for replays := 0; ; replays++ {
		before := p.standstills.Load()
		g, err := play()
		if err != nil || g.Reason != Overrun || p.standstills.Load() == before || replays == maxReplays {
			g.Replays = replays
			return g, err
		}
	}
}
