package lobby

import (
	"context"
	"errors"

	"thera/internal/site/play"
)

const (
	// maxSeeks is how many seeks a player has at most, and maxAll how many the
	// lobby has.
	maxSeeks, maxAll = 5, 5000
)

// Seek offers terms to anyone. If somebody else's seek fits, that is joined, and
// the last who joins makes it a game. A player who seeks the same twice has one
// seek.
func (l *Lobby) Seek(ctx context.Context, who play.Player, terms Terms) (Made, error) {
	return l.seek(ctx, who, terms, false)
}

// PlayNow does the same, but house bots take the seats that are left when nobody
// has come for a while, or at once if he asks again.
func (l *Lobby) PlayNow(ctx context.Context, who play.Player, terms Terms) (Made, error) {
	return l.seek(ctx, who, terms, l.config.Bots != nil)
}

func (l *Lobby) seek(ctx context.Context, who play.Player, terms Terms, now bool) (Made, error) {
	who, terms, seats, err := l.check(ctx, who, terms)
	if err != nil {
		return Made{}, err
	}
	l.mu.Lock()
	var fit *offer
	for _, o := range l.seeks.all {
		if o.fits(who, terms) && (fit == nil || o.before(fit)) {
			fit = o
		}
	}
	if fit != nil {
		return l.join(ctx, fit, who, terms.Seat)
	}
	for _, o := range list(l.seeks.of[who.ID]) {
		if o.players[0].ID == who.ID && o.terms == terms {
			return l.again(ctx, o, now)
		}
	}
	if len(l.seeks.of[who.ID]) >= maxSeeks || len(l.seeks.all) >= maxAll {
		l.mu.Unlock()
		return Made{}, play.Refuse(TooMany, "too many seeks: withdraw one, or wait for an answer")
	}
	o := &offer{id: newID(), terms: terms, seats: seats, at: l.now()}
	o.add(who, terms.Seat, o.at)
	if now {
		o.bots = o.at + play.Instant(l.config.Patience.Milliseconds())
	}
	return l.open(ctx, o)
}

// again answers a player who seeks what he seeks already. The lobby's lock is
// held, and released.
func (l *Lobby) again(ctx context.Context, o *offer, now bool) (Made, error) {
	if now {
		o.taken = true
		l.mu.Unlock()
		return l.fill(ctx, o)
	}
	defer l.mu.Unlock()
	return o.made(), nil
}

// fill has house bots take the places that are left in a taken offer. If they
// can't, it waits for people.
func (l *Lobby) fill(ctx context.Context, o *offer) (Made, error) {
	named := ""
	if o.to != nil {
		named = o.to.ID
	}
	bots, err := l.config.Bots.Choose(ctx, o.players[0], o.terms, o.seats-len(o.players), named)
	if err != nil {
		return Made{}, errors.Join(err, l.release(ctx, o))
	}
	players, wishes := o.players, o.wishes
	for _, b := range bots {
		players, wishes = append(players[:len(players):len(players)], b), append(wishes[:len(wishes):len(wishes)], 0)
	}
	return l.complete(ctx, o, players, wishes)
}

// Seeks returns the open seeks of a class, or for "" of all who are in none: the
// oldest first.
func (l *Lobby) Seeks(class string) []Seek {
	l.mu.Lock()
	defer l.mu.Unlock()
	seeks := []Seek{}
	for _, o := range list(l.seeks.all) {
		if o.class() == class {
			seeks = append(seeks, *o.seek())
		}
	}
	return seeks
}

// Accept joins a seek, which is a game when all seats are taken.
func (l *Lobby) Accept(ctx context.Context, who play.Player, id string) (Made, error) {
	return l.accept(ctx, &l.seeks, who, id)
}

// accept joins an offer of a book.
func (l *Lobby) accept(ctx context.Context, b *book, who play.Player, id string) (Made, error) {
	o, err := l.find(ctx, b, id)
	if err != nil {
		return Made{}, err
	}
	if who, err = l.rating(ctx, who, o.terms); err != nil {
		return Made{}, err
	}
	l.mu.Lock()
	err = gone(id)
	if b.all[id] == o && !o.taken {
		err = o.may(who)
	}
	if err != nil {
		l.mu.Unlock()
		return Made{}, err
	}
	return l.join(ctx, o, who, 0)
}

// Withdraw takes a player's seek away, or him out of another's.
func (l *Lobby) Withdraw(ctx context.Context, who play.Player, id string) error {
	return l.withdraw(ctx, &l.seeks, who, id)
}

func (l *Lobby) withdraw(ctx context.Context, b *book, who play.Player, id string) error {
	o, err := l.find(ctx, b, id)
	if err != nil {
		return err
	}
	l.mu.Lock()
	switch {
	case b.all[id] != o || o.taken:
		err = gone(id)
	case !o.has(who.ID):
		err = play.Refuse(NotYours, "%q: it is not yours", id)
	default:
		l.drop(o, who.ID)
	}
	l.mu.Unlock()
	if err != nil {
		return err
	}
	return l.save(ctx, o)
}

// find returns the offer of an id, whose terms don't change. One that another node
// has just stored may not have been heard of here.
func (l *Lobby) find(ctx context.Context, b *book, id string) (*offer, error) {
	if o := l.known(b, id); o != nil {
		return o, nil
	}
	err := l.refresh(ctx, id, b != &l.seeks)
	o := l.known(b, id)
	if err == nil && o == nil {
		err = gone(id)
	}
	return o, err
}

func (l *Lobby) known(b *book, id string) *offer {
	l.mu.Lock()
	defer l.mu.Unlock()
	return b.all[id]
}

func gone(id string) error {
	return play.Refuse(Gone, "%q: it has been withdrawn, or somebody else was first", id)
}
