package load

import (
	"maps"
	"slices"
	"time"
)

// faster is how many times faster games are played to their end.
const faster = 4

// finish waits until all games have ended. It gives up when nobody has played a turn
// for long, and counts those that are left.
func (r *run) finish() {
	r.finishing.Store(true)
	for _, t := range r.playing() {
		t.hurry()
	}
	for since, turns := time.Now(), 0; r.sitting.Load() > 0 && time.Since(since) < patience; time.Sleep(50 * time.Millisecond) {
		if now := r.ack.count(); now > turns {
			since, turns = time.Now(), now
		}
	}
	r.closing.Store(true)
	r.count(func(result *Result) { result.Unfinished = int(r.sitting.Load()) })
}

// playing returns the tables that play now. They are locked one by one, without the
// lock of all.
func (r *run) playing() []*table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.tables))
}
