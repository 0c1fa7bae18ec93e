package lobby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/database"
	"thera/internal/site/stream"
)

type nodes struct {
	id   string
	stop []func() // unsubscribe from the bus
}

type offerChanged struct {
	From string `json:"from"`
	ID   string `json:"id"`
	Link bool   `json:"link,omitempty"`
	Why  Why    `json:"why,omitempty"`
}

const (
	offersSubject = "lobby.offers"
	missedSubject = "lobby.missed" // notices of the node that says so may have been lost
)

func (l *Lobby) joinNodes() (err error) {
	b := l.config.Bus
	if l.hub, err = stream.NewHub[Notice](b); b == nil || err != nil {
		return err
	}
	l.nodes.id = rand.Text()
	b.OnReconnect(func() { l.start(l.onReconnect) })
	l.config.House.OnNodeLost(l.greetAll) // it may have died before it could tell what it had stored
	for subject, hear := range map[string]func(bus.Message){
		offersSubject: l.onOfferChanged,
		missedSubject: func(m bus.Message) {
			if string(m.Data) != l.nodes.id {
				l.greetAll()
			}
		},
	} {
		stop, err := b.Subscribe(subject, hear)
		if err != nil {
			return err
		}
		l.nodes.stop = append(l.nodes.stop, stop)
	}
	return nil
}

func (l *Lobby) leaveNodes() {
	l.hub.Close()
	for _, stop := range l.nodes.stop {
		stop()
	}
}

// onReconnect makes up for what was lost while the bus was unavailable, from other nodes and
// to them.
func (l *Lobby) onReconnect() {
	_ = l.syncOffers(context.Background()) // done again soon
	l.greetAll()
	_ = l.config.Bus.Publish(missedSubject, []byte(l.nodes.id)) // if it is lost too, the bus is restored once more
}

// greetAll has all players here get the current state again, because they may have missed
// notices.
func (l *Lobby) greetAll() { l.hub.Tell(l.hub.Here(), Notice{Event: Hello}) }

func (l *Lobby) announceStored(o *offer) {
	if l.config.Bus == nil {
		return
	}
	l.mu.Lock()
	why := o.why
	l.mu.Unlock()
	if text, err := json.Marshal(offerChanged{l.nodes.id, o.id, o.isChallenge, why}); err == nil {
		_ = l.config.Bus.Publish(offersSubject, text) // nodes that miss it synchronize soon
	}
}

func (l *Lobby) onOfferChanged(m bus.Message) {
	var c offerChanged
	if json.Unmarshal(m.Data, &c) != nil || c.From == l.nodes.id {
		return
	}
	l.start(func() {
		defer l.saving.lock(c.ID)()
		_ = l.reread(context.Background(), c.ID, c.Link, c.Why) // synchronized again soon
	})
}

// reread gives why if the offer is gone. l.saving must be locked.
func (l *Lobby) reread(ctx context.Context, id string, link bool, why Why) error {
	s, err := l.config.Store.Offer(ctx, id, link)
	if database.IgnoreNotFound(err) != nil {
		return err
	}
	var now *offer
	if err == nil {
		if now, err = l.restored(ctx, s); err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.replace(id, now, why)
	return nil
}

// openOffer returns the offer with an ID, nil if there is none. l.mu must be held.
func (l *Lobby) openOffer(id string) *offer {
	for _, b := range []*index{&l.seeks, &l.challenges, &l.drafts} {
		if o := b.byID[id]; o != nil {
			return o
		}
	}
	return nil
}

// replace replaces the offer with an ID by now, or removes it if that is nil. l.saving
// must be locked and l.mu held.
func (l *Lobby) replace(id string, now *offer, why Why) {
	old := l.openOffer(id)
	switch {
	case now == nil && old == nil, now != nil && old != nil && now.version == old.version:
		return
	case now == nil:
		if old.version > 0 { // otherwise it is about to be stored
			old.version, old.isGone = 0, true
			l.close(old, why)
		}
		return
	}
	if old != nil {
		l.indexOf(old).remove(old)
	}
	for i := range now.lastSeen {
		now.lastSeen[i] = l.now()
	}
	l.indexOf(now).add(now)
	l.announce(now)
}

func (l *Lobby) refresh(ctx context.Context, id string, link bool) error {
	if l.config.Bus == nil {
		return nil
	}
	defer l.saving.lock(id)()
	return l.reread(ctx, id, link, WhyCanceled)
}

// syncOffers reads again what differs from a list of what is stored.
func (l *Lobby) syncOffers(ctx context.Context) error {
	all, err := l.config.Store.Offers(ctx)
	if err != nil {
		return err
	}
	versions := map[string]int{}
	for _, s := range all {
		versions[s.ID] = s.Version
		err = errors.Join(err, l.syncOffer(ctx, s.ID, s.IsChallenge, s.Version))
	}
	var gone []*offer
	l.mu.Lock()
	for _, b := range []*index{&l.seeks, &l.challenges, &l.drafts} {
		for id, o := range b.byID {
			if versions[id] == 0 {
				gone = append(gone, o)
			}
		}
	}
	l.mu.Unlock()
	for _, o := range gone {
		err = errors.Join(err, l.syncOffer(ctx, o.id, o.isChallenge, 0))
	}
	return err
}

// syncOffer reads an offer again unless it has a version, 0 for one that is not stored.
func (l *Lobby) syncOffer(ctx context.Context, id string, link bool, version int) error {
	defer l.saving.lock(id)()
	l.mu.Lock()
	o := l.openOffer(id)
	isCurrent := o == nil && version == 0 || o != nil && o.version == version
	l.mu.Unlock()
	if isCurrent {
		return nil
	}
	return l.reread(ctx, id, link, WhyCanceled)
}

func (l *Lobby) exchangePresence(ctx context.Context) {
	if l.config.Bus == nil {
		return
	}
	var players []string
	l.mu.Lock()
	for _, o := range l.seeks.byID {
		if !o.outlivesPlayers() {
			players = append(players, o.concerned()...)
		}
	}
	l.mu.Unlock()
	l.hub.Meet(players)
	_ = l.syncOffers(ctx) // done again soon
	l.pairMatchingSeeks(ctx)
}

// pairMatchingSeeks joins matching seeks that were made on two nodes at the
// same time: the later one, if its player listens here, is sought again.
func (l *Lobby) pairMatchingSeeks(ctx context.Context) {
	l.mu.Lock()
	var again []*offer
	for _, o := range openOffers(l.seeks.byID) {
		if len(o.players) > 1 || !l.hub.Listens(o.players[0].ID) {
			continue
		}
		for _, other := range l.seeks.byID {
			if other.isOlder(o) && other.matches(o.players[0], o.terms) {
				again = append(again, o)
				break
			}
		}
	}
	l.mu.Unlock()
	for _, o := range again {
		l.mu.Lock()
		who, withBots := o.players[0], o.botsAt != 0
		l.mu.Unlock()
		if l.Withdraw(ctx, who, o.id) == nil {
			_, _ = l.seek(ctx, who, o.terms, withBots) // waits as before if nobody matches
		}
	}
}

// Online returns how many clients are listening on all nodes, including
// visitors without a name.
func (l *Lobby) Online() int { return l.hub.Online() }

// Listens reports whether a player is listening on any node. Changes on other
// nodes take a moment to arrive.
func (l *Lobby) Listens(player string) bool {
	return len(l.Listening(context.Background(), player)) > 0
}

// Listening returns which of some players are listening on any node, in their order.
func (l *Lobby) Listening(ctx context.Context, players ...string) []string {
	return l.hub.Anywhere(ctx, players...)
}

// LocalListeners returns who is listening on this node.
func (l *Lobby) LocalListeners() []string { return l.hub.Here() }
