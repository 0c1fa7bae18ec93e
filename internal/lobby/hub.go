package lobby

import (
	"errors"
	"sync"
)

// Errors of listening.
var (
	// ErrBehind is the error of a listener who was too slow: he has to begin anew.
	ErrBehind = errors.New("too slow: begin anew")
	// ErrClosed is the error of listening to a lobby that does not run any more.
	ErrClosed = errors.New("the lobby is closed")
)

const (
	// maxLog is how many notices of the lobby are kept for those who have not
	// read them yet, twice that at times.
	maxLog = 512
	// maxMail is how many notices wait for one listener.
	maxMail = 64
)

// hub hands notices to those who listen. What concerns all is kept once, and
// read by each at his own pace; what concerns a player is put into the mailbox
// of each of his connections. Neither grows without bound.
type hub struct {
	mu        sync.Mutex
	listeners map[string]map[*listener]bool // by player, "" for visitors
	log       []Notice                      // of the lobby, from number first on
	first     int
	changed   chan struct{} // closed when there is more in the log
	counted   int           // how many were online when it was told
}

// listener is one connection of somebody.
type listener struct {
	player string
	lobby  bool
	next   int // number in the log
	mail   []Notice
	over   bool          // mail has been dropped
	wake   chan struct{} // has a token when there is mail
}

func newHub() *hub {
	return &hub{listeners: map[string]map[*listener]bool{}, changed: make(chan struct{})}
}

// enter adds a listener, who is told of what happens from now on.
func (h *hub) enter(player string, lobby bool) *listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	me := &listener{player: player, lobby: lobby, next: h.first + len(h.log), wake: make(chan struct{}, 1)}
	if h.listeners[player] == nil {
		h.listeners[player] = map[*listener]bool{}
	}
	h.listeners[player][me] = true
	return me
}

func (h *hub) leave(me *listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.listeners[me.player], me)
	if len(h.listeners[me.player]) == 0 {
		delete(h.listeners, me.player)
	}
}

// listens reports whether a player has a connection.
func (h *hub) listens(player string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.listeners[player]) > 0
}

// online returns how many players have one, and visitors.
func (h *hub) online() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.present()
}

func (h *hub) present() int {
	n := len(h.listeners)
	if visitors := len(h.listeners[""]); visitors > 0 {
		n += visitors - 1
	}
	return n
}

// count tells all how many are online, if that has changed.
func (h *hub) count(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n != h.counted {
		h.counted = n
		h.append(Notice{Event: OnlineCount, Count: n})
	}
}

// publish tells all who listen to the lobby.
func (h *hub) publish(n Notice) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.append(n)
}

func (h *hub) append(n Notice) {
	if len(h.log) == 2*maxLog {
		h.log = append(make([]Notice, 0, 2*maxLog), h.log[maxLog:]...)
		h.first += maxLog
	}
	h.log = append(h.log, n)
	close(h.changed)
	h.changed = make(chan struct{})
}

// tell tells some players.
func (h *hub) tell(players []string, n Notice) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, player := range players {
		for l := range h.listeners[player] {
			l.deliver(n)
		}
	}
}

// give tells one listener.
func (h *hub) give(l *listener, n Notice) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l.deliver(n)
}

// deliver puts a notice into the mailbox. The hub is locked.
func (l *listener) deliver(n Notice) {
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

// take returns what a listener has not read yet, and a channel that is closed
// when there is more of the lobby, nil if he does not want that.
func (h *hub) take(me *listener) (notices []Notice, more <-chan struct{}, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	notices, me.mail = me.mail, nil
	if me.lobby {
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
