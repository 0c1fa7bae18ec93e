package room

import (
	"context"
	"sync"
)

// Reload lets the room of a game, if it is open, notice that another has written
// to the log.
func (h *House) Reload(ctx context.Context, id string) error {
	h.mu.Lock()
	_, open := h.places[id]
	h.mu.Unlock()
	if !open {
		return nil
	}
	r, leave, err := h.Enter(ctx, id)
	if err != nil {
		return err
	}
	defer leave()
	return r.Reload(ctx)
}

// Note lets those who follow a game, in all programs, hear something that is not
// part of its log. It must not be called on a room's goroutine.
func (h *House) Note(id string, note []byte) {
	h.config.Peers.Say(id, Word{Note: note})
	h.mu.Lock()
	p := h.places[id]
	h.mu.Unlock()
	if p == nil {
		return
	}
	<-p.ready
	if p.err == nil {
		p.room.hear(Word{Note: note})
	}
}

// atOnce is how many rooms look for their owners at a time.
const atOnce = 8

// Lost says that another program is there no more. The games that it owned and
// that have rooms here get another owner, and so do those whose time comes soon.
func (h *House) Lost(ctx context.Context, program string) {
	h.each(func(r *Room) {
		_ = r.perform(ctx, func(ctx context.Context) error {
			r.elsewhere(program, Here{})
			if r.ownership().Owner != program {
				return nil
			}
			return r.own(ctx) // after an error it is asked again with the next command
		})
	})
	select {
	case h.early <- struct{}{}:
	default:
	}
}

// Doubt says that others may have taken this program for dead: its rooms find out
// who owns their games now.
func (h *House) Doubt(ctx context.Context) {
	h.each(func(r *Room) {
		if r.Mine() {
			_ = r.perform(ctx, r.own) // as above
		}
	})
}

// Greet has all rooms tell the others of their games who is in them, and ask the
// same. It is to be called when what was said has been lost.
func (h *House) Greet() {
	for _, r := range h.rooms() {
		r.sayHere()
		r.config.Peers.Say(r.id, Word{Who: true})
	}
}

// each does something with all rooms that are open, some at a time.
func (h *House) each(do func(*Room)) {
	slots := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for _, r := range h.rooms() {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			do(r)
		})
	}
	all.Wait()
}

func (h *House) rooms() []*Room {
	h.mu.Lock()
	defer h.mu.Unlock()
	var rooms []*Room
	for _, p := range h.places {
		select {
		case <-p.ready:
			if p.err == nil {
				rooms = append(rooms, p.room)
			}
		default:
		}
	}
	return rooms
}

// Repeating returns the numbers of the last events in the rooms that are open
// and do not decide. Where the log has more, something has not been heard.
func (h *House) Repeating() map[string]int {
	numbers := map[string]int{}
	for _, r := range h.rooms() {
		if !r.Mine() {
			numbers[r.id] = r.State().Number()
		}
	}
	return numbers
}

// Deciding returns how many of the rooms that are open decide.
func (h *House) Deciding() (n int) {
	for _, r := range h.rooms() {
		if r.Mine() {
			n++
		}
	}
	return n
}
