package lobby

import (
	"context"
	"errors"
	"math/rand/v2"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// join lets a player into an offer. The lobby's lock is held, and released.
func (l *Lobby) join(ctx context.Context, o *offer, who play.Player, wish int) (Made, error) {
	if len(o.players)+1 == o.seats {
		o.taken = true
		players, wishes := append(o.players[:len(o.players):len(o.players)], who), append(o.wishes[:len(o.wishes):len(o.wishes)], wish)
		l.mu.Unlock()
		return l.complete(ctx, o, players, wishes)
	}
	o.add(who, wish, l.now())
	l.bookOf(o).add(o)
	l.announce(o)
	l.mu.Unlock()
	if err := l.save(ctx, o); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.drop(o, who.ID)
		return Made{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return o.made(), nil
}

// complete makes a taken offer a game. If that fails the offer stands again.
func (l *Lobby) complete(ctx context.Context, o *offer, players []play.Player, wishes []int) (Made, error) {
	ctx = context.WithoutCancel(ctx) // others wait for it too
	var id string
	err := l.save(ctx, o) // that it is no more: a crash from here on loses it, and it is not played twice
	if err == nil && o.terms.Powers == draft.ByDrafted {
		return l.beginDraft(ctx, o, seated(players, wishes))
	}
	if err == nil {
		id = newID()
		err = l.begin(ctx, id, o.terms.setup(seated(players, wishes)), o.terms.Powers)
	}
	if left := (*AbsentError)(nil); errors.As(err, &left) {
		return Made{}, errors.Join(gone(o.id), l.release(ctx, o), l.Forget(ctx, left.Player))
	}
	if err != nil {
		return Made{}, errors.Join(err, l.release(ctx, o))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.agreed(o, players)
	return Made{Game: id}, nil
}

// agreed removes an offer that is more than that now. The lobby's lock is held.
func (l *Lobby) agreed(o *offer, players []play.Player) {
	l.close(o, WhyAccepted)
	if !o.terms.lasts() {
		for _, p := range players {
			l.leaveLive(p.ID)
		}
	}
}

// seated returns the players in the order of the seats they get: those they
// want, the others by chance.
func seated(players []play.Player, wishes []int) []play.Player {
	seats := make([]play.Player, len(players))
	var others []play.Player
	for i, p := range players {
		if w := wishes[i]; w > 0 && seats[w-1].ID == "" {
			seats[w-1] = p
		} else {
			others = append(others, p)
		}
	}
	rand.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	for i := range seats {
		if seats[i].ID == "" {
			seats[i], others = others[0], others[1:]
		}
	}
	return seats
}

// current returns a player as his account is now, or an AbsentError. A guest has
// none.
func (l *Lobby) current(ctx context.Context, p play.Player) (play.Player, error) {
	a, err := l.config.Store.Account(ctx, p.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p, nil
	case err == nil && (a.Closed > 0 || a.Banned > 0):
		err = &AbsentError{p.ID}
	}
	p.Name, p.Kind, p.Class = a.Name, a.Kind, a.Class
	return p, err
}

// begin makes a game, whose powers are drawn if that is the way in which they are
// chosen.
func (l *Lobby) begin(ctx context.Context, id string, setup play.Setup, way draft.Method) error {
	if way.IsRandom() {
		setup.Powers = &play.Chosen{Way: way, Seed: uint64(rand.Uint32())}
		variant, err := l.config.Cards(setup.Game).Resolve(setup.Variant, len(setup.Players), way, setup.Powers.Seed)
		if err != nil {
			return err
		}
		setup.Variant = variant
	}
	for i, p := range setup.Players {
		p, err := l.current(ctx, p)
		if err == nil {
			setup.Players[i], err = l.rating(ctx, p, Terms{Game: setup.Game, Control: setup.Control})
		}
		if err != nil {
			return err
		}
	}
	_, leave, err := l.config.House.Begin(ctx, id, setup)
	if err != nil {
		return err
	}
	leave()
	return nil
}
