package live

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"

	"thera/game"
	"thera/internal/play"
	"thera/internal/problem"
	"thera/internal/room"
	"thera/internal/store"
)

// table is a game that somebody follows.
type table struct {
	room *room.Room

	mu        sync.Mutex
	followers []*follower
	lines     [4]line // the last events as they are sent, by number
	watchers  int
	told      int // what watchers was when it was last told
	phrases   []Said
	said      int // how many phrases there have been; phrases are the last
	changes   []byte
	rematch   []byte
}

// line is an event as all see it, encoded once.
type line struct {
	number int
	text   []byte
}

// keptPhrases is how many a follower may be behind without missing one.
const keptPhrases = 8

// hear lets a table know that something has been committed.
func (s *Service) hear(c room.Change) {
	if previous := c.State.Setup().Previous; previous != "" && c.Events[0].Kind == play.Created {
		if t := s.table(previous); t != nil {
			t.goOn(c.Game)
		}
	}
	t := s.table(c.Game)
	if t == nil {
		return
	}
	t.wake()
	if c.State.Over() {
		go s.settle(c.Game, t)
	}
}

// table returns the table of a game that somebody follows, or nil.
func (s *Service) table(game string) *table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tables[game]
}

// goOn tells of the game that comes after this one.
func (t *table) goOn(game string) {
	t.mu.Lock()
	t.rematch = encode(Next{"rematch", game})
	t.mu.Unlock()
	t.wake()
}

// wake tells all followers that there may be something to tell.
func (t *table) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.followers {
		f.wake()
	}
}

// settle reads what the end of a game has done to the ratings, and what comes
// after it. What can't be read is told to whoever asks again.
func (s *Service) settle(id string, t *table) {
	if next, err := s.Store.RematchOf(s.ctx, id); err == nil {
		t.goOn(next)
	}
	changes, err := s.changes(s.ctx, id)
	if err != nil || len(changes) == 0 {
		return
	}
	t.mu.Lock()
	t.changes = encode(Ratings{"ratings", changes})
	t.mu.Unlock()
	t.wake()
}

func (s *Service) changes(ctx context.Context, id string) (changes []Change, err error) {
	stored, err := s.Store.Changes(ctx, id)
	for _, c := range stored {
		changes = append(changes, Change{c.Player, c.Before, c.Rating.Rating})
	}
	return changes, err
}

// say lets all followers hear a phrase. It is not part of the log.
func (t *table) say(seat int, phrase string) {
	t.mu.Lock()
	t.phrases = append(t.phrases, Said{"phrase", seat, phrase})
	if len(t.phrases) > keptPhrases {
		t.phrases = slices.Delete(t.phrases, 0, 1)
	}
	t.said++
	t.mu.Unlock()
	t.wake()
}

// recount tells how many look on, where that has changed. Doing so for each who
// comes would be much to tell where many come at once.
func (s *Service) recount() {
	s.mu.Lock()
	tables := make([]*table, 0, 16)
	for _, t := range s.tables {
		t.mu.Lock()
		if t.told != t.watchers {
			t.told = t.watchers
			tables = append(tables, t)
		}
		t.mu.Unlock()
	}
	s.mu.Unlock()
	for _, t := range tables {
		t.wake()
	}
}

// event returns an event as a seat may see it, encoded.
func (t *table) event(e play.Event, seat int) []byte {
	if e.Kind == play.Planned {
		return encode(e.For(seat))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l := &t.lines[e.Number%len(t.lines)]
	if l.number != e.Number {
		*l = line{e.Number, encode(e)}
	}
	return l.text
}

// enter opens a game. The error is a problem.
func (s *Service) enter(ctx context.Context, id string) (*room.Room, func(), error) {
	r, leave, err := s.House.Enter(ctx, id)
	switch {
	case errors.Is(err, room.ErrNoGame), errors.Is(err, store.ErrNotFound):
		err = problem.New(http.StatusNotFound, "no-game", "game %q: want one that exists", id)
	case errors.Is(err, room.ErrClosed):
		err = problem.New(http.StatusServiceUnavailable, "ending", "%v", errEnded)
	}
	return r, leave, err
}

// seatOf returns the seat of a player in a game from 1, 0 for none.
func seatOf(setup *play.Setup, player string) int {
	return 1 + slices.IndexFunc(setup.Players, func(p play.Player) bool { return p.ID == player && player != "" })
}

// full returns how a game is.
func (s *Service) full(r *room.Room, t *table, seat int) Full {
	now := s.Pulse.Now()
	f := Full{ID: r.ID(), View: r.State().View(now), You: seat, Now: now, Present: r.Present().Numbers()}
	if t != nil {
		t.mu.Lock()
		f.Watchers = t.told
		t.mu.Unlock()
	}
	return f
}

// seatAt returns the seat of a number.
func seatAt(number int) game.Seat { return game.Seat(number - 1) }
