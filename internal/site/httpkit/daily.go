package httpkit

import (
	"sync"
	"time"
)

// Daily holds each client to a number of things a day, by UTC. Unlike a [Limiter] it
// suits what is kept: the number bounds what a client adds to the store in a day.
type Daily struct {
	most int

	mu     sync.Mutex
	day    int64 // since 1970
	counts map[string]int
}

// NewDaily returns a limit that has counted nothing yet.
func NewDaily(most int) *Daily { return &Daily{most: most, counts: map[string]int{}} }

// Wait returns how long a client has to wait until it may do the next thing. If it is 0,
// that is counted. [Local] never waits.
func (d *Daily) Wait(client string, now time.Time) time.Duration { return d.wait(client, now, true) }

// Check is [Daily.Wait] for what may be done later, and is not counted yet.
func (d *Daily) Check(client string, now time.Time) time.Duration { return d.wait(client, now, false) }

func (d *Daily) wait(client string, now time.Time, counts bool) time.Duration {
	if client == Local {
		return 0
	}
	const day = 24 * time.Hour
	d.mu.Lock()
	defer d.mu.Unlock()
	if today := now.Unix() / int64(day/time.Second); today != d.day {
		d.day = today
		clear(d.counts)
	}
	n := d.counts[client]
	if n >= d.most {
		return now.Truncate(day).Add(day).Sub(now)
	}
	if !counts {
		return 0
	}
	if n == 0 && len(d.counts) >= maxClients {
		delete(d.counts, leastUsed(d.counts, func(n int) float64 { return float64(n) }))
	}
	d.counts[client] = n + 1
	return 0
}

// DailyGuests holds each guest to a number of things a day, and the guests of an address
// together to ten times as many, because anybody can be one guest after another.
type DailyGuests struct{ each, address *Daily }

// NewDailyGuests returns a limit that has counted nothing yet.
func NewDailyGuests(most int) *DailyGuests {
	const perAddress = 10
	return &DailyGuests{NewDaily(most), NewDaily(perAddress * most)}
}

// Wait returns how long a guest at a client has to wait until they may do the next thing.
// If it is 0, that is counted. [Local] never waits.
func (d *DailyGuests) Wait(guest, client string, now time.Time) time.Duration {
	if wait := d.Check(guest, client, now); wait > 0 || client == Local {
		return wait // what one of them refuses, neither is charged for
	}
	return max(d.each.Wait(guest, now), d.address.Wait(client, now))
}

// Check is [DailyGuests.Wait] for what may be done later, and is not counted yet.
func (d *DailyGuests) Check(guest, client string, now time.Time) time.Duration {
	if client == Local {
		return 0
	}
	return max(d.each.Check(guest, now), d.address.Check(client, now))
}
