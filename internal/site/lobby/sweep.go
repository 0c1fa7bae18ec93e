package lobby

import (
	"context"
	"slices"

	"thera/internal/site/play"
)

// Lifetimes of offers, in milliseconds.
const (
	// how long a player with a live seek may be offline
	absenceLimit = 15_000
	// of challenges and correspondence seeks
	maxAge = 14 * 24 * 60 * 60 * 1000
	// of challenges with a live clock
	maxLiveAge = 24 * 60 * 60 * 1000
)

// sweep removes seeks whose players have gone, seats house bots in those that
// wait for them, and settles drafts.
func (l *Lobby) sweep(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, o := range l.drafts.byID {
		if _, open := o.draft.draft.Next(); !open || o.draft.deadline <= now {
			l.start(func() { l.settleDraft(ctx, o.id) })
		}
	}
	for _, o := range l.seeks.byID {
		switch {
		case o.isTaken:
		case !o.outlivesPlayers() && l.removeAbsent(ctx, o, now):
		case o.botsAt != 0 && o.botsAt <= now:
			o.isTaken = true
			l.start(func() { _, _ = l.fill(ctx, o) }) // after a failure it waits for people
		}
	}
}

func (l *Lobby) clear(ctx context.Context) {
	l.mu.Lock()
	now := l.now()
	var removed []*offer
	for _, b := range []index{l.seeks, l.challenges} {
		for _, o := range b.byID {
			if !o.isTaken && o.isExpired(now) {
				l.close(o, WhyCanceled)
				removed = append(removed, o)
			}
		}
	}
	l.mu.Unlock()
	for _, o := range removed {
		_ = l.save(ctx, o) // cleared again when it is reread
	}
}

func (o *offer) isExpired(now play.Instant) bool {
	if o.terms.isCorrespondence() {
		return now-o.at > maxAge
	}
	return now-o.at > maxLiveAge
}

// removeAbsent takes absent players out of a seek, and reports whether that
// closed it.
func (l *Lobby) removeAbsent(ctx context.Context, o *offer, now play.Instant) bool {
	for i, p := range o.players {
		if l.hub.Listens(p.ID) || l.hub.Elsewhere(p.ID) {
			o.lastSeen[i] = now
		}
	}
	for i := len(o.players) - 1; i >= 0; i-- {
		if now-o.lastSeen[i] > absenceLimit {
			l.removeAndSave(ctx, o, o.players[i].ID)
		}
	}
	return l.seeks.byID[o.id] != o
}

// leaveLiveSeeks takes a player whose live game starts out of all live seeks.
// l.mu must be held.
func (l *Lobby) leaveLiveSeeks(player string) {
	for _, o := range openOffers(l.seeks.byPlayer[player]) {
		if !o.outlivesPlayers() {
			l.removeAndSave(context.Background(), o, player)
		}
	}
}

// removeAndSave takes a player out of an offer, and out of the store in the
// background. l.mu must be held.
func (l *Lobby) removeAndSave(ctx context.Context, o *offer, player string) {
	l.removePlayer(o, player)
	if l.isStored(o) {
		l.start(func() { _ = l.save(ctx, o) }) // removed again when it is reread
	}
}

// Forget removes everything that a player offers or is offered, because the
// account is closed.
func (l *Lobby) Forget(ctx context.Context, player string) error {
	l.draftMu.Lock()
	defer l.draftMu.Unlock()
	l.mu.Lock()
	var changed []*offer
	for _, o := range slices.Concat(openOffers(l.seeks.byPlayer[player]), openOffers(l.challenges.byPlayer[player]), openOffers(l.drafts.byPlayer[player])) {
		switch {
		case o.draft != nil:
			l.close(o, WhyCanceled)
		case o.includes(player):
			l.removePlayer(o, player)
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
