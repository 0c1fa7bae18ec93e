package tournament

import (
	"slices"

	"thera/internal/site/play"
)

// Command is what somebody wants of a contest: [Join], [Seat], [Withdraw], [Remove],
// [Start] and [Cancel] of people, [Result] of who runs it.
type Command interface {
	// decide emits what comes of the command, or refuses it.
	decide(d *decision) error
}

// decision is a state in the making.
type decision struct {
	*State
	now    play.Instant
	events []Event
	broken error // an event that the state did not take: a mistake in here
}

// Create begins a contest, for whose organizer others have to vouch.
func Create(terms Conditions, organizer string, now play.Instant) ([]Event, error) {
	terms, err := terms.check(now)
	if err != nil {
		return nil, err
	}
	d := &decision{State: &State{stage: Open}, now: now}
	d.emit(Event{Kind: Created, Terms: &terms, Organizer: organizer})
	return d.events, d.broken
}

// Decide answers a command with the events that come of it, none if it is done
// already. A command that can't be followed gives a play.Refusal.
func (s *State) Decide(now play.Instant, c Command) ([]Event, error) {
	d := &decision{State: s.clone(), now: max(now, s.at)}
	if s.stage == Done {
		return nil, refuse(Over, "the contest has ended: %s", s.reason)
	}
	err := c.decide(d)
	if d.broken != nil {
		return nil, d.broken
	}
	if err != nil {
		return nil, err
	}
	return d.events, nil
}

// clone returns a state that can be changed without changing s.
func (s *State) clone() *State {
	c := *s
	c.entrants, c.matches = slices.Clone(s.entrants), slices.Clone(s.matches)
	for i, p := range c.entrants {
		copied := *p
		c.entrants[i] = &copied
	}
	for i, m := range c.matches {
		copied := *m
		copied.results = slices.Clip(m.results)
		c.matches[i] = &copied
	}
	return &c
}

// emit lets something happen.
func (d *decision) emit(e Event) {
	if d.broken != nil {
		return
	}
	e.Number, e.At = d.number+1, d.now
	if d.broken = d.follow(e); d.broken == nil {
		d.events = append(d.events, e)
	}
}

// Join lets somebody in, or in again who had withdrawn.
type Join struct{ Player Entrant }

func (c Join) decide(d *decision) error {
	p := d.entrant(c.Player.ID)
	if err := d.terms.admits(c.Player); err != nil {
		return err
	}
	switch again := p != nil; {
	case again && !p.gone:
		return nil
	case d.stage == Running && d.terms.Kind == Knockout:
		return refuse(Started, "nobody joins a knock-out that has started")
	case d.stage == Running && d.terms.Kind == RoundRobin && (!again || p.seed == 0):
		return refuse(Started, "nobody joins a round robin that has started")
	case d.stage == Running && d.terms.Kind == Swiss && !again && 2*d.round > d.rounds:
		return refuse(Started, "round %d of %d: want to join in the first half", d.round, d.rounds)
	case d.stage == Running && d.terms.Kind == Arena && d.now >= d.Ends():
		return refuse(Started, "no more games begin")
	case !again && len(d.entrants) >= d.terms.capacity():
		return refuse(Full, "%d are in it: there are no more places", len(d.entrants))
	}
	d.emit(Event{Kind: Joined, Player: &c.Player})
	return nil
}

// Seat is what the organizer does for a player of the house, who joins nothing by
// himself.
type Seat struct {
	By     string
	Player Entrant
}

func (c Seat) decide(d *decision) error {
	if c.By != d.organizer {
		return refuse(NotYours, "only the organizer lets others in")
	}
	return Join{c.Player}.decide(d)
}

// Withdraw takes oneself out. A game that has begun is played on, and counts.
type Withdraw struct{ ID string }

func (c Withdraw) decide(d *decision) error { return d.leave(c.ID, "") }

// Remove is what the organizer does to others.
type Remove struct{ By, ID string }

func (c Remove) decide(d *decision) error {
	if c.By != d.organizer {
		return refuse(NotYours, "only the organizer takes others out")
	}
	return d.leave(c.ID, ByOrganizer)
}

func (d *decision) leave(id, reason string) error {
	p := d.entrant(id)
	if p == nil {
		return refuse(NotIn, "%q is not in the contest", id)
	}
	if !p.gone {
		d.emit(Event{Kind: Left, ID: id, Reason: reason})
	}
	return nil
}

// Start begins the contest before its time.
type Start struct{ By string }

func (c Start) decide(d *decision) error {
	switch {
	case c.By != d.organizer:
		return refuse(NotYours, "only the organizer starts the contest")
	case d.stage == Running:
		return nil
	case len(d.active()) < 2:
		return refuse(TooFew, "%d are in it: want two at least", len(d.active()))
	}
	d.start()
	return nil
}

// Cancel ends the contest without more games. Those that have begun are played
// on, and don't count here.
type Cancel struct{ By string }

func (c Cancel) decide(d *decision) error {
	if c.By != d.organizer {
		return refuse(NotYours, "only the organizer ends the contest")
	}
	d.emit(Event{Kind: Ended, Reason: ByCancel})
	return nil
}

// Result says how a game of the contest has ended.
type Result struct {
	Pairing, Leg int
	// Winner is the id of who has won, "" for a half each.
	Winner string
	// Reason is that of the game; [ByMissing] if a first turn was not played.
	Reason string
}

func (c Result) decide(d *decision) error {
	m := d.match(c.Pairing)
	switch {
	case m != nil && c.Leg >= 1 && c.Leg <= len(m.results):
		return nil // told again
	case m == nil || m.over || c.Leg != len(m.results)+1 || c.Winner != "" && !m.has(c.Winner):
		return refuse(NoGame, "pairing %d, leg %d, winner %q: there is no such game", c.Pairing, c.Leg, c.Winner)
	}
	d.emit(Event{Kind: Resulted, Pairing: c.Pairing, Leg: c.Leg, Winner: c.Winner, Reason: c.Reason})
	for _, id := range []string{m.First, m.Second} {
		if p := d.entrant(id); !p.gone && p.misses >= d.patience() {
			d.emit(Event{Kind: Left, ID: id, Reason: ByMissing})
		}
	}
	d.walkOver(c.Pairing)
	return nil
}

// patience is how many games in a row can be missed.
func (d *decision) patience() int {
	if d.terms.Kind == Arena {
		return 1
	}
	return 2
}

// walkOver decides a match, of which no game is being played, that somebody has
// left.
func (d *decision) walkOver(number int) {
	for m := d.match(number); d.broken == nil && !m.over; m = d.match(number) {
		winner := m.First
		switch {
		case d.entrant(m.First).gone && !d.entrant(m.Second).gone:
			winner = m.Second
		case !d.entrant(m.Second).gone:
			return
		}
		d.emit(Event{Kind: Resulted, Pairing: number, Leg: len(m.results) + 1, Winner: winner, Reason: ByWithdrawal})
	}
}

// Absent says that a game could not begin because somebody may not play any more.
type Absent struct {
	Pairing int
	ID      string
}

func (c Absent) decide(d *decision) error {
	if err := d.leave(c.ID, ByOrganizer); err != nil {
		return err
	}
	if m := d.match(c.Pairing); m == nil || !m.has(c.ID) {
		return refuse(NoGame, "pairing %d of %q: there is no such game", c.Pairing, c.ID)
	}
	d.walkOver(c.Pairing)
	return nil
}
