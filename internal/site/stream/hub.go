package stream

import (
	"errors"
	"sync"
)

// ErrBehind is the error of a listener that was too slow and has to start over.
var ErrBehind = errors.New("too slow: start over")

const (
	// maxLog is how many notices for all are kept for listeners that have not read them
	// yet; temporarily twice as many.
	maxLog  = 512
	maxMail = 64
)

// Hub passes notices of a type to listeners. It is made by [NewHub].
type Hub[N any] struct {
	nodes nodes

	mu        sync.Mutex
	listeners map[string]map[*Listener[N]]bool // by player, "" for visitors
	log       []N                              // for all, starting with number first
	first     int
	changed   chan struct{} // closed when there is more in the log
	counted   int           // the number online that was last published
}

// Listener is one connection of a player or visitor.
type Listener[N any] struct {
	player string
	all    bool
	next   int // number in the log
	mail   []N
	over   bool          // mail was dropped
	wake   chan struct{} // has a token when there is mail
	leave  func()        // unsubscribes from the bus
}

// Wake receives when there is a notice for the listener alone.
func (l *Listener[N]) Wake() <-chan struct{} { return l.wake }

// Enter adds a listener for a player, "" for a visitor. It gets notices for the player
// from now on, and notices for all if all is set.
func (h *Hub[N]) Enter(player string, all bool) *Listener[N] {
	h.mu.Lock()
	defer h.mu.Unlock()
	me := &Listener[N]{player: player, all: all, next: h.first + len(h.log), wake: make(chan struct{}, 1)}
	if h.listeners[player] == nil {
		h.listeners[player] = map[*Listener[N]]bool{}
	}
	h.listeners[player][me] = true
	me.leave = h.overhear(me)
	return me
}

// Leave removes a listener.
func (h *Hub[N]) Leave(me *Listener[N]) {
	me.leave()
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.listeners[me.player], me)
	if len(h.listeners[me.player]) == 0 {
		delete(h.listeners, me.player)
	}
}

// Listens reports whether a player has a connection here.
func (h *Hub[N]) Listens(player string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.listeners[player]) > 0
}

func (h *Hub[N]) present() int {
	n := len(h.listeners)
	if visitors := len(h.listeners[""]); visitors > 0 {
		n += visitors - 1
	}
	return n
}

// Count publishes how many are online, if that has changed.
func (h *Hub[N]) Count(notice func(n int) N) {
	n := h.Online()
	h.mu.Lock()
	defer h.mu.Unlock()
	if n != h.counted {
		h.counted = n
		h.append(notice(n))
	}
}

// Publish passes a notice to all listeners here that want notices for all.
func (h *Hub[N]) Publish(n N) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.append(n)
}

func (h *Hub[N]) append(n N) {
	if len(h.log) == 2*maxLog {
		h.log = append(make([]N, 0, 2*maxLog), h.log[maxLog:]...)
		h.first += maxLog
	}
	h.log = append(h.log, n)
	close(h.changed)
	h.changed = make(chan struct{})
}

// Tell passes a notice to the connections of some players here.
func (h *Hub[N]) Tell(players []string, n N) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, player := range players {
		for l := range h.listeners[player] {
			l.deliver(n)
		}
	}
}

// deliver puts a notice into the mailbox. The hub must be locked.
func (l *Listener[N]) deliver(n N) {
	if len(l.mail) == maxMail {
		l.mail, l.over = nil, true
	}
	if !l.over {
		l.mail = append(l.mail, n)
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Take returns what a listener has not read yet, and a channel that is closed when
// there is another notice for all, nil if the listener does not want those. The error
// is ErrBehind.
func (h *Hub[N]) Take(me *Listener[N]) (notices []N, more <-chan struct{}, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	notices, me.mail = me.mail, nil
	if me.all {
		if me.next < h.first {
			return nil, nil, ErrBehind
		}
		notices = append(notices, h.log[me.next-h.first:]...)
		me.next, more = h.first+len(h.log), h.changed
	}
	if me.over {
		return nil, nil, ErrBehind
	}
	return notices, more, nil
}

// Here returns the players who have a connection here.
func (h *Hub[N]) Here() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	players := make([]string, 0, len(h.listeners))
	for player := range h.listeners {
		if player != "" {
			players = append(players, player)
		}
	}
	return players
}
