package tournament

import (
	"context"
	"encoding/json"
	"slices"

	"thera/internal/site/account"
	"thera/internal/site/play"
)

// Contest is a tournament as the API shows it; clients know it by this name.
type Contest struct {
	ID         string        `json:"id"`
	Number     int           `json:"number" doc:"The number of the last event"`
	At         play.Instant  `json:"at" doc:"The server's current time"`
	Terms      Conditions    `json:"terms"`
	Organizer  play.Player   `json:"organizer"`
	Stage      Stage         `json:"stage" enum:"open,running,ended"`
	Reason     string        `json:"reason,omitempty" doc:"Why it ended: done, canceled or too-few"`
	Created    play.Instant  `json:"created"`
	Started    play.Instant  `json:"started,omitempty"`
	Ends       play.Instant  `json:"ends,omitempty" doc:"When an arena stops starting games"`
	Ended      play.Instant  `json:"ended,omitempty"`
	Round      int           `json:"round"`
	Rounds     int           `json:"rounds,omitempty" doc:"The number of rounds, if known"`
	Players    int           `json:"players" doc:"The number of active players"`
	Standings  []Placing     `json:"standings" doc:"Including players who have left"`
	Boards     []Board       `json:"boards" doc:"The boards of the requested round; by default all of a knockout, the last ones of an arena, else those of the last round"`
	Teams      []TeamPlacing `json:"teams,omitempty" doc:"The standings of a team match, the leader first"`
	Encounters []Encounter   `json:"encounters,omitempty" doc:"The meetings of two teams so far"`
	You        *You          `json:"you,omitempty"`
}

// Board is a pairing with its games.
type Board struct {
	Match
	Games []string `json:"games" doc:"The IDs of the games; the last may be in progress"`
}

// You is what concerns the account that asks.
type You struct {
	In      bool   `json:"in"`
	Game    string `json:"game,omitempty" doc:"The ID of your game in progress"`
	Runs    bool   `json:"runs,omitempty" doc:"You are the organizer"`
	Captain int    `json:"captain,omitempty" doc:"The team whose captain you are"`
}

const recentBoards = 12

// View returns a tournament as an account, perhaps nobody, sees it, with the
// boards of a round, 0 for the current ones; or ErrNotFound.
func (d *Director) View(ctx context.Context, who account.Who, id string, round int) (v Contest, err error) {
	err = d.with(ctx, id, func(c *cached) error {
		if err := d.checkVisible(ctx, c, who); err != nil {
			return err
		}
		if v, err = d.present(ctx, c); err != nil {
			return err
		}
		if round > 0 {
			v.Boards = boards(c.id, c.state.Matches(round))
		}
		if who.Known() {
			y := c.people().you(who.ID)
			v.You = &y
		}
		return nil
	})
	return v, err
}

// present returns what everybody may see, with the present names. c.mu must be held.
func (d *Director) present(ctx context.Context, c *cached) (Contest, error) {
	if names := d.config.Store.NameChanges(); c.view == nil || c.names != names {
		view, err := d.render(ctx, c)
		if err != nil {
			return Contest{}, err
		}
		c.view, c.names = view, names
	}
	v := *c.view
	v.At = d.now()
	return v, nil
}

func (d *Director) render(ctx context.Context, c *cached) (*Contest, error) {
	s := c.state
	v := &Contest{
		ID: c.id, Number: s.number, Terms: s.terms, Stage: s.stage, Reason: s.reason, Created: s.created, Started: s.started,
		Ends: s.Ends(), Ended: s.ended, Players: s.Players(), Standings: s.Standings(),
		Teams: s.TeamStandings(), Encounters: s.Encounters(),
	}
	v.Round, v.Rounds = s.Round()
	ids := []string{s.organizer}
	for _, one := range v.Standings {
		ids = append(ids, one.Player.ID)
	}
	names, err := d.config.Store.Names(ctx, ids)
	if err != nil {
		return nil, err
	}
	v.Organizer = names[s.organizer]
	for i := range v.Standings {
		p := &v.Standings[i].Player
		p.Name, p.Kind = names[p.ID].Name, names[p.ID].Kind
	}
	matches := s.Matches(0)
	switch v.Terms.Kind {
	case Arena:
		last := len(matches) - recentBoards
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
	case Swiss, RoundRobin, Teams, Consultation:
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

// Brief is a tournament as lists show it.
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
	First     *play.Player `json:"first,omitempty" doc:"The winner"`
	Team      string       `json:"team,omitempty" doc:"The team that won a team match; none if the first teams are equal"`
}

func briefOf(s *State) (string, error) {
	b := Brief{
		Terms: s.terms, Organizer: play.Player{ID: s.organizer}, Stage: s.stage, Started: s.started, Ends: s.Ends(), Ended: s.ended, Players: s.Players(),
	}
	b.Round, b.Rounds = s.Round()
	switch {
	case s.stage != Done || s.reason != ByEnd:
	case s.terms.hasTeams():
		b.Team = s.winningTeam()
	default:
		if all := s.Standings(); len(all) > 0 {
			p := all[0].Player
			b.First = &play.Player{ID: p.ID, Kind: p.Kind}
		}
	}
	text, err := json.Marshal(b)
	return string(text), err
}

// List returns the tournaments of a class, "" for public ones, that an account
// can see: first those that have not ended.
func (d *Director) List(ctx context.Context, who account.Who, class string, limit int) ([]Brief, error) {
	if class != "" {
		if class == unlistedScope {
			return []Brief{}, nil
		}
		if ok, err := d.config.Classes.Sees(ctx, who, class); err != nil || !ok {
			return []Brief{}, err
		}
	}
	rows, err := d.storage.byClass(ctx, class, limit)
	if err != nil {
		return nil, err
	}
	return d.briefs(ctx, rows)
}

// Of returns the tournaments of an organizer, the newest first.
func (d *Director) Of(ctx context.Context, organizer string, limit int) ([]Brief, error) {
	rows, err := d.storage.byOrganizer(ctx, organizer, limit)
	if err != nil {
		return nil, err
	}
	return d.briefs(ctx, rows)
}

func (d *Director) briefs(ctx context.Context, rows []row) ([]Brief, error) {
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
	names, err := d.config.Store.Names(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Organizer = names[all[i].Organizer.ID]
		if first := all[i].First; first != nil {
			*first = names[first.ID]
		}
	}
	return all, nil
}

// Log returns the events of a tournament, for exports.
func (d *Director) Log(ctx context.Context, who account.Who, id string) ([]Event, error) {
	err := d.with(ctx, id, func(c *cached) error { return d.checkVisible(ctx, c, who) })
	if err != nil {
		return nil, err
	}
	return d.storage.events(ctx, id, 0)
}
