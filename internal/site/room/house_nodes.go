package room

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// Reload makes the room of a game, if it is open, read what another node has
// written to the log.
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

// Note sends everybody who follows a game, on all nodes, a note that is not
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

// Rename shows a player's present name in the open rooms. It does not wait for them.
func (h *House) Rename(p play.Player) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.entries {
		select {
		case <-e.ready:
			e.rename(p)
		default: // it may have read the earlier name
			go func() {
				<-e.ready
				e.rename(p)
			}()
		}
	}
}

func (e *entry) rename(p play.Player) {
	if e.err == nil && play.IndexOf(e.room.State().Setup().Players, p.ID) >= 0 {
		e.room.receive(Message{Renamed: &p})
	}
}

// Resign ends a game for a player who is gone for good: by aborting it or, if it is too
// late for that, by resigning each seat of theirs. In a game that is over it does nothing.
func (h *House) Resign(ctx context.Context, id, player string) error {
	r, leave, err := h.Enter(ctx, id)
	if err != nil {
		return err
	}
	defer leave()
	for i, p := range r.State().Setup().Players {
		if p.ID != player {
			continue
		}
		seat := game.Seat(i)
		_, err := r.Do(ctx, play.Abort{Seat: seat})
		if _, refused := errors.AsType[*play.Refusal](err); refused {
			_, err = r.Do(ctx, play.Resign{Seat: seat})
		}
		if _, refused := errors.AsType[*play.Refusal](err); err != nil && !refused {
			return err
		}
	}
	return nil
}

const (
	maxParallel = 8
	// ownerBatch is how many owners are looked up at a time. Several nodes do
	// so when one dies; small batches share its games more evenly.
	ownerBatch = 64
)

// ReplaceOwners gives another owner to the games that have rooms here and whose owner is
// dead, or could not be looked up. It is called again and again: a room that was opened
// while its owner died would otherwise wait for a command.
func (h *House) ReplaceOwners(ctx context.Context, isAlive func(node string) bool) {
	h.lookUpOwners(ctx, func(r *Room) bool {
		owner := r.ownership().Owner
		return r.hasLookupFailed() || owner != "" && !isAlive(owner)
	})
}

// NodeLost reports that another node is gone: nobody is connected to it any more. Its
// games that are due soon get another owner. It does not wait for the rooms.
func (h *House) NodeLost(program string) {
	for _, r := range h.rooms() {
		r.receive(Message{From: program, Presence: &LocalPresence{}})
	}
	h.wakeNow()
	h.followersMu.RLock()
	defer h.followersMu.RUnlock()
	for _, lost := range h.nodeLost {
		lost()
	}
}

// RecheckOwnership is called when others may have declared this node dead: its
// rooms look up who owns their games.
func (h *House) RecheckOwnership(ctx context.Context) { h.lookUpOwners(ctx, (*Room).IsOwner) }

func (h *House) lookUpOwners(ctx context.Context, which func(*Room) bool) {
	rooms := slices.DeleteFunc(h.rooms(), func(r *Room) bool { return !which(r) })
	for some := range slices.Chunk(rooms, ownerBatch) {
		ids := make([]string, len(some))
		for i, r := range some {
			ids[i] = r.id
		}
		owned, err := h.config.Peers.OwnAll(ctx, ids)
		if err != nil {
			continue // looked up again soon, or when a write is refused
		}
		waiting, cancel := context.WithTimeout(ctx, busyTimeout)
		var all sync.WaitGroup // in parallel, so that their writes share a commit
		for _, r := range some {
			if o, ok := owned[r.id]; ok {
				all.Go(func() {
					if r.runTask(waiting, func(ctx context.Context) error { return r.setOwner(ctx, o) }) != nil {
						r.setLookupFailed(true)
					}
				})
			}
		}
		all.Wait()
		cancel()
	}
}

// busyTimeout is how long other games wait for rooms that are busy, as while they forward
// a command to an owner that can't be reached. Tasks that have begun continue.
const busyTimeout = 500 * time.Millisecond

func (h *House) wakeNow() {
	select {
	case h.wakeUp <- struct{}{}:
	default:
	}
}

// AnnouncePresence makes all rooms tell other nodes who is connected, and ask
// the same. It is called when earlier messages may have been lost.
func (h *House) AnnouncePresence() {
	for _, r := range h.rooms() {
		r.announcePresence()
		r.config.Peers.Broadcast(r.id, Message{AskPresence: true})
	}
}

// Parallel calls a function for all of a list, a few at a time so that their writes share a
// commit, and returns when all calls have.
func Parallel[T any](all []T, do func(T)) {
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
			if p.err == nil && p.closed == nil {
				rooms = append(rooms, p.room)
			}
		default:
		}
	}
	return rooms
}

// FollowedGames returns the last event's number in each open room whose game
// another node owns. If the log has more, a message was lost: see [House.CatchUp].
func (h *House) FollowedGames() map[string]int {
	numbers := map[string]int{}
	for _, r := range h.rooms() {
		if !r.IsOwner() {
			numbers[r.id] = r.State().Number()
		}
	}
	return numbers
}

// CatchUp makes the open rooms of games read their logs unless they know the events up to
// these numbers. It does not wait for the rooms.
func (h *House) CatchUp(stored map[string]int) {
	for _, r := range h.rooms() {
		if number := stored[r.id]; number > r.State().Number() {
			r.receive(Message{Stored: number})
		}
	}
}

// OwnedGames returns the number of games in progress that this node owns and
// has open.
func (h *House) OwnedGames() (n int) {
	for _, r := range h.rooms() {
		if r.IsOwner() && !r.State().Over() {
			n++
		}
	}
	return n
}

// giveMargin is how long before a deadline a game is no longer given away.
const giveMargin play.Instant = 5000

// Give makes another node the owner of at most n games of this one, preferring those
// with somebody connected there. It returns the games, for that node's [House.Take].
func (h *House) Give(ctx context.Context, to string, most int) (given []string) {
	var there, elsewhere []*Room
	for _, r := range h.rooms() {
		state := r.State()
		deadline, timed := state.Deadline()
		player := state.Setup().Players[state.Position().Turn()].ID
		switch {
		case state.Over() || !r.IsOwner() || timed && deadline < h.Now()+giveMargin || h.isAlwaysPresent(player):
		case r.isVisitedFrom(to):
			there = append(there, r)
		default:
			elsewhere = append(elsewhere, r)
		}
	}
	rooms := append(there, elsewhere...)
	var mu sync.Mutex
	Parallel(rooms[:min(most, len(rooms))], func(r *Room) {
		if r.runTask(ctx, func(ctx context.Context) error { return r.giveAway(ctx, to) }) == nil {
			mu.Lock()
			defer mu.Unlock()
			given = append(given, r.id)
		}
	})
	return given
}

// Take opens the rooms of games that another node has given to this one.
func (h *House) Take(ctx context.Context, games []string) {
	Parallel(games, func(id string) {
		r, leave, err := h.Enter(ctx, id)
		if err != nil {
			return // opened when it is due
		}
		defer leave()
		if !r.IsOwner() { // it was open before
			_ = r.runTask(ctx, r.lookUpOwner)
		}
	})
}
