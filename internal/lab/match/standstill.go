package match

import (
	"context"
	"errors"
	"sync"
	"time"

	"thera/engine/ugi"
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
	mu          sync.Mutex
	last        time.Time
	standstills int
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
			p.beat()
		}
	}
}

// beat returns the number of standstills so far.
func (p *pulse) beat() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if !p.last.IsZero() && now.Sub(p.last) > beatEvery+standstill {
		p.standstills++
	}
	p.last = now
	return p.standstills
}

// steady plays a game, and again if the machine stood still while a player did not answer
// in time, whether with a greeting or a move. It beats itself, because after a
// standstill a game can end before the next beat.
func (p *pulse) steady(play func() (Result, error)) (Result, error) {
	for replays := 0; ; replays++ {
		before := p.beat()
		g, err := play()
		_, isSilent := errors.AsType[*ugi.SilentError](err)
		isLate := err == nil && (g.Reason == Overrun || g.Reason == Silence)
		if !isSilent && !isLate || p.beat() == before || replays == maxReplays {
			g.Replays = replays
			return g, err
		}
	}
}
