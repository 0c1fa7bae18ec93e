package lobby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"

	"thera/internal/cluster/bus"
	"thera/internal/site/store"
	"thera/internal/site/stream"
)

// nodes is how a lobby talks to those of other nodes.
type nodes struct {
	id   string
	stop func()
}

// changed is what a node says of an offer that it has stored or taken away.
type changed struct {
	From string `json:"from"`
	ID   string `json:"id"`
	Link bool   `json:"link,omitempty"`
	Why  Why    `json:"why,omitempty"`
}

// offers is the subject of offers that have changed.
const offers = "lobby.offers"

// share lets the lobbies of all nodes be one.
func (l *Lobby) share() (err error) {
	b := l.config.Bus
	if l.hub, err = stream.NewHub[Notice](b); b == nil || err != nil {
		return err
	}
	l.nodes.id = rand.Text()
	b.Resumed(func() { l.start(func() { _ = l.agree(context.Background()) }) }) // it is done again soon
	l.nodes.stop, err = b.Subscribe(offers, l.hearOffer)
	return err
}

func (l *Lobby) unshare() {
	l.hub.Close()
	if l.nodes.stop != nil {
		l.nodes.stop()
	}
}

// tellOffer tells other nodes of an offer that has changed in the store.
func (l *Lobby) tellOffer(o *offer) {
	if l.config.Bus == nil {
		return
	}
	l.mu.Lock()
	why := o.why
	l.mu.Unlock()
	if text, err := json.Marshal(changed{l.nodes.id, o.id, o.link, why}); err == nil {
		_ = l.config.Bus.Publish(offers, text) // whoever does not hear it reads it again soon
	}
}

func (l *Lobby) hearOffer(m bus.Message) {
	var c changed
	if json.Unmarshal(m.Data, &c) != nil || c.From == l.nodes.id {
		return
	}
	l.start(func() {
		l.saving.Lock()
		defer l.saving.Unlock()
		_ = l.reread(context.Background(), c.ID, c.Link, c.Why) // it is read again soon
	})
}

// reread makes an offer what it is in the store. Why is why it is gone, if it is.
// Saving is locked.
func (l *Lobby) reread(ctx context.Context, id string, link bool, why Why) error {
	var now *offer
	var text string
	var err error
	if link {
		var c store.Challenge
		if c, err = l.config.Store.Challenge(ctx, id); err == nil {
			now, text = &offer{id: id, at: c.Created, link: true, version: c.Version}, c.Offer
		}
	} else {
		var k store.Seek
		if k, err = l.config.Store.Seek(ctx, id); err == nil {
			now, text = &offer{id: id, at: k.Created, version: k.Version}, k.Offer
		}
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.replace(id, now, text, why)
}

// replace puts an offer with a text in the place of what the lobby has of its id;
// nil takes that away. Saving and the lobby are locked.
func (l *Lobby) replace(id string, now *offer, text string, why Why) error {
	var old *offer
	for _, b := range []*book{&l.seeks, &l.challenges, &l.drafts} {
		if o := b.all[id]; o != nil {
			old = o
		}
	}
	switch {
	case now == nil && old == nil, now != nil && old != nil && now.version == old.version:
		return nil
	case now == nil:
		if old.version > 0 { // else it is about to be stored
			old.version = 0
			l.close(old, why)
		}
		return nil
	}
	if old != nil {
		l.bookOf(old).remove(old)
	}
	if err := l.restore(now, text); err != nil {
		return err
	}
	for i := range now.seen {
		now.seen[i] = l.now()
	}
	l.announce(now)
	return nil
}

// refresh reads an offer that other nodes may have changed without this one having
// heard of it yet.
func (l *Lobby) refresh(ctx context.Context, id string, link bool) error {
	if l.config.Bus == nil {
		return nil
	}
	l.saving.Lock()
	defer l.saving.Unlock()
	return l.reread(ctx, id, link, WhyCanceled)
}

// agree makes all offers what they are in the store.
func (l *Lobby) agree(ctx context.Context) error {
	l.saving.Lock()
	defer l.saving.Unlock()
	seeks, err := l.config.Store.Seeks(ctx)
	if err != nil {
		return err
	}
	challenges, err := l.config.Store.Challenges(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	stored := map[string]bool{}
	for _, k := range seeks {
		stored[k.ID] = true
		err = errors.Join(err, l.replace(k.ID, &offer{id: k.ID, at: k.Created, version: k.Version}, k.Offer, ""))
	}
	for _, c := range challenges {
		stored[c.ID] = true
		err = errors.Join(err, l.replace(c.ID, &offer{id: c.ID, at: c.Created, link: true, version: c.Version}, c.Offer, ""))
	}
	for _, b := range []*book{&l.seeks, &l.challenges, &l.drafts} {
		for id := range b.all {
			if !stored[id] {
				err = errors.Join(err, l.replace(id, nil, "", WhyCanceled))
			}
		}
	}
	return err
}

// meet tells other nodes who is here, and agrees with them about all offers.
func (l *Lobby) meet(ctx context.Context) {
	if l.config.Bus == nil {
		return
	}
	var players []string
	l.mu.Lock()
	for _, o := range l.seeks.all {
		if !o.stays() {
			players = append(players, o.concerned()...)
		}
	}
	l.mu.Unlock()
	l.hub.Meet(players)
	_ = l.agree(ctx) // it is done again soon
	l.pair(ctx)
}

// pair joins seeks that fit each other, which were made on two nodes at once: the
// later one, of somebody who listens here, is sought again.
func (l *Lobby) pair(ctx context.Context) {
	l.mu.Lock()
	var again []*offer
	for _, o := range list(l.seeks.all) {
		if len(o.players) > 1 || !l.hub.Listens(o.players[0].ID) {
			continue
		}
		for _, other := range l.seeks.all {
			if other.before(o) && other.fits(o.players[0], o.terms) {
				again = append(again, o)
				break
			}
		}
	}
	l.mu.Unlock()
	for _, o := range again {
		if l.Withdraw(ctx, o.players[0], o.id) == nil {
			_, _ = l.seek(ctx, o.players[0], o.terms, o.bots != 0) // with nobody there it waits, as before
		}
	}
}

// Online returns how many players are listening, on all nodes, visitors without a
// name included.
func (l *Lobby) Online() int { return l.hub.Online() }

// Listens reports whether a player is listening, on any node. It may take a
// moment.
func (l *Lobby) Listens(player string) bool { return l.hub.Anywhere(player) }

// Here returns who is listening on this node.
func (l *Lobby) Here() []string { return l.hub.Here() }
