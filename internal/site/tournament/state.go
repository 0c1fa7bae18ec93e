package tournament

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"thera/internal/site/play"
)

// Stage is how far a tournament has got.
type Stage string

// The stages.
const (
	Open    Stage = "open" // not started
	Running Stage = "running"
	Done    Stage = "ended"
)

// State is what follows from the log of a tournament. Its methods do not change
// it, and it is safe for concurrent use.
type State struct {
	number       int
	at           play.Instant
	terms        Conditions
	organizer    string
	stage        Stage
	reason       string // why it ended
	created      play.Instant
	started      play.Instant
	ended        play.Instant
	rounds       int // 0 in an arena
	round        int // the last paired round
	pairedAt     play.Instant
	lastResultAt play.Instant // when the last game ended
	entrants     []*entrant   // in the order in which they joined
	matches      []*match     // by number
	teams        []*team      // of a team match, by number
}

type entrant struct {
	Entrant
	hasLeft      bool
	joins        int // how often they have joined
	missedInARow int
	seed         int          // from 1; 0 if they have not been in since the start
	idleSince    play.Instant // when their last game ended or they joined
	matches      []int        // by number, see [State.matchesOf]
}

type match struct {
	Pairing
	round   int
	results []result // by leg
	isOver  bool
}

type result struct {
	winner, reason string
}

func (m *match) isBye() bool { return m.Second == "" }

func (m *match) includes(id string) bool { return m.First == id || m.Second == id }

func (m *match) opponent(id string) string {
	if m.First == id {
		return m.Second
	}
	return m.First
}

// score returns how many games an entrant has won, counting halves.
func (m *match) score(id string) (points float64) {
	for _, r := range m.results {
		switch r.winner {
		case id:
			points++
		case "":
			points += 0.5
		}
	}
	return points
}

func (m *match) wasPlayed() bool {
	return slices.ContainsFunc(m.results, func(r result) bool { return r.reason != ByWithdrawal })
}

// Replay returns the state that follows from a log.
func Replay(log []Event) (*State, error) {
	s := &State{stage: Open}
	if err := s.follow(log...); err != nil {
		return nil, err
	}
	if s.number == 0 {
		return nil, errors.New("log of a tournament: want at least one event")
	}
	return s, nil
}

// After returns the state after more events.
func (s *State) After(more ...Event) (*State, error) {
	after := s.clone()
	return after, after.follow(more...)
}

// follow applies events to s. After an error s must not be used.
func (s *State) follow(more ...Event) error {
	for _, e := range more {
		if err := s.apply(e); err != nil {
			return fmt.Errorf("event %d, %q, of a tournament: %w", e.Number, e.Kind, err)
		}
	}
	return nil
}

func (s *State) apply(e Event) error {
	switch {
	case e.Number != s.number+1:
		return fmt.Errorf("want number %d", s.number+1)
	case (e.Kind == Created) != (e.Number == 1):
		return errors.New("want the creation as the first event, and nowhere else")
	case s.stage == Done:
		return errors.New("want no event after the end")
	}
	s.number, s.at = e.Number, max(s.at, e.At)
	switch e.Kind {
	case Created:
		if e.Terms == nil {
			return errors.New("want terms")
		}
		s.terms, s.organizer, s.created = *e.Terms, e.Organizer, e.At
		for _, name := range e.Terms.Teams {
			s.teams = append(s.teams, &team{name: name})
		}
	case Joined:
		return s.join(e)
	case Left:
		p := s.entrant(e.ID)
		if p == nil {
			return fmt.Errorf("%q: want a player of the tournament", e.ID)
		}
		p.hasLeft = true
		s.dismiss(e.ID)
	case Ordered, Appointed:
		return s.changeTeam(e)
	case Begun:
		s.stage, s.started, s.pairedAt, s.rounds = Running, e.At, e.At, e.Rounds
		for i, id := range e.Seeds {
			if p := s.entrant(id); p != nil {
				p.seed = i + 1
			}
		}
	case Paired:
		return s.pair(e)
	case Resulted:
		return s.result(e)
	case Ended:
		s.stage, s.reason, s.ended = Done, e.Reason, e.At
	default:
		return errors.New("want a known kind of event")
	}
	return nil
}

func (s *State) join(e Event) error {
	if e.Player == nil || e.Player.ID == "" {
		return errors.New("want a player")
	}
	if s.terms.hasTeams() && s.team(e.Player.Team) == nil {
		return fmt.Errorf("team %d: want 1 to %d", e.Player.Team, len(s.teams))
	}
	s.enlist(*e.Player)
	p := s.entrant(e.Player.ID)
	if p == nil {
		p = &entrant{Entrant: *e.Player}
		s.entrants = append(s.entrants, p)
	}
	p.Team = e.Player.Team
	p.hasLeft, p.missedInARow, p.idleSince = false, 0, e.At
	p.joins++
	if s.stage == Running && p.seed == 0 {
		p.seed = s.freeSeed()
	}
	return nil
}

// freeSeed returns the last seed that nobody has. There are as many seeds as entrants; those
// of players who left before the start are free.
func (s *State) freeSeed() int {
	seed := len(s.entrants)
	for slices.ContainsFunc(s.entrants, func(p *entrant) bool { return p.seed == seed }) {
		seed--
	}
	return seed
}

func (s *State) pair(e Event) error {
	s.round, s.pairedAt = e.Round, e.At
	for _, p := range e.Pairings {
		first, second := s.entrant(p.First), s.entrant(p.Second)
		if p.Number != len(s.matches)+1 || first == nil || p.Second != "" && second == nil {
			return fmt.Errorf("pairing %+v: want number %d and entrants", p, len(s.matches)+1)
		}
		m := &match{Pairing: p, round: e.Round}
		m.isOver = m.isBye()
		s.matches = append(s.matches, m)
		first.matches = append(first.matches, p.Number)
		if second != nil {
			second.matches = append(second.matches, p.Number)
		}
	}
	return nil
}

func (s *State) result(e Event) error {
	m := s.match(e.Pairing)
	if m == nil || m.isOver || e.Leg != len(m.results)+1 || e.Winner != "" && !m.includes(e.Winner) {
		return fmt.Errorf("pairing %d, leg %d, winner %q: want the next leg of a match, and one of its players", e.Pairing, e.Leg, e.Winner)
	}
	m.results = append(m.results, result{e.Winner, e.Reason})
	m.isOver, s.lastResultAt = s.isDecided(m), e.At
	for _, id := range []string{m.First, m.Second} {
		p := s.entrant(id)
		p.idleSince = e.At
		switch {
		case e.Reason == ByMissing && e.Winner != id:
			p.missedInARow++
		case e.Reason != ByWithdrawal:
			p.missedInARow = 0
		}
	}
	return nil
}

// matchesOf yields an entrant's matches in order.
func (s *State) matchesOf(p *entrant) iter.Seq[*match] {
	return func(yield func(*match) bool) {
		for _, number := range p.matches {
			if !yield(s.match(number)) {
				return
			}
		}
	}
}

func (s *State) entrant(id string) *entrant {
	for _, p := range s.entrants {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (s *State) match(number int) *match {
	if number < 1 || number > len(s.matches) {
		return nil
	}
	return s.matches[number-1]
}

// active returns the entrants who have not left, the best seed first.
func (s *State) active() (all []*entrant) {
	for _, p := range s.entrants {
		if !p.hasLeft {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *entrant) int { return a.seed - b.seed })
	return all
}

func idsOf(entrants []*entrant) []string {
	ids := make([]string, len(entrants))
	for i, p := range entrants {
		ids[i] = p.ID
	}
	return ids
}

func (s *State) unfinished() (open []*match) {
	for _, m := range s.matches {
		if !m.isOver {
			open = append(open, m)
		}
	}
	return open
}

// Round returns the last paired round and the number of rounds if known.
func (s *State) Round() (round, of int) { return s.round, s.rounds }

// Ends returns when an arena stops starting games, 0 for other kinds.
func (s *State) Ends() play.Instant {
	if s.terms.Kind != Arena || s.started == 0 {
		return 0
	}
	return s.started + play.Instant(s.terms.Minutes)*60_000
}

// Event is something that has happened in a tournament, with the names used in
// the log and in exports.
//
//	created   terms, organizer: an ID
//	joined    player, in a team match with their team
//	ordered   team, order: IDs, the first board first
//	captain   team, id
//	left      id, reason: missed, removed, or absent for a withdrawal
//	started   rounds, if their number is known; seeds: IDs, the strongest first
//	paired    round, pairings
//	result    pairing, leg, winner: an ID, absent for half a point each; reason:
//	          that of the game, or withdrawn for a game that was not played
//	ended     reason: done, canceled, too-few
type Event struct {
	Number    int          `json:"number" doc:"From 1"`
	At        play.Instant `json:"at" doc:"When it happened"`
	Kind      EventKind    `json:"event" doc:"What has happened: created, joined, left, ordered, captain, started, paired, result, ended"`
	Terms     *Conditions  `json:"terms,omitempty" doc:"In created"`
	Organizer string       `json:"organizer,omitempty" doc:"In created, the organizer's ID"`
	Player    *Entrant     `json:"player,omitempty" doc:"In joined"`
	ID        string       `json:"id,omitempty" doc:"In left and captain, the player's ID"`
	Rounds    int          `json:"rounds,omitempty" doc:"In started, their number if it is known"`
	Seeds     []string     `json:"seeds,omitempty" doc:"In started, the IDs of the players, the strongest first"`
	Round     int          `json:"round,omitempty" doc:"In paired, from 1"`
	Pairings  []Pairing    `json:"pairings,omitempty" doc:"In paired, those of the round; of an arena, the new ones"`
	Pairing   int          `json:"pairing,omitempty" doc:"In result, the number of the pairing"`
	Leg       int          `json:"leg,omitempty" doc:"In result, which game of the pairing, from 1"`
	Winner    string       `json:"winner,omitempty" doc:"In result, the winner's ID; missing for half a point each"`
	Reason    string       `json:"reason,omitempty" doc:"In left: missed, removed, or missing for a withdrawal; in result that of the game, or withdrawn for one that was not played; in ended: done, canceled, too-few"`
	Team      int          `json:"team,omitempty" doc:"In ordered and captain, the team's number, from 1"`
	Order     []string     `json:"order,omitempty" doc:"In ordered, the IDs of the team's players, the first board first"`
}

// EventKind says what has happened.
type EventKind string

// The kinds of events.
const (
	Created   EventKind = "created"
	Joined    EventKind = "joined"
	Left      EventKind = "left"
	Ordered   EventKind = "ordered"
	Appointed EventKind = "captain"
	Begun     EventKind = "started"
	Paired    EventKind = "paired"
	Resulted  EventKind = "result"
	Ended     EventKind = "ended"
)

// Entrant is a player of a tournament. The log keeps no name, because names can change;
// views look it up.
type Entrant struct {
	ID     string          `json:"id" doc:"Never changes"`
	Name   string          `json:"name,omitempty" doc:"Present in views; events have none, as it may change"`
	Kind   play.PlayerKind `json:"kind" doc:"What the player is: person, guest or bot"`
	Rating int             `json:"rating,omitempty" doc:"When they joined; missing for none"`
	Team   int             `json:"team,omitempty" doc:"In a team match, the number of their team, from 1"`
}

// Pairing has two entrants, or one with a bye.
type Pairing struct {
	Number int    `json:"number" doc:"In the tournament, from 1"`
	First  string `json:"first" doc:"The ID of the player with seat 1 in the first game"`
	Second string `json:"second,omitempty" doc:"The other player's ID; missing for a bye"`
	Board  int    `json:"board,omitempty" doc:"In a team match, from 1"`
}

// The reasons of events.
const (
	ByMissing    = "missed"    // did not play their first turn in time
	ByOrganizer  = "removed"   // taken out by the organizer
	ByWithdrawal = "withdrawn" // the opponent had left
	ByEnd        = "done"
	ByCancel     = "canceled"
	ByTooFew     = "too-few"
)
