package live

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/stream"
)

// table is a game that somebody follows.
type table struct {
	room *room.Room

	mu        sync.Mutex
	followers []*follower
	lines     [4]line // the last encoded events, by number
	told      int     // the number of spectators that was last sent
	phrases   []Said
	said      int // how many phrases there have been; phrases has the last ones
	changes   []byte
	rematch   []byte
	isLoaded  bool // the results of the game, which is over, have been read or are being read
}

// line is an event as all seats see it, encoded once.
type line struct {
	number int
	text   []byte
}

const keptPhrases = 8 // a slow follower can be this far behind without missing one

// note is what followers on all nodes are sent in addition to the game's log.
type note struct {
	Said *Said  `json:"said,omitempty"`
	Next string `json:"next,omitempty"` // the rematch
}

func (s *API) note(game string, n note) { s.House.Note(game, stream.Encode(n)) }

func (s *API) hear(c room.Change) {
	if len(c.Events) > 0 && c.Events[0].Kind == play.Created && c.State.Setup().Previous != "" {
		go s.note(c.State.Setup().Previous, note{Next: c.Game})
	}
	t := s.table(c.Game)
	if t == nil {
		return
	}
	var n note
	if c.Note != nil && json.Unmarshal(c.Note, &n) == nil {
		t.hear(n)
	}
	t.wake()
	if c.State.Over() && len(c.Events) > 0 {
		s.loadResults(c.Game, t)
	}
}

func (t *table) hear(n note) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n.Said != nil {
		t.phrases = append(t.phrases, *n.Said)
		if len(t.phrases) > keptPhrases {
			t.phrases = slices.Delete(t.phrases, 0, 1)
		}
		t.said++
	}
	if n.Next != "" {
		t.rematch = stream.Encode(Next{"rematch", n.Next})
	}
}

// table returns the table of a game, nil if nobody follows it.
func (s *API) table(game string) *table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tables[game]
}

func (t *table) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.followers {
		f.wake()
	}
}

// loadResults has the changes of the ratings and the rematch of a game that is over read,
// once for all its followers. If they can't be read, or an agreed rematch is not there yet,
// the next follower tries it again.
func (s *API) loadResults(id string, t *table) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.isLoaded || t.rematch == nil && t.room.State().Rematch() {
		t.isLoaded = true
		go s.readResults(id, t)
	}
}

func (s *API) readResults(id string, t *table) {
	next, err := s.Store.RematchOf(s.ctx, id)
	if err == nil || errors.Is(err, store.ErrNotFound) {
		t.hear(note{Next: next})
		var changes []Change
		if changes, err = s.changes(s.ctx, id); len(changes) > 0 {
			t.mu.Lock()
			t.changes = stream.Encode(Ratings{"ratings", changes})
			t.mu.Unlock()
		}
		t.wake()
	}
	if err != nil {
		t.mu.Lock()
		t.isLoaded = false
		t.mu.Unlock()
	}
}

func (s *API) changes(ctx context.Context, id string) (changes []Change, err error) {
	stored, err := s.Store.Changes(ctx, id)
	for _, c := range stored {
		changes = append(changes, Change{c.Player, c.Before, c.Rating.Rating})
	}
	return changes, err
}

// recount updates the number of spectators of all tables, and says if somebody follows
// the showcase. It runs once a second: updating the number for each newcomer would be too
// much when many come at once.
func (s *API) recount() {
	s.mu.Lock()
	tables := make([]*table, 0, 16)
	for _, t := range s.tables {
		if s.Showcase != nil && t.room.State().Setup().Tournament == play.Showcase {
			s.Showcase.Watch()
		}
		t.mu.Lock()
		if n := t.room.Watchers(); t.told != n {
			t.told = n
			tables = append(tables, t)
		}
		t.mu.Unlock()
	}
	s.mu.Unlock()
	for _, t := range tables {
		t.wake()
	}
}

func (t *table) event(e play.Event, seat int) []byte {
	if e.Kind == play.Planned || e.Kind == play.Created { // of the latter, names can change
		return stream.Encode(e.For(seat))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l := &t.lines[e.Number%len(t.lines)]
	if l.number != e.Number {
		*l = line{e.Number, stream.Encode(e)}
	}
	return l.text
}

// enter opens a game for somebody. A game of a class that they may not see does not
// exist for them. Before that is checked, the functions are called with the class. The
// error is a problem.
func (s *API) enter(ctx context.Context, id string, who account.Who, first ...func(class string)) (*room.Room, func(), error) {
	r, leave, err := s.House.Enter(ctx, id)
	if err == nil {
		class := r.State().Setup().Class()
		for _, do := range first {
			do(class)
		}
		if err = s.checkVisible(ctx, who, class); err != nil {
			leave()
		}
	}
	switch {
	case errors.Is(err, room.ErrNoGame), errors.Is(err, store.ErrNotFound):
		err = httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", id)
	case errors.Is(err, room.ErrClosed):
		err = httpkit.Ending()
	}
	return r, leave, err
}

// checkVisible returns store.ErrNotFound for what belongs to a class and somebody may
// not see.
func (s *API) checkVisible(ctx context.Context, who account.Who, class string) error {
	if class == "" || who.Class == class {
		return nil
	}
	seen, err := s.Sees(ctx, who, class)
	if err == nil && !seen {
		err = store.ErrNotFound
	}
	return err
}

// MaySee returns a problem if somebody may not see a game, else nil. Before that is
// checked, the functions are called with the game's class.
func (s *API) MaySee(ctx context.Context, who account.Who, game string, first ...func(class string)) error {
	class, err := s.Store.ClassOf(ctx, game)
	for _, do := range first {
		do(class)
	}
	if err == nil {
		err = s.checkVisible(ctx, who, class)
	}
	if errors.Is(err, store.ErrNotFound) {
		return httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", game)
	}
	return err
}

func (s *API) full(r *room.Room, t *table, seat int) Full {
	now := s.House.Now()
	f := Full{ID: r.ID(), View: r.State().View(now), You: seat, Now: now, Present: r.Present().Numbers()}
	if seat > 0 {
		f.Plan = r.State().Plan(seatAt(seat))
	}
	if t != nil {
		t.mu.Lock()
		f.Watchers = t.told
		t.mu.Unlock()
	}
	return f
}

// seatAt returns the seat with a number from 1.
func seatAt(number int) game.Seat { return game.Seat(number - 1) }
