package play

import (
	"errors"
	"fmt"
	"slices"

	"thera/game"
)

// Replay returns the state that follows from a log, and from the plans that are kept
// beside it. It refuses logs that are impossible, such as one with a gap.
func Replay(rules game.Game, log []Event, plans ...SeatPlan) (*State, error) {
	s := &State{rules: rules}
	for _, e := range log {
		if err := s.apply(e); err != nil {
			return nil, err
		}
		for _, p := range plans {
			if p.After == e.Number && p.Seat >= 1 && p.Seat <= s.players() {
				s.plans[seatOf(p.Seat)] = p.Lines
			}
		}
	}
	if s.setup == nil {
		return nil, errors.New("log of a game: want at least one event")
	}
	return s, nil
}

// After returns the state after more events. It refuses impossible ones.
func (s *State) After(more ...Event) (*State, error) {
	after := s.clone()
	for _, e := range more {
		if err := after.apply(e); err != nil {
			return nil, err
		}
	}
	return after, nil
}

// apply applies an event to s. After an error s must not be used.
func (s *State) apply(e Event) error {
	if err := s.checkEvent(e); err != nil {
		return fmt.Errorf("event %d, %q: %w", e.Number, e.Kind, err)
	}
	s.number, s.at = e.Number, e.At
	if err := s.applyKind(e); err != nil {
		return fmt.Errorf("event %d, %q: %w", e.Number, e.Kind, err)
	}
	return nil
}

var kindsWithoutSeat = []Kind{Created, Clocked, TookBack, Ended}

func (s *State) checkEvent(e Event) error {
	switch {
	case e.Number != s.number+1:
		return fmt.Errorf("want number %d", s.number+1)
	case (e.Kind == Created) != (e.Number == 1):
		return errors.New("want the creation as the first event, and nowhere else")
	case e.At < s.at:
		return fmt.Errorf("at %d: want a time not before %d", e.At, s.at)
	case e.Kind == Created:
		return nil
	case e.Seat < 0 || e.Seat > s.players() || e.Seat == 0 && !slices.Contains(kindsWithoutSeat, e.Kind):
		return fmt.Errorf("seat %d: want 1 to %d", e.Seat, s.players())
	case e.Clocks != nil && len(e.Clocks) != len(s.clock.left):
		return fmt.Errorf("%d clocks: want %d", len(e.Clocks), len(s.clock.left))
	case s.Over() && e.Kind != Offered && e.Kind != Accepted && e.Kind != Declined:
		return errors.New("want only offers after the end")
	}
	return nil
}

func (s *State) applyKind(e Event) (err error) {
	switch e.Kind {
	case Created:
		return s.create(e)
	case Turned:
		return s.turn(e)
	case Planned:
		s.plans[seatOf(e.Seat)] = e.Plan
	case Clocked:
		switch e.Reason {
		case ByOutage:
			s.outagesUntil = e.At
			s.clock.postpone(e.Given)
			return nil // as in eliminate, the running turn may be on its way
		case ByGift:
			s.count(seatOf(e.Seat), askGift)
		}
		s.clock.setTo(e.Clocks, e.At)
	case Offered:
		s.offers = append(s.offers, offer{kind: e.Offer, seat: seatOf(e.Seat)})
		s.count(seatOf(e.Seat), askOf[e.Offer])
	case Accepted, Declined:
		return s.answer(e)
	case TookBack:
		return s.takeBack(e)
	case Resigned, Left, Flagged:
		return s.eliminate(e)
	case Ended:
		s.end(e)
	default:
		return errors.New("want a known kind of event")
	}
	return nil
}

func (s *State) create(e Event) (err error) {
	if e.Setup == nil {
		return errors.New("want a setup")
	}
	if s.begin, err = e.Setup.begin(s.rules); err != nil {
		return err
	}
	s.setup, s.pos, s.created = e.Setup, s.begin, e.At
	s.clock = newClock(e.Setup.Control, s.players(), e.Setup.Handicap)
	s.plans = make([][][]game.Move, s.players())
	s.beginTurn(e.At)
	return nil
}

func (s *State) turn(e Event) (err error) {
	seat := s.pos.Turn()
	if e.Ply != s.ply+1 || seatOf(e.Seat) != seat {
		return fmt.Errorf("ply %d of seat %d: want ply %d of seat %s", e.Ply, e.Seat, s.ply+1, seat)
	}
	if s.pos, err = s.pos.Play(e.Turn); err != nil {
		return err
	}
	if !s.clock.isFirstTurn {
		s.clock.gain(seat, e.Lag)
	}
	s.clock.setTo(e.Clocks, e.At)
	s.actions = append(s.actions, action{seat, e.Turn})
	s.ply++
	s.clearOffers()
	for i, lines := range s.plans {
		s.plans[i] = matchingLines(lines, e.Turn)
	}
	s.beginTurn(e.At)
	return nil
}

func (s *State) takeBack(e Event) error {
	n := s.actionsLeft(e.Ply)
	if n < 0 {
		return fmt.Errorf("to ply %d: want one before %d with no seat eliminated since", e.Ply, s.ply)
	}
	s.actions, s.ply, s.takenBack = slices.Clip(s.actions[:n]), e.Ply, e.Number
	s.pos, _ = s.positionAt(e.Ply)
	s.clock.setTo(e.Clocks, e.At)
	clear(s.plans)
	s.clearOffers()
	s.beginTurn(e.At)
	return nil
}

// eliminate takes a seat out. With two players the position is unchanged.
func (s *State) eliminate(e Event) (err error) {
	seat, turn := seatOf(e.Seat), s.pos.Turn()
	if !s.Seats().Has(seat) {
		return fmt.Errorf("seat %s: want one of %s", seat, s.Seats())
	}
	if s.players() > 2 {
		if s.pos, err = game.Eliminate(s.pos, seat); err != nil {
			return err
		}
	}
	s.out |= game.Only(seat)
	s.actions = append(s.actions, action{seat: seat})
	clear(s.plans)
	s.clearOffers()
	// Otherwise the running turn continues: it may be on its way, and the time that it has
	// had until now counts for its lag.
	if turn != s.pos.Turn() || s.Seats().Len() < 2 || s.pos.Winners() != 0 {
		s.clock.setTo(e.Clocks, e.At)
		s.beginTurn(e.At)
	}
	return nil
}

func (s *State) end(e Event) {
	s.reason, s.winners, s.ended = e.Reason, 0, e.At
	for _, number := range e.Winners {
		s.winners |= game.Only(seatOf(number))
	}
	s.clock.isStopped = true
	clear(s.plans)
	s.clearOffers()
}

func (s *State) positionAt(ply int) (pos game.Position, err error) {
	pos = s.begin
	for _, a := range s.actions {
		switch {
		case a.turn == "" && s.players() > 2:
			pos, err = game.Eliminate(pos, a.seat)
		case a.turn != "" && ply == 0:
			return pos, nil
		case a.turn != "":
			ply--
			pos, err = pos.Play(a.turn)
		}
		if err != nil {
			return nil, err
		}
	}
	return pos, nil
}

// actionsLeft returns -1 if the turns cannot be taken back as far as ply.
func (s *State) actionsLeft(ply int) int {
	n := len(s.actions)
	for at := s.ply; at > ply && n > 0 && s.actions[n-1].turn != ""; at-- {
		n--
	}
	if ply < 0 || ply >= s.ply || len(s.actions)-n != s.ply-ply {
		return -1
	}
	return n
}
