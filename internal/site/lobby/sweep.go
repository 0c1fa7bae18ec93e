package lobby

import (
	"context"
	"slices"

	"thera/internal/site/play"
)

// How long offers stay, in milliseconds.
const (
	// absence is how long a player with a seek may be gone.
	absence = 15_000
	// maxAge is after how long challenges and seeks are too old.
	maxAge = 14 * 24 * 60 * 60 * 1000
	// maxLiveAge is the same where a clock of minutes would run.
	maxLiveAge = 24 * 60 * 60 * 1000
)

// sweep removes seeks whose players have gone, and has house bots take the
// places in those that wait for them.
func (l *Lobby) sweep(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, o := range l.drafts.all {
		if _, open := o.stage.draft.Next(); !open || o.stage.deadline <= now {
			l.start(func() { l.settle(ctx, o.id) })
		}
	}
	for _, o := range l.seeks.all {
		switch {
		case o.taken:
		case !o.stays() && l.absent(ctx, o, now):
		case o.bots != 0 && o.bots <= now:
			o.taken = true
			l.start(func() { _, _ = l.fill(ctx, o) }) // otherwise it waits on for people
		}
	}
}

// clear removes offers that are too old.
func (l *Lobby) clear(ctx context.Context) {
	l.mu.Lock()
	now := l.now()
	var removed []*offer
	for _, b := range []book{l.seeks, l.challenges} {
		for _, o := range b.all {
			if !o.taken && o.old(now) {
				l.close(o, WhyCanceled)
				removed = append(removed, o)
			}
		}
	}
	l.mu.Unlock()
	for _, o := range removed {
		_ = l.save(ctx, o) // it is cleared again when it is read again
	}
}

func (o *offer) old(now play.Instant) bool {
	if o.terms.lasts() {
		return now-o.at > maxAge
	}
	return now-o.at > maxLiveAge
}

// absent takes the players out of a seek who have not been there for a while,
// and reports whether it is gone with that.
func (l *Lobby) absent(ctx context.Context, o *offer, now play.Instant) bool {
	for i, p := range o.players {
		if l.hub.Listens(p.ID) || l.hub.Elsewhere(p.ID) {
			o.seen[i] = now
		}
	}
	for i := len(o.players) - 1; i >= 0; i-- {
		if now-o.seen[i] > absence {
			l.dropAndSave(ctx, o, o.players[i].ID)
		}
	}
	return l.seeks.all[o.id] != o
}

// leaveLive takes a player out of all seeks in which a clock of minutes would
// run, because such a game of his begins. The lobby's lock is held.
func (l *Lobby) leaveLive(player string) {
	for _, o := range list(l.seeks.of[player]) {
		if !o.stays() {
			l.dropAndSave(context.Background(), o, player)
		}
	}
}

// dropAndSave takes a player out of an offer, in the store some time soon. The
// lobby's lock is held.
func (l *Lobby) dropAndSave(ctx context.Context, o *offer, player string) {
	l.drop(o, player)
	if l.keeps(o) {
		l.start(func() { _ = l.save(ctx, o) }) // what fails is dropped again when it is read again
	}
}

// Forget takes all away that a player offers or is offered, because he is no
// more.
func (l *Lobby) Forget(ctx context.Context, player string) error {
	l.acting.Lock()
	defer l.acting.Unlock()
	l.mu.Lock()
	var changed []*offer
	for _, o := range slices.Concat(list(l.seeks.of[player]), list(l.challenges.of[player]), list(l.drafts.of[player])) {
		switch {
		case o.stage != nil:
			l.close(o, WhyCanceled)
		case o.has(player):
			l.drop(o, player)
		default:
			l.close(o, WhyDeclined)
		}
		changed = append(changed, o)
	}
	l.mu.Unlock()
	for _, o := range changed {
		if err := l.save(ctx, o); err != nil {
			return err
		}
	}
	return nil
}
