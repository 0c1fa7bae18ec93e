package stream

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"thera/internal/cluster/bus"
)

type nodes struct {
	bus  *bus.Bus // nil if there are no other nodes
	id   string
	stop func() // unsubscribes from the bus
	// patience is how long nodes may take to answer that players listen there.
	patience time.Duration

	mu     sync.Mutex
	online map[string]here // by node
}

// here is what a node publishes regularly; Players has some of those online, by ID.
type here struct {
	From    string   `json:"from"`
	Online  int      `json:"online"`
	Players []string `json:"players,omitempty"`

	at time.Time
}

type told[N any] struct {
	From   string `json:"from"`
	Notice N      `json:"notice"`
}

const (
	hereSubject = "hub.here"
	// Meeting is how often [Hub.Meet] has to be called: what a node has published
	// counts for three times as long.
	Meeting  = 5 * time.Second
	patience = 2 * time.Second
)

func mailbox(player string) string { return "player." + player }

// NewHub returns a hub, one of several on a bus, or the only one if that is nil.
func NewHub[N any](b *bus.Bus) (*Hub[N], error) {
	h := &Hub[N]{listeners: map[string]map[*Listener[N]]bool{}, changed: make(chan struct{})}
	h.nodes = nodes{bus: b, id: rand.Text(), online: map[string]here{}, stop: func() {}, patience: patience}
	if b == nil {
		return h, nil
	}
	stop, err := b.Subscribe(hereSubject, h.nodes.hear)
	if err == nil {
		h.nodes.stop = stop
	}
	return h, err
}

// Close stops listening to other nodes.
func (h *Hub[N]) Close() { h.nodes.stop() }

// say publishes something that others can do without.
func (n *nodes) say(subject string, what any) {
	if text, err := json.Marshal(what); err == nil {
		_ = n.bus.Publish(subject, text)
	}
}

func (n *nodes) hear(m bus.Message) {
	var h here
	if json.Unmarshal(m.Data, &h) != nil || h.From == n.id {
		return
	}
	h.at = time.Now()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.online[h.From] = h
}

// Meet tells the other nodes how many are online here, and which of some players are,
// for [Hub.Elsewhere].
func (h *Hub[N]) Meet(players []string) {
	if h.nodes.bus == nil {
		return
	}
	h.mu.Lock()
	word := here{From: h.nodes.id, Online: h.present()}
	h.mu.Unlock()
	for _, player := range players {
		if h.Listens(player) && !slices.Contains(word.Players, player) {
			word.Players = append(word.Players, player)
		}
	}
	h.nodes.say(hereSubject, word)
}

// Elsewhere reports whether another node has recently said that a player is there.
func (h *Hub[N]) Elsewhere(player string) bool {
	h.nodes.mu.Lock()
	defer h.nodes.mu.Unlock()
	for _, other := range h.nodes.online {
		if time.Since(other.at) < 3*Meeting && slices.Contains(other.Players, player) {
			return true
		}
	}
	return false
}

// Online returns how many are online on all nodes, including visitors.
func (h *Hub[N]) Online() int {
	h.mu.Lock()
	n := h.present()
	h.mu.Unlock()
	h.nodes.mu.Lock()
	defer h.nodes.mu.Unlock()
	for from, other := range h.nodes.online {
		if time.Since(other.at) > 3*Meeting {
			delete(h.nodes.online, from)
			continue
		}
		n += other.Online
	}
	return n
}

// Anywhere returns which of some players listen on any node, in their order. It asks for
// all of them at once, until ctx is done at the latest, so it may take a moment.
func (h *Hub[N]) Anywhere(ctx context.Context, players ...string) (there []string) {
	ctx, cancel := context.WithTimeout(ctx, h.nodes.patience)
	defer cancel()
	listens := make([]bool, len(players))
	var asking sync.WaitGroup
	for i, player := range players {
		listens[i] = h.Listens(player)
		if !listens[i] && h.nodes.bus != nil && bus.IsToken(player) {
			asking.Go(func() { listens[i] = h.nodes.answer(ctx, player) })
		}
	}
	asking.Wait()
	for i, player := range players {
		if listens[i] {
			there = append(there, player)
		}
	}
	return there
}

// answer reports whether a node answers that a player listens there, or does not answer in
// time, as a busy one. If nobody listens, the bus says so.
func (n *nodes) answer(ctx context.Context, player string) bool {
	_, err := n.bus.Request(ctx, mailbox(player), nil)
	return err == nil || errors.Is(err, context.DeadlineExceeded)
}

// Send passes a notice to players on any node. The notice is only made if it may have a
// listener.
func (h *Hub[N]) Send(players []string, notice func() N) {
	if h.nodes.bus == nil && !slices.ContainsFunc(players, h.Listens) {
		return
	}
	n := notice()
	h.Tell(players, n)
	if h.nodes.bus == nil {
		return
	}
	for _, player := range players {
		if bus.IsToken(player) {
			h.nodes.say(mailbox(player), told[N]{h.nodes.id, n})
		}
	}
}

// overhear passes on what other nodes have for a listener. The hub must be locked.
func (h *Hub[N]) overhear(me *Listener[N]) (stop func()) {
	if h.nodes.bus == nil || !bus.IsToken(me.player) {
		return func() {}
	}
	stop, err := h.nodes.bus.Subscribe(mailbox(me.player), func(m bus.Message) {
		if m.Reply != "" {
			_ = h.nodes.bus.Publish(m.Reply, nil) // if it is lost, the asker assumes the same
			return
		}
		var t told[N]
		if json.Unmarshal(m.Data, &t) == nil && t.From != h.nodes.id {
			h.mu.Lock()
			defer h.mu.Unlock()
			me.deliver(t.Notice)
		}
	})
	if err != nil {
		return func() {} // the client starts over when the connection ends
	}
	return stop
}
