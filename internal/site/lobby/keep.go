package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// stored is what of an offer is in the store as JSON.
type stored struct {
	Terms   Terms           `json:"terms"`
	Seats   int             `json:"seats"`
	Players []play.Player   `json:"players"`
	Wishes  []int           `json:"wishes"`
	To      *play.Player    `json:"to,omitempty"`
	Draft   *draft.Progress `json:"draft,omitempty"` // of who are in, in their order
	Bots    play.Instant    `json:"bots,omitempty"`
}

// stays reports whether an offer is there while its players are not.
func (o *offer) stays() bool { return o.link || o.terms.lasts() }

// keeps reports whether an offer is stored. Where other nodes are to know of it,
// it is.
func (l *Lobby) keeps(o *offer) bool { return o.stays() || l.config.Bus != nil }

// bookOf returns the book that an offer belongs to.
func (l *Lobby) bookOf(o *offer) *book {
	switch {
	case o.stage != nil:
		return &l.drafts
	case o.link:
		return &l.challenges
	}
	return &l.seeks
}

// open opens a new offer. The lobby's lock is held, and released.
func (l *Lobby) open(ctx context.Context, o *offer) (Made, error) {
	l.bookOf(o).add(o)
	l.announce(o)
	made := o.made()
	l.mu.Unlock()
	if err := l.save(ctx, o); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.close(o, WhyCanceled)
		return Made{}, err
	}
	return made, nil
}

// close removes an offer, if it is there. The lobby's lock is held.
func (l *Lobby) close(o *offer, why Why) {
	b := l.bookOf(o)
	if b.all[o.id] != o {
		return
	}
	b.remove(o)
	o.why = why
	switch {
	case o.stage != nil:
		l.hub.Tell(o.concerned(), Notice{Event: DraftGone, ID: o.id, Why: why})
	case o.link:
		l.hub.Tell(o.concerned(), Notice{Event: ChallengeGone, ID: o.id, Why: why})
	default:
		l.hub.Publish(Notice{Event: SeekGone, ID: o.id})
	}
}

// announce tells of an offer that is new or has changed. The lobby's lock is
// held.
func (l *Lobby) announce(o *offer) {
	switch {
	case o.stage != nil:
		l.hub.Tell(o.concerned(), Notice{Event: Drafted, Draft: o.drafting()})
	case o.link:
		l.hub.Tell(o.concerned(), Notice{Event: Challenged, Challenge: o.challenge()})
	default:
		l.hub.Publish(Notice{Event: Sought, Seek: o.seek()})
	}
}

// drop takes a player out of an offer, which is gone with who made it. The
// lobby's lock is held.
func (l *Lobby) drop(o *offer, player string) {
	switch b := l.bookOf(o); {
	case b.all[o.id] != o || !o.has(player):
	case o.players[0].ID == player:
		l.close(o, WhyCanceled)
	default:
		o.remove(player)
		b.forget(o, player)
		b.add(o) // for a player who is still asked
		if o.link {
			l.hub.Tell([]string{player}, Notice{Event: ChallengeGone, ID: o.id, Why: WhyCanceled})
		}
		l.announce(o)
	}
}

// release lets an offer that could not be made a game stand again, without
// house bots.
func (l *Lobby) release(ctx context.Context, o *offer) error {
	l.mu.Lock()
	o.taken, o.bots = false, 0
	l.mu.Unlock()
	return l.save(ctx, o)
}

// save makes the store agree with what an offer is now. In whatever order
// several do so, in the end it does. If on another node somebody was first, the
// offer becomes what that one has made of it, and the error is a refusal: gone.
func (l *Lobby) save(ctx context.Context, o *offer) error {
	if !l.keeps(o) {
		return nil
	}
	l.saving.Lock()
	defer l.saving.Unlock()
	l.mu.Lock()
	open := l.bookOf(o).all[o.id] == o && !o.taken
	text, err := o.text(o.stage)
	maker := o.players[0].ID
	l.mu.Unlock()
	switch {
	case err != nil:
		return err
	case open:
		return l.put(ctx, o, maker, text)
	case o.version == 0:
		return nil // it has never been stored, or is no more
	case o.link:
		err = l.config.Store.DeleteChallenge(ctx, o.id, o.version)
	default:
		err = l.config.Store.DeleteSeek(ctx, o.id, o.version)
	}
	if err == nil {
		o.version = 0
	}
	return l.stored(ctx, o, err)
}

// put stores an offer, which somebody has made, as a text. Saving is locked.
func (l *Lobby) put(ctx context.Context, o *offer, maker, text string) (err error) {
	s := l.config.Store
	if o.link {
		receiver := ""
		if o.to != nil {
			receiver = o.to.ID
		}
		err = s.PutChallenge(ctx, store.Challenge{ID: o.id, Sender: maker, Receiver: receiver, Offer: text, Created: o.at, Version: o.version})
	} else {
		err = s.PutSeek(ctx, store.Seek{ID: o.id, Player: maker, Offer: text, Created: o.at, Version: o.version})
	}
	if err == nil {
		o.version++
	}
	return l.stored(ctx, o, err)
}

// stored lets other nodes know of an offer that was stored, and this one what
// another has made of one that could not be.
func (l *Lobby) stored(ctx context.Context, o *offer, err error) error {
	switch {
	case err == nil:
		l.tellOffer(o)
	case errors.Is(err, store.ErrNotFound):
		return errors.Join(gone(o.id), l.reread(ctx, o.id, o.link, WhyCanceled))
	}
	return err
}

// text returns what is stored of an offer, with its draft at a stage, if it has
// one.
func (o *offer) text(at *stage) (string, error) {
	s := stored{Terms: o.terms, Seats: o.seats, Players: o.players, Wishes: o.wishes, To: o.to, Bots: o.bots}
	if at != nil {
		view := at.draft.Progress()
		s.Draft = &view
	}
	text, err := json.Marshal(s)
	return string(text), err
}

// load reads the offers that are stored.
func (l *Lobby) load(ctx context.Context) error {
	seeks, err := l.config.Store.Seeks(ctx)
	if err != nil {
		return err
	}
	for _, k := range seeks {
		if err := l.restore(&offer{id: k.ID, at: k.Created, version: k.Version}, k.Offer); err != nil {
			return err
		}
	}
	challenges, err := l.config.Store.Challenges(ctx)
	if err != nil {
		return err
	}
	for _, c := range challenges {
		if err := l.restore(&offer{id: c.ID, at: c.Created, link: true, version: c.Version}, c.Offer); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lobby) restore(o *offer, text string) error {
	var s stored
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return fmt.Errorf("offer %q: %q: %w", o.id, text, err)
	}
	if len(s.Players) == 0 || len(s.Wishes) != len(s.Players) {
		return fmt.Errorf("offer %q: %q: want players, and as many wishes", o.id, text)
	}
	o.terms, o.seats, o.to, o.bots = s.Terms, s.Seats, s.To, s.Bots
	for i, p := range s.Players {
		o.add(p, s.Wishes[i], o.at)
	}
	if s.Draft != nil {
		d, err := s.Draft.Draft()
		if err != nil {
			return fmt.Errorf("draft %q: %q: %w", o.id, text, err)
		}
		o.stage = &stage{d, l.now() + o.terms.limit()} // nobody could be heard meanwhile
	}
	l.bookOf(o).add(o)
	return nil
}
