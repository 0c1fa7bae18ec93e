package lobby

import (
	"context"
	"errors"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// maxChallenges is how many challenges from and to a player are open at most.
const maxChallenges = 50

// Challenge offers terms to the account of a name, or for "" to whoever gets to
// know the challenge's id. A house bot accepts at once. With more than two seats
// whoever has the id can take those that are left.
func (l *Lobby) Challenge(ctx context.Context, who play.Player, to string, terms Terms) (Made, error) {
	who, terms, seats, err := l.check(ctx, who, terms)
	if err != nil {
		return Made{}, err
	}
	o := &offer{id: newID(), terms: terms, seats: seats, at: l.now(), link: true}
	o.add(who, terms.Seat, o.at)
	if to != "" {
		if o.to, err = l.receiver(ctx, who, to, terms); err != nil {
			return Made{}, err
		}
		if l.config.Bots != nil && l.config.Bots.Has(o.to.ID) {
			o.taken = true
			return l.fill(ctx, o)
		}
	}
	l.mu.Lock()
	for _, other := range list(l.challenges.of[who.ID]) {
		if o.to != nil && other.to != nil && other.to.ID == o.to.ID && other.players[0].ID == who.ID && other.terms == terms {
			defer l.mu.Unlock()
			return other.made(), nil
		}
	}
	for _, id := range o.concerned() {
		if len(l.challenges.of[id]) >= maxChallenges {
			l.mu.Unlock()
			return Made{}, play.Refuse(TooMany, "too many challenges: wait for answers")
		}
	}
	return l.open(ctx, o)
}

// receiver returns the player of a name, with his rating.
func (l *Lobby) receiver(ctx context.Context, who play.Player, name string, terms Terms) (*play.Player, error) {
	p, err := l.config.Find(ctx, who.Class, name)
	if err == nil && p.Class != who.Class && (l.config.Bots == nil || !l.config.Bots.Has(p.ID)) {
		err = store.ErrNotFound // a class plays among itself and with the house
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, play.Refuse(UnknownPlayer, "player %q: there is nobody of that name", name)
	case err != nil:
		return nil, err
	case p.ID == who.ID:
		return nil, play.Refuse(Own, "you can't challenge yourself")
	}
	p, err = l.rating(ctx, p, terms)
	return &p, err
}

// ChallengeByID returns an open challenge, one of a class to its members.
func (l *Lobby) ChallengeByID(ctx context.Context, who play.Player, id string) (Challenge, error) {
	o, err := l.find(ctx, &l.challenges, id)
	if err != nil {
		return Challenge{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if o.taken || o.class() != who.Class {
		return Challenge{}, gone(id)
	}
	return *o.challenge(), nil
}

// Challenges returns the open challenges to a player, and those that he is in,
// the oldest first.
func (l *Lobby) Challenges(player string) (in, out []Challenge) {
	l.mu.Lock()
	defer l.mu.Unlock()
	in, out = []Challenge{}, []Challenge{}
	for _, o := range list(l.challenges.of[player]) {
		if o.has(player) {
			out = append(out, *o.challenge())
		} else {
			in = append(in, *o.challenge())
		}
	}
	return in, out
}

// AcceptChallenge joins a challenge, which is a game when all seats are taken.
func (l *Lobby) AcceptChallenge(ctx context.Context, who play.Player, id string) (Made, error) {
	return l.accept(ctx, &l.challenges, who, id)
}

// CancelChallenge takes a player's challenge away, or him out of another's.
func (l *Lobby) CancelChallenge(ctx context.Context, who play.Player, id string) error {
	return l.withdraw(ctx, &l.challenges, who, id)
}

// DeclineChallenge is for the player to whom a challenge is.
func (l *Lobby) DeclineChallenge(ctx context.Context, who play.Player, id string) error {
	o, err := l.find(ctx, &l.challenges, id)
	if err != nil {
		return err
	}
	l.mu.Lock()
	switch {
	case o.taken:
		err = gone(id)
	case o.to == nil || o.to.ID != who.ID:
		err = play.Refuse(NotForYou, "%q: the challenge is not for you to decline", id)
	default:
		l.close(o, WhyDeclined)
	}
	l.mu.Unlock()
	if err != nil {
		return err
	}
	return l.save(ctx, o)
}
