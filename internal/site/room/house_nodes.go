package room

import (
	"context"
	"slices"
	"sync"

	"thera/internal/site/play"
)

// Reload lets the room of a game, if it is open, notice that another has written
// to the log.
func (h *House) Reload(ctx context.Context, id string) error {
	h.mu.Lock()
	_, open := h.entries[id]
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
	h.config.Peers.Broadcast(id, Message{Note: note})
	h.mu.Lock()
	p := h.entries[id]
	h.mu.Unlock()
	if p == nil {
		return
	}
	<-p.ready
	if p.err == nil {
		p.room.receive(Message{Note: note})
	}
}

const (
	// maxParallel is how many rooms do something at a time.
	maxParallel = 8
	// ownerBatch is of how many games owners are looked up at a time. Several programs
	// do that when one has ended: with fewer they share its games more evenly.
	ownerBatch = 64
)

// NodeLost says that another program is there no more. The games that it owned and
// that have rooms here get another owner, and so do those whose time comes soon.
func (h *House) NodeLost(ctx context.Context, program string) {
	h.lookUpOwners(ctx, func(r *Room) bool { return r.ownership().Owner == program })
	h.each(func(r *Room) {
		_ = r.runTask(ctx, func(context.Context) error {
			r.setRemotePresence(program, LocalPresence{})
			return nil
		})
	})
	h.wakeNow()
}

// RecheckOwnership says that others may have taken this program for dead: its rooms find out
// who owns their games now.
func (h *House) RecheckOwnership(ctx context.Context) { h.lookUpOwners(ctx, (*Room).IsOwner) }

// lookUpOwners lets rooms find out who owns their games.
func (h *House) lookUpOwners(ctx context.Context, which func(*Room) bool) {
	rooms := slices.DeleteFunc(h.rooms(), func(r *Room) bool { return !which(r) })
	for some := range slices.Chunk(rooms, ownerBatch) {
		ids := make([]string, len(some))
		for i, r := range some {
			ids[i] = r.id
		}
		owned, err := h.config.Peers.OwnAll(ctx, ids)
		if err != nil {
			continue // it is asked again with the next command, and so below
		}
		var all sync.WaitGroup // what they store is stored together
		for _, r := range some {
			if o, ok := owned[r.id]; ok {
				all.Go(func() {
					_ = r.runTask(ctx, func(ctx context.Context) error { return r.setOwner(ctx, o) })
				})
			}
		}
		all.Wait()
	}
}

// wakeNow has a look at the calendar now.
func (h *House) wakeNow() {
	select {
	case h.wakeUp <- struct{}{}:
	default:
	}
}

// AnnouncePresence has all rooms tell the others of their games who is in them, and ask the
// same. It is to be called when what was said has been lost.
func (h *House) AnnouncePresence() {
	for _, r := range h.rooms() {
		r.announcePresence()
		r.config.Peers.Broadcast(r.id, Message{AskPresence: true})
	}
}

// each does something with all rooms that are open, some at a time.
func (h *House) each(do func(*Room)) { parallel(h.rooms(), do) }

// parallel does something with all of several, some at a time.
func parallel[T any](all []T, do func(T)) {
	slots := make(chan struct{}, maxParallel)
	var group sync.WaitGroup
	for _, one := range all {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			do(one)
		})
	}
	group.Wait()
}

func (h *House) rooms() []*Room {
	h.mu.Lock()
	defer h.mu.Unlock()
	var rooms []*Room
	for _, p := range h.entries {
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

// FollowedGames returns the numbers of the last events in the rooms that are open
// and do not decide. Where the log has more, something has not been heard.
func (h *House) FollowedGames() map[string]int {
	numbers := map[string]int{}
	for _, r := range h.rooms() {
		if !r.IsOwner() {
			numbers[r.id] = r.State().Number()
		}
	}
	return numbers
}

// OwnedGames returns how many games are decided in the rooms that are open.
func (h *House) OwnedGames() (n int) {
	for _, r := range h.rooms() {
		if r.IsOwner() && !r.State().Over() {
			n++
		}
	}
	return n
}

// giveMargin is how long before somebody's time is over a game is left where it is.
const giveMargin play.Instant = 5000

// Give lets another program own some games of this one, at most so many, between
// turns, rather such that somebody is in there. It returns which, for
// that program's [House.Take].
func (h *House) Give(ctx context.Context, to string, most int) (given []string) {
	var there, elsewhere []*Room
	for _, r := range h.rooms() {
		state := r.State()
		deadline, timed := state.Deadline()
		player := state.Setup().Players[state.Position().Turn()].ID
		switch {
		case state.Over() || !r.IsOwner() || timed && deadline < h.Now()+giveMargin || h.config.Resident(player):
		case r.isVisitedFrom(to):
			there = append(there, r)
		default:
			elsewhere = append(elsewhere, r)
		}
	}
	rooms := append(there, elsewhere...)
	var mu sync.Mutex
	parallel(rooms[:min(most, len(rooms))], func(r *Room) {
		if r.runTask(ctx, func(ctx context.Context) error { return r.giveAway(ctx, to) }) == nil {
			mu.Lock()
			defer mu.Unlock()
			given = append(given, r.id)
		}
	})
	return given
}

// Take opens the rooms of games that another program has given to this one, and
// tells those who follow that there may be something to do.
func (h *House) Take(ctx context.Context, games []string) {
	parallel(games, func(id string) {
		r, leave, err := h.Enter(ctx, id)
		if err != nil {
			return // its time comes
		}
		defer leave()
		_ = r.runTask(ctx, func(ctx context.Context) error {
			if !r.IsOwner() {
				return r.lookUpOwner(ctx) // which tells
			}
			r.notify(Change{Game: id, State: r.State(), IsOwner: true})
			return nil
		})
	})
}
