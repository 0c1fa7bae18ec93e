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
	ID         string        `json:"id" doc:"The tournament's ID"`
	Number     int           `json:"number" doc:"The number of the last event"`
	At         play.Instant  `json:"at" doc:"The server's current time"`
	Terms      Conditions    `json:"terms" doc:"As it was created"`
	Organizer  play.Player   `json:"organizer" doc:"Who created it"`
	Stage      Stage         `json:"stage" enum:"open,running,ended" doc:"Open until it starts"`
	Reason     string        `json:"reason,omitempty" doc:"Why it ended: done, canceled or too-few"`
	Created    play.Instant  `json:"created" doc:"When it was created"`
	Started    play.Instant  `json:"started,omitempty" doc:"When it started"`
	Ends       play.Instant  `json:"ends,omitempty" doc:"When an arena stops starting games"`
	Ended      play.Instant  `json:"ended,omitempty" doc:"When it ended"`
	Round      int           `json:"round" doc:"The current one, from 1; 0 before the start"`
	Rounds     int           `json:"rounds,omitempty" doc:"The number of rounds, if known"`
	Players    int           `json:"players" doc:"The number of active players"`
	Standings  []Placing     `json:"standings" doc:"Including players who have left"`
	Boards     []Board       `json:"boards" doc:"The boards of the requested round; by default all of a knockout, the last ones of an arena, else those of the last round"`
	Teams      []TeamPlacing `json:"teams,omitempty" doc:"The standings of a team match, the leader first"`
	Encounters []Encounter   `json:"encounters,omitempty" doc:"The meetings of two teams so far"`
	You        *You          `json:"you,omitempty" doc:"What concerns you"`
}

// Board is a pairing with its games.
type Board struct {
	Match
	Games []string `json:"games" doc:"The IDs of the games; the last may be in progress"`
}

// You is what concerns the account that asks.
type You struct {
	In      bool   `json:"in" doc:"Whether you have joined and not withdrawn"`
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
		if !who.Known() {
			return nil
		}
		by, err := d.actor(ctx, c, who)
		y := c.people().you(who.ID, by)
		v.You = &y
		return err
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
	ID        string       `json:"id" doc:"The tournament's ID"`
	Terms     Conditions   `json:"terms" doc:"As it was created"`
	Organizer play.Player  `json:"organizer" doc:"Who created it"`
	Stage     Stage        `json:"stage" enum:"open,running,ended" doc:"Open until it starts"`
	Started   play.Instant `json:"started,omitempty" doc:"When it started"`
	Ends      play.Instant `json:"ends,omitempty" doc:"When an arena stops starting games"`
	Ended     play.Instant `json:"ended,omitempty" doc:"When it ended"`
	Round     int          `json:"round" doc:"The current one, from 1; 0 before the start"`
	Rounds    int          `json:"rounds,omitempty" doc:"The number of rounds, if known"`
	Players   int          `json:"players" doc:"The number of active players"`
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
		if sees, err := d.sees(ctx, who, class); err != nil || !sees || class == unlistedScope {
			return []Brief{}, err
		}
	}
	rows, err := d.storage.byClass(ctx, class, limit)
	if err != nil {
		return nil, err
	}
	return d.briefs(ctx, rows)
}

// Of returns the tournaments that an account has made, the newest first, without those of
// classes that it no longer sees.
func (d *Director) Of(ctx context.Context, who account.Who, limit int) ([]Brief, error) {
	rows, err := d.storage.byOrganizer(ctx, who.ID, limit)
	if err != nil {
		return nil, err
	}
	all, err := d.briefs(ctx, rows)
	seen := map[string]bool{}
	for _, one := range all {
		class := one.Terms.Class
		if _, known := seen[class]; !known && err == nil {
			seen[class], err = d.sees(ctx, who, class)
		}
	}
	return slices.DeleteFunc(all, func(one Brief) bool { return !seen[one.Terms.Class] }), err
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
