package tournament

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/play"
)

// Contest is a contest as it is shown.
type Contest struct {
	ID        string       `json:"id"`
	Number    int          `json:"number" doc:"Of the last thing that has happened"`
	At        play.Instant `json:"at" doc:"The service's time now"`
	Terms     Conditions   `json:"terms"`
	Organizer play.Player  `json:"organizer"`
	Stage     Stage        `json:"stage" enum:"open,running,ended"`
	Reason    string       `json:"reason,omitempty" doc:"Why it has ended: done, canceled or too-few"`
	Created   play.Instant `json:"created"`
	Started   play.Instant `json:"started,omitempty"`
	Ends      play.Instant `json:"ends,omitempty" doc:"Until when games of an arena begin"`
	Ended     play.Instant `json:"ended,omitempty"`
	Round     int          `json:"round"`
	Rounds    int          `json:"rounds,omitempty" doc:"How many there are, where that is known"`
	Players   int          `json:"players" doc:"How many are in"`
	Standings []Placing    `json:"standings" doc:"Those who have left too"`
	Boards    []Board      `json:"boards" doc:"Of the round that was asked for; if none was, all of a knock-out, else those of the last round, of an arena the last ones"`
	You       *You         `json:"you,omitempty"`
}

// Board is a pairing.
type Board struct {
	Match
	Games []string `json:"games" doc:"The ids of the games, the last one perhaps being played"`
}

// You is what concerns who asks.
type You struct {
	In   bool   `json:"in"`
	Game string `json:"game,omitempty" doc:"The id of the game that he plays"`
	Runs bool   `json:"runs,omitempty" doc:"He is the organizer"`
}

// lastBoards is how many boards of an arena are shown beside those that are
// played.
const lastBoards = 12

// View returns a contest as somebody, perhaps nobody, sees it, with the boards of
// a round, 0 for those of now; or ErrNotFound.
func (h *Director) View(ctx context.Context, who account.Who, id string, round int) (v Contest, err error) {
	err = h.with(ctx, id, func(c *newCup) error {
		if err := h.sees(ctx, c, who); err != nil {
			return err
		}
		if c.view == nil {
			if c.view, err = h.look(ctx, c); err != nil {
				return err
			}
		}
		v = *c.view
		v.At = h.now()
		if round > 0 {
			v.Boards = boards(c.id, c.state.Matches(round))
		}
		v.You = you(c, who.ID)
		return nil
	})
	return v, err
}

// Wait is View when something has happened after the event of a number, or
// nothing has for a while.
func (h *Director) Wait(ctx context.Context, who account.Who, id string, after int, patience time.Duration) (Contest, error) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for late := false; ; {
		// From before it is read, so that nothing is missed.
		changed, leave := h.watch(id)
		v, err := h.View(ctx, who, id, 0)
		if err != nil || v.Number > after || late {
			leave()
			return v, err
		}
		select {
		case <-changed:
		case <-timer.C:
			late = true
		case <-ctx.Done():
			err = ctx.Err()
		}
		if leave(); err != nil {
			return v, err
		}
	}
}

// watch returns what is closed when a contest is another one, until leave.
func (h *Director) watch(id string) (changed <-chan struct{}, leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.cup(id)
	c.waiting++
	return c.changed, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		c.waiting--
	}
}

// you returns what concerns who asks.
func you(c *newCup, who string) *You {
	if who == "" {
		return nil
	}
	y := &You{Runs: who == c.state.Organizer()}
	_, y.In = c.state.Entrant(who)
	for _, g := range c.state.Games() {
		if slices.Contains(g.Players[:], who) {
			y.Game = g.ID(c.id)
		}
	}
	return y
}

// look makes the view of a contest for all.
func (h *Director) look(ctx context.Context, c *newCup) (*Contest, error) {
	s := c.state
	v := &Contest{
		ID: c.id, Number: s.Number(), Terms: s.Terms(), Stage: s.Stage(), Reason: s.Reason(), Created: s.Created(), Started: s.Started(),
		Ends: s.Ends(), Ended: s.Ended(), Players: s.Players(), Standings: s.Standings(),
	}
	v.Round, v.Rounds = s.Round()
	ids := []string{s.Organizer()}
	for _, one := range v.Standings {
		ids = append(ids, one.Player.ID)
	}
	names, err := h.config.Store.Names(ctx, ids)
	if err != nil {
		return nil, err
	}
	v.Organizer = names[s.Organizer()]
	for i := range v.Standings {
		if account, ok := names[v.Standings[i].Player.ID]; ok {
			v.Standings[i].Player.Name, v.Standings[i].Player.Kind = account.Name, account.Kind
		}
	}
	matches := s.Matches(0)
	switch v.Terms.Kind {
	case Arena:
		last := len(matches) - lastBoards
		shown := []Match{}
		for i, m := range matches {
			if i >= last || !m.Over {
				shown = append(shown, m)
			}
		}
		slices.Reverse(shown)
		v.Boards = boards(c.id, shown)
	case Knockout:
		v.Boards = boards(c.id, matches)
	case Swiss, RoundRobin:
		v.Boards = boards(c.id, s.Matches(max(v.Round, 1)))
	}
	return v, nil
}

func boards(id string, matches []Match) []Board {
	all := make([]Board, len(matches))
	for i, m := range matches {
		all[i] = Board{Match: m, Games: []string{}}
		for leg := range m.Legs {
			all[i].Games = append(all[i].Games, Game{Pairing: m.Number, Leg: leg + 1}.ID(id))
		}
	}
	return all
}

// Brief is a contest as lists show it.
type Brief struct {
	ID        string       `json:"id"`
	Terms     Conditions   `json:"terms"`
	Organizer play.Player  `json:"organizer"`
	Stage     Stage        `json:"stage" enum:"open,running,ended"`
	Started   play.Instant `json:"started,omitempty"`
	Ends      play.Instant `json:"ends,omitempty"`
	Ended     play.Instant `json:"ended,omitempty"`
	Round     int          `json:"round"`
	Rounds    int          `json:"rounds,omitempty"`
	Players   int          `json:"players"`
	First     *play.Player `json:"first,omitempty" doc:"Who has won"`
}

// briefOf returns what is stored of a contest for lists, with ids alone.
func briefOf(s *State) (string, error) {
	b := Brief{
		Terms: s.Terms(), Organizer: play.Player{ID: s.Organizer()}, Stage: s.Stage(), Started: s.Started(), Ends: s.Ends(), Ended: s.Ended(), Players: s.Players(),
	}
	b.Round, b.Rounds = s.Round()
	if s.Stage() == Done && s.Reason() == ByEnd {
		if all := s.Standings(); len(all) > 0 {
			p := all[0].Player
			b.First = &play.Player{ID: p.ID, Name: p.Name, Kind: p.Kind}
		}
	}
	text, err := json.Marshal(b)
	return string(text), err
}

// List returns contests of a class, "" for those of everybody, that somebody can
// see: first what goes on or is to come.
func (h *Director) List(ctx context.Context, who account.Who, class string, limit int) ([]Brief, error) {
	if class != "" {
		if h.config.Classes == nil || class == byLink {
			return []Brief{}, nil
		}
		if ok, err := h.config.Classes.Sees(ctx, who, class); err != nil || !ok {
			return []Brief{}, err
		}
	}
	rows, err := h.table.listed(ctx, class, limit)
	if err != nil {
		return nil, err
	}
	return h.briefs(ctx, rows)
}

// Of returns the contests that somebody has made, the newest first.
func (h *Director) Of(ctx context.Context, organizer string, limit int) ([]Brief, error) {
	rows, err := h.table.of(ctx, organizer, limit)
	if err != nil {
		return nil, err
	}
	return h.briefs(ctx, rows)
}

func (h *Director) briefs(ctx context.Context, rows []row) ([]Brief, error) {
	all := make([]Brief, len(rows))
	var ids []string
	for i, r := range rows {
		if err := json.Unmarshal([]byte(r.summary), &all[i]); err != nil {
			return nil, err
		}
		all[i].ID = r.id
		if ids = append(ids, all[i].Organizer.ID); all[i].First != nil {
			ids = append(ids, all[i].First.ID)
		}
	}
	slices.Sort(ids)
	names, err := h.config.Store.Names(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Organizer = names[all[i].Organizer.ID]
		if first := all[i].First; first != nil {
			if account, ok := names[first.ID]; ok {
				*first = account
			}
		}
	}
	return all, nil
}

// Log returns the events of a contest, for exports.
func (h *Director) Log(ctx context.Context, who account.Who, id string) ([]Event, error) {
	err := h.with(ctx, id, func(c *newCup) error { return h.sees(ctx, c, who) })
	if err != nil {
		return nil, err
	}
	return h.table.events(ctx, id, 0)
}
