package lobby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"thera/internal/bus"
	"thera/internal/store"
)

// nodes is what a lobby knows of the lobbies of other nodes.
type nodes struct {
	id   string
	stop []func() // what it listens to

	mu     sync.Mutex
	online map[string]here // by node
}

// here is what a node says every few seconds: how many are online there, and who
// of them are in seeks that go when they go.
type here struct {
	From    string   `json:"from"`
	Online  int      `json:"online"`
	Players []string `json:"players,omitempty"`

	at time.Time
}

// changed is what a node says of an offer that it has stored or taken away.
type changed struct {
	From string `json:"from"`
	ID   string `json:"id"`
	Link bool   `json:"link,omitempty"`
	Why  Why    `json:"why,omitempty"`
}

// told is a notice for a player.
type told struct {
	From   string `json:"from"`
	Notice Notice `json:"notice"`
}

const (
	offersSubject = "lobby.offers"
	hereSubject   = "lobby.here"
	// heardOf is for how long it counts what a node has said of who is online.
	heardOf = 3 * count
	// asking is how long a node may take to say that somebody listens there.
	asking = 50 * time.Millisecond
)

// mailbox is the subject of notices for a player.
func mailbox(player string) string { return "player." + player }

// share lets the lobbies of all nodes be one.
func (l *Lobby) share() error {
	b := l.config.Bus
	if b == nil {
		return nil
	}
	l.nodes.id, l.nodes.online = rand.Text(), map[string]here{}
	for subject, hear := range map[string]func(bus.Message){offersSubject: l.hearOffer, hereSubject: l.hearHere} {
		stop, err := b.Subscribe(subject, hear)
		if err != nil {
			return err
		}
		l.nodes.stop = append(l.nodes.stop, stop)
	}
	b.Resumed(func() { l.start(func() { _ = l.agree(context.Background()) }) }) // it is done again soon
	return nil
}

func (l *Lobby) unshare() {
	for _, stop := range l.nodes.stop {
		stop()
	}
}

// say publishes what other nodes can do without: they find it out by themselves.
func (l *Lobby) say(subject string, what any) {
	if text, err := json.Marshal(what); err == nil {
		_ = l.config.Bus.Publish(subject, text)
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
	l.say(offersSubject, changed{l.nodes.id, o.id, o.link, why})
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
	h := here{From: l.nodes.id, Online: l.hub.online()}
	l.mu.Lock()
	for _, o := range l.seeks.all {
		for _, p := range o.players {
			if !o.stays() && l.hub.listens(p.ID) && !slices.Contains(h.Players, p.ID) {
				h.Players = append(h.Players, p.ID)
			}
		}
	}
	l.mu.Unlock()
	l.say(hereSubject, h)
	_ = l.agree(ctx) // it is done again soon
	l.pair(ctx)
}

func (l *Lobby) hearHere(m bus.Message) {
	var h here
	if json.Unmarshal(m.Data, &h) != nil || h.From == l.nodes.id {
		return
	}
	h.at = time.Now()
	l.nodes.mu.Lock()
	l.nodes.online[h.From] = h
	l.nodes.mu.Unlock()
	l.start(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, player := range h.Players {
			for _, o := range l.seeks.of[player] {
				if i := o.index(player); i >= 0 {
					o.seen[i] = l.now()
				}
			}
		}
	})
}

// pair joins seeks that fit each other, which were made on two nodes at once: the
// later one, of somebody who listens here, is sought again.
func (l *Lobby) pair(ctx context.Context) {
	l.mu.Lock()
	var again []*offer
	for _, o := range list(l.seeks.all) {
		if len(o.players) > 1 || !l.hub.listens(o.players[0].ID) {
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
func (l *Lobby) Online() int {
	n := l.hub.online()
	l.nodes.mu.Lock()
	defer l.nodes.mu.Unlock()
	for from, h := range l.nodes.online {
		if time.Since(h.at) > heardOf {
			delete(l.nodes.online, from)
			continue
		}
		n += h.Online
	}
	return n
}

// Listens reports whether a player is listening, on any node. It may take a
// moment.
func (l *Lobby) Listens(player string) bool {
	if l.hub.listens(player) || l.config.Bus == nil || !bus.Token(player) {
		return l.hub.listens(player)
	}
	ctx, cancel := context.WithTimeout(context.Background(), asking)
	defer cancel()
	// Nobody answers; but where nobody listens, the bus says so.
	_, err := l.config.Bus.Request(ctx, mailbox(player), nil)
	return errors.Is(err, context.DeadlineExceeded)
}

// tell tells players, on whatever node they listen.
func (l *Lobby) tell(players []string, n Notice) {
	l.hub.tell(players, n)
	if l.config.Bus == nil {
		return
	}
	for _, player := range players {
		if bus.Token(player) {
			l.say(mailbox(player), told{l.nodes.id, n})
		}
	}
}

// overhear lets a listener hear what he is told by other nodes, until stop.
func (l *Lobby) overhear(me *listener) (stop func()) {
	if l.config.Bus == nil || !bus.Token(me.player) {
		return func() {}
	}
	stop, err := l.config.Bus.Subscribe(mailbox(me.player), func(m bus.Message) {
		var t told
		if len(m.Data) > 0 && json.Unmarshal(m.Data, &t) == nil && t.From != l.nodes.id {
			l.hub.give(me, t.Notice)
		}
	})
	if err != nil {
		return func() {}
	}
	return stop
}
