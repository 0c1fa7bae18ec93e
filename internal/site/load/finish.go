package load

import (
	"maps"
	"slices"
	"time"
)

// finishSpeedup is how many times faster games are played at the end.
const finishSpeedup = 4

// finish waits until all games have ended. If no turn is played for a long time
// it gives up and counts the games that are left.
func (r *run) finish() {
	r.finishing.Store(true)
	for _, t := range r.activeGames() {
		t.speedUp()
	}
	for since, turns := time.Now(), 0; r.active.Load() > 0 && time.Since(since) < stallTimeout; time.Sleep(50 * time.Millisecond) {
		if now := r.ack.count(); now > turns {
			since, turns = time.Now(), now
		}
	}
	r.closing.Store(true)
	r.count(func(result *Result) { result.Unfinished = int(r.active.Load()) })
}

// activeGames returns the games in progress, which are then locked one at a time.
func (r *run) activeGames() []*activeGame {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.games))
}
