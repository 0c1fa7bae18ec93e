package lobby

import (
	"context"
	"errors"
	"slices"
	"time"

	"thera/internal/catalog/setup"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Challenge offers terms to the account with a name, or for "" to anybody who
// knows the challenge's ID. A house bot accepts immediately. In games for more
// than two, anybody with the ID can take the remaining seats.
func (l *Lobby) Challenge(ctx context.Context, who play.Player, to string, terms Terms) (Made, error) {
	who, terms, seats, err := l.Check(ctx, who, terms)
	if err == nil {
		err = l.Admit(ctx, who)
	}
	if err != nil {
		return Made{}, err
	}
	o := &offer{id: newID(), terms: terms, seats: seats, at: l.now(), isChallenge: true}
	o.add(who, terms.Seat, o.at)
	if to != "" {
		if o.to, err = l.receiver(ctx, who, to, terms); err == nil {
			err = l.checkDeclined(ctx, who, *o.to)
		}
		if err != nil {
			return Made{}, err
		}
		o.isTaken = l.isHouseBot(o.to.ID)
	}
	l.mu.Lock()
	for _, other := range openOffers(l.challenges.byPlayer[who.ID]) {
		if o.to != nil && other.to != nil && other.to.ID == o.to.ID && other.players[0].ID == who.ID && other.terms == terms {
			defer l.mu.Unlock()
			return other.made(), nil
		}
	}
	if err := l.checkChallenge(o, httpkit.Client(ctx)); err != nil {
		l.mu.Unlock()
		return Made{}, err
	}
	if o.isTaken {
		l.mu.Unlock()
		return l.fill(ctx, o)
	}
	return l.open(ctx, o)
}

// checkChallenge refuses a challenge, made at a client's address, for which there is no
// room. One that a house bot accepts needs none, unless it becomes a draft. l.mu must be
// held.
func (l *Lobby) checkChallenge(o *offer, client string) error {
	who := o.players[0]
	if !o.isTaken || o.isDrafted() {
		if err := l.checkRoom(&challengeLimits, who, client, l.asChallenges("")); err != nil {
			return err
		}
	}
	if o.isTaken || o.to == nil {
		return nil
	}
	return l.checkRoom(&receivedLimits, who, client, l.received(o.to.ID))
}

func (l *Lobby) receiver(ctx context.Context, who play.Player, name string, terms Terms) (*play.Player, error) {
	p, err := l.config.Find(ctx, who.Class, name)
	switch {
	case err != nil:
		return nil, err
	case p.Class != who.Class && !l.isHouseBot(p.ID): // members of a class play each other and house bots only
		return nil, play.Refuse(play.UnknownPlayer, "player %q: there is no player with this name", name)
	case p.ID == who.ID:
		return nil, play.Refuse(Own, "you can't challenge yourself")
	}
	if err := l.checkDraft(terms, p); err != nil {
		return nil, err
	}
	p, err = l.rating(ctx, p, terms)
	return &p, err
}

// checkDeclined refuses a player whose challenge somebody has declined today.
func (l *Lobby) checkDeclined(ctx context.Context, who, to play.Player) error {
	at, err := l.config.Store.Declined(ctx, to.ID, who.ID)
	if wait := declineLimit - time.Duration(l.now()-at)*time.Millisecond; err == nil && at > 0 && wait > 0 {
		err = &play.Refusal{Reason: TooMany, Wait: wait, Detail: to.Name + " has declined a challenge of yours: wait a day, or for a challenge of theirs"}
	}
	return err
}

// remembersDecline reports whether a sender can't challenge a player for a day after one was
// declined. Programs decline terms, rather than people, and in a class the teacher decides.
func remembersDecline(player play.Player) bool { return player.Kind != play.Bot && player.Class == "" }

// ChallengeByID returns an open challenge. Challenges in a class are visible to
// its members only.
func (l *Lobby) ChallengeByID(ctx context.Context, who play.Player, id string) (Challenge, error) {
	o, err := l.find(ctx, &l.challenges, id)
	if err != nil {
		return Challenge{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if o.isTaken || o.class() != who.Class {
		return Challenge{}, goneError(id)
	}
	return *o.challenge(), nil
}

// Challenges returns the open challenges to a player and those the player is
// in, the oldest first.
func (l *Lobby) Challenges(player string) (in, out []Challenge) {
	l.mu.Lock()
	defer l.mu.Unlock()
	in, out = []Challenge{}, []Challenge{}
	for _, o := range openOffers(l.challenges.byPlayer[player]) {
		if o.includes(player) {
			out = append(out, *o.challenge())
		} else {
			in = append(in, *o.challenge())
		}
	}
	return in, out
}

// AcceptChallenge takes a seat in a challenge. Taking the last one starts the game.
func (l *Lobby) AcceptChallenge(ctx context.Context, who play.Player, id string) (Made, error) {
	return l.accept(ctx, &l.challenges, who, id)
}

// CancelChallenge withdraws a player's challenge, or the player from another's
// challenge.
func (l *Lobby) CancelChallenge(ctx context.Context, who play.Player, id string) error {
	return l.withdraw(ctx, &l.challenges, who, id)
}

// DeclineChallenge declines a challenge to the player. Its sender can't challenge the player
// again for a day.
func (l *Lobby) DeclineChallenge(ctx context.Context, who play.Player, id string) error {
	o, err := l.find(ctx, &l.challenges, id)
	if err != nil {
		return err
	}
	l.mu.Lock()
	sender, isTaken, isTheirs := o.players[0].ID, o.isTaken, o.to != nil && o.to.ID == who.ID
	l.mu.Unlock()
	switch {
	case isTaken:
		return goneError(id)
	case !isTheirs:
		return play.Refuse(NotForYou, "%q: this challenge is not addressed to you", id)
	case remembersDecline(who): // first: if that fails, the challenge stays open
		if err := l.config.Store.AddDecline(ctx, who.ID, sender, l.now()); err != nil {
			return err
		}
	}
	l.mu.Lock()
	if o.isTaken {
		err = goneError(id)
	} else {
		l.close(o, WhyDeclined)
	}
	l.mu.Unlock()
	if err != nil {
		return err
	}
	return l.saveClosed(ctx, o)
}

// Rematch returns the ID of the rematch that all players of a game have agreed
// to; the seats rotate by one. It is normally started when they agree, and only
// once, no matter how many ask. If that failed, it is started now. If they have
// not agreed, the call is refused.
func (l *Lobby) Rematch(ctx context.Context, game string) (id string, err error) {
	const tries = 3
	for range tries {
		id, err = l.config.Store.RematchOf(ctx, game)
		if !errors.Is(err, store.ErrNotFound) {
			return id, err
		}
		if id, err = l.makeRematch(ctx, game); !errors.Is(err, play.ErrTaken) {
			return id, err
		}
	}
	return "", err
}

// makeRematch starts the rematch. It fails with play.ErrTaken if there is one.
func (l *Lobby) makeRematch(ctx context.Context, game string) (id string, err error) {
	r, leave, err := l.config.House.Enter(ctx, game)
	if err != nil {
		return "", err
	}
	state := r.State()
	leave()
	if !state.Rematch() {
		return "", play.Refuse(play.NotOffered, "rematch: not all players have agreed to one")
	}
	gameSetup := state.Setup()
	terms := Terms{Game: gameSetup.Game, Variant: gameSetup.Variant, Position: gameSetup.Position, Control: gameSetup.Control, Rated: gameSetup.Rated}
	players := slices.Concat(gameSetup.Players[1:], gameSetup.Players[:1])
	again := terms.setup(players)
	if h := gameSetup.Handicap; h != nil {
		if again, err = l.withHandicap(again, h.Name, 3-h.Giver); err != nil { // the same player gives it
			return "", err
		}
	}
	again.Previous, id = game, newID()
	if err = l.begin(ctx, id, again, setup.AsNamed); err != nil {
		if left := (*AbsentError)(nil); errors.As(err, &left) {
			err = play.Refuse(Gone, "rematch: a player's account is closed")
		}
		return "", err
	}
	return id, nil
}
