package tournament

import (
	"errors"
	"fmt"
	"slices"

	"thera/internal/site/play"
)

// Stage is how far a contest is.
type Stage string

// The stages.
const (
	Open    Stage = "open" // nothing is played yet
	Running Stage = "running"
	Done    Stage = "ended"
)

// State is what follows from the log of a contest. It is not changed by its
// methods, and safe for concurrent use.
type State struct {
	number    int
	at        play.Instant
	terms     Conditions
	organizer string
	stage     Stage
	reason    string // why it has ended
	created   play.Instant
	started   play.Instant
	ended     play.Instant
	rounds    int // 0 in an arena
	round     int // the last one that was paired
	paired    play.Instant
	rested    play.Instant // when the last game ended
	entrants  []*entrant   // in the order in which they joined
	matches   []*match     // by number
}

// entrant is what is known of one.
type entrant struct {
	Entrant
	gone   bool
	misses int          // games in a row
	seed   int          // from 1, 0 before the beginning
	since  play.Instant // when his last game ended, or he joined
	joined int          // the round after which he did
}

// match is a pairing with what has come of it.
type match struct {
	Pairing
	round   int
	results []result // by leg
	over    bool
}

type result struct {
	winner, reason string
}

// bye reports whether a match has nobody as the second.
func (m *match) bye() bool { return m.Second == "" }

// has reports whether an entrant is in the match.
func (m *match) has(id string) bool { return m.First == id || m.Second == id }

// other returns the opponent of an entrant.
func (m *match) other(id string) string {
	if m.First == id {
		return m.Second
	}
	return m.First
}

// won returns how many games an entrant has won, halves included.
func (m *match) won(id string) (points float64) {
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

// played reports whether a game of the match was.
func (m *match) played() bool {
	return slices.ContainsFunc(m.results, func(r result) bool { return r.reason != ByWithdrawal })
}

// Replay returns the state that follows from a log.
func Replay(log []Event) (*State, error) {
	s := &State{stage: Open}
	if err := s.follow(log...); err != nil {
		return nil, err
	}
	if s.number == 0 {
		return nil, errors.New("log of a contest: want at least one event")
	}
	return s, nil
}

// After returns the state after more events of the log.
func (s *State) After(more ...Event) (*State, error) {
	after := s.clone()
	return after, after.follow(more...)
}

// follow makes s the state after more events. After an error it is of no use.
func (s *State) follow(more ...Event) error {
	for _, e := range more {
		if err := s.apply(e); err != nil {
			return fmt.Errorf("event %d, %q, of a contest: %w", e.Number, e.Kind, err)
		}
	}
	return nil
}

func (s *State) apply(e Event) error {
	switch {
	case e.Number != s.number+1:
		return fmt.Errorf("want number %d", s.number+1)
	case (e.Kind == Created) != (e.Number == 1):
		return errors.New("want the first, and no other, to be the creation")
	case s.stage == Done:
		return errors.New("want nothing after the end")
	}
	s.number, s.at = e.Number, max(s.at, e.At)
	switch e.Kind {
	case Created:
		if e.Terms == nil {
			return errors.New("want terms")
		}
		s.terms, s.organizer, s.created = *e.Terms, e.Organizer, e.At
	case Joined:
		return s.join(e)
	case Left:
		p := s.entrant(e.ID)
		if p == nil {
			return fmt.Errorf("%q: want somebody who is in", e.ID)
		}
		p.gone = true
	case Begun:
		s.stage, s.started, s.paired, s.rounds = Running, e.At, e.At, e.Rounds
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
		return errors.New("want a kind of event that is known")
	}
	return nil
}

func (s *State) join(e Event) error {
	if e.Player == nil || e.Player.ID == "" {
		return errors.New("want a player")
	}
	if p := s.entrant(e.Player.ID); p != nil {
		p.gone, p.misses, p.since = false, 0, e.At
		return nil
	}
	p := &entrant{Entrant: *e.Player, joined: s.round, since: e.At}
	if s.stage == Running {
		p.seed = len(s.entrants) + 1
	}
	s.entrants = append(s.entrants, p)
	return nil
}

func (s *State) pair(e Event) error {
	s.round, s.paired = e.Round, e.At
	for _, p := range e.Pairings {
		if p.Number != len(s.matches)+1 || s.entrant(p.First) == nil || p.Second != "" && s.entrant(p.Second) == nil {
			return fmt.Errorf("pairing %+v: want number %d, of entrants", p, len(s.matches)+1)
		}
		m := &match{Pairing: p, round: e.Round}
		m.over = m.bye()
		s.matches = append(s.matches, m)
	}
	return nil
}

func (s *State) result(e Event) error {
	m := s.match(e.Pairing)
	if m == nil || m.over || e.Leg != len(m.results)+1 || e.Winner != "" && !m.has(e.Winner) {
		return fmt.Errorf("pairing %d, leg %d, winner %q: want the next leg of a match, and one of its players", e.Pairing, e.Leg, e.Winner)
	}
	m.results = append(m.results, result{e.Winner, e.Reason})
	m.over, s.rested = s.decided(m), e.At
	for _, id := range []string{m.First, m.Second} {
		p := s.entrant(id)
		p.since = e.At
		switch {
		case e.Reason == ByMissing && e.Winner != id:
			p.misses++
		case e.Reason != ByWithdrawal:
			p.misses = 0
		}
	}
	return nil
}

// entrant returns who has an id, or nil.
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

// active returns who is in and has not left, the best seed first.
func (s *State) active() (all []*entrant) {
	for _, p := range s.entrants {
		if !p.gone {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *entrant) int { return a.seed - b.seed })
	return all
}

// playing returns the matches that are not over.
func (s *State) playing() (open []*match) {
	for _, m := range s.matches {
		if !m.over {
			open = append(open, m)
		}
	}
	return open
}

// Number returns the number of the last event.
func (s *State) Number() int { return s.number }

// Terms returns what is played.
func (s *State) Terms() Conditions { return s.terms }

// Organizer returns the id of who made the contest.
func (s *State) Organizer() string { return s.organizer }

// Stage returns how far it is.
func (s *State) Stage() Stage { return s.stage }

// Reason returns why it has ended.
func (s *State) Reason() string { return s.reason }

// Created returns when it was made.
func (s *State) Created() play.Instant { return s.created }

// Started returns when it has begun, 0 for not yet.
func (s *State) Started() play.Instant { return s.started }

// Ended returns when it was over, 0 for not yet.
func (s *State) Ended() play.Instant { return s.ended }

// Round returns the round that was paired last, and how many there are, as far
// as that is known.
func (s *State) Round() (round, of int) { return s.round, s.rounds }

// Ends returns until when games of an arena begin.
func (s *State) Ends() play.Instant {
	if s.terms.Kind != Arena || s.started == 0 {
		return 0
	}
	return s.started + play.Instant(s.terms.Minutes)*60_000
}
