package tournament

import (
	"slices"

	"thera/internal/site/account"
	"thera/internal/site/play"
)

// Command is a request to a tournament: [Join], [Seat], [Withdraw], [Remove], [Order],
// [Appoint], [Start] and [Cancel] come from people, [Result] and [Absent] from the director.
type Command interface {
	// decide emits the resulting events or refuses the command.
	decide(d *decision) error
}

type decision struct {
	*State
	now         play.Instant
	events      []Event
	internalErr error // an emitted event that the state refused: a bug in this package
}

// Create returns the events that create a tournament. The caller has checked
// that the organizer may do so.
func Create(terms Conditions, organizer string, now play.Instant) ([]Event, error) {
	terms, err := terms.validate(now)
	if err != nil {
		return nil, err
	}
	d := &decision{State: &State{stage: Open}, now: now}
	d.emit(Event{Kind: Created, Terms: &terms, Organizer: organizer})
	return d.events, d.internalErr
}

// Decide returns the events that a command results in, none if it has been carried
// out before. A command that cannot be carried out gives a play.Refusal.
func (s *State) Decide(now play.Instant, c Command) ([]Event, error) {
	d := &decision{State: s.clone(), now: max(now, s.at)}
	if s.stage == Done {
		return nil, play.Refuse(Over, "the tournament has ended: %s", s.reason)
	}
	err := c.decide(d)
	if d.internalErr != nil {
		return nil, d.internalErr
	}
	if err != nil {
		return nil, err
	}
	return d.events, nil
}

func (s *State) clone() *State {
	c := *s
	c.entrants, c.matches, c.teams = slices.Clone(s.entrants), slices.Clone(s.matches), slices.Clone(s.teams)
	for i, p := range c.entrants {
		copied := *p
		copied.matches = slices.Clip(p.matches)
		c.entrants[i] = &copied
	}
	for i, m := range c.matches {
		if m.isOver {
			continue // it no longer changes
		}
		copied := *m
		copied.results = slices.Clip(m.results)
		c.matches[i] = &copied
	}
	for i, t := range c.teams {
		copied := *t
		copied.order = slices.Clone(t.order)
		c.teams[i] = &copied
	}
	return &c
}

func (d *decision) emit(e Event) {
	if d.internalErr != nil {
		return
	}
	e.Number, e.At = d.number+1, d.now
	if d.internalErr = d.follow(e); d.internalErr == nil {
		d.events = append(d.events, e)
	}
}

// maxJoins is how often one player can join a tournament, because each time adds to its
// log.
const maxJoins = 10

// Join adds a player, or brings back one who has withdrawn.
type Join struct{ Player Entrant }

func (c Join) decide(d *decision) error {
	p := d.entrant(c.Player.ID)
	if err := d.terms.checkEntrant(c.Player); err != nil {
		return err
	}
	if p != nil && c.Player.Team == 0 {
		c.Player.Team = p.Team
	}
	if err := d.checkTeam(c.Player, p); err != nil {
		return err
	}
	wasIn := p != nil && p.seed > 0 // since the start
	again, isGuest := p != nil, d.isGuest(c.Player)
	needsPlace := !wasIn && (!again || p.hasLeft)
	holders := d.placeHolders()
	switch {
	case again && !p.hasLeft && p.Team == c.Player.Team:
		return nil
	case d.stage == Running && d.terms.Kind == Knockout:
		return play.Refuse(Started, "the knockout has started: it is too late to join")
	case d.stage == Running && (d.terms.Kind == RoundRobin || d.terms.hasTeams()) && !wasIn:
		return play.Refuse(Started, "the games have started: it is too late to join")
	case d.stage == Running && d.terms.Kind == Swiss && !wasIn && 2*d.round > d.rounds:
		return play.Refuse(Started, "round %d of %d: you can join only in the first half", d.round, d.rounds)
	case d.stage == Running && d.terms.Kind == Arena && d.now >= d.Ends():
		return play.Refuse(Started, "the arena starts no more games")
	case again && p.joins >= maxJoins:
		return play.Refuse(play.TooMany, "you have joined %d times, which is the limit", maxJoins)
	case needsPlace && len(holders) >= d.terms.capacity():
		return play.Refuse(Full, "%d players: the tournament is full", len(holders))
	case !again && len(d.entrants) >= d.terms.maxEntrants():
		return play.Refuse(Full, "%d players have joined, which is the limit", len(d.entrants))
	case needsPlace && isGuest && d.guests(holders) >= forGuests(d.terms.capacity()),
		!again && isGuest && d.guests(d.entrants) >= forGuests(d.terms.maxEntrants()):
		return errGuestsFull()
	}
	d.emit(Event{Kind: Joined, Player: &c.Player})
	return nil
}

// placeHolders returns the players who are in or, from the start on, have been.
func (s *State) placeHolders() []*entrant {
	if s.stage == Open {
		return s.active()
	}
	return s.bySeed()
}

// forGuests returns how many of some places guests can take. Anybody can be many guests, so
// the rest is for accounts.
func forGuests(places int) int { return places * 3 / 4 }

func errGuestsFull() error {
	return play.Refuse(account.NoGuest, "guests have all places that they can have: sign up for an account")
}

// isGuest reports whether a player is a guest outside classes, as members of classes are
// guests in the log, too.
func (s *State) isGuest(p Entrant) bool { return p.Kind == play.Guest && s.terms.Class == "" }

// guests returns how many of some players are guests.
func (s *State) guests(of []*entrant) (n int) {
	for _, p := range of {
		if s.isGuest(p.Entrant) {
			n++
		}
	}
	return n
}

// Seat is how the organizer adds a house bot, which does not join by itself.
type Seat struct {
	By     string
	Player Entrant
}

func (c Seat) decide(d *decision) error {
	if c.By != d.organizer {
		return play.Refuse(NotYours, "only the organizer can add players")
	}
	return Join{c.Player}.decide(d)
}

// Withdraw takes the player out at their own request. A game in progress is
// played to the end and counts.
type Withdraw struct{ ID string }

func (c Withdraw) decide(d *decision) error { return d.withdraw(c.ID, "") }

// Remove is how the organizer takes out another player.
type Remove struct{ By, ID string }

func (c Remove) decide(d *decision) error {
	if c.By != d.organizer {
		return play.Refuse(NotYours, "only the organizer can remove players")
	}
	return d.withdraw(c.ID, ByOrganizer)
}

func (d *decision) withdraw(id, reason string) error {
	p := d.entrant(id)
	if p == nil {
		return play.Refuse(NotIn, "%q is not in the tournament", id)
	}
	if !p.hasLeft {
		d.emit(Event{Kind: Left, ID: id, Reason: reason})
	}
	return nil
}

// Start starts the tournament before its scheduled time.
type Start struct{ By string }

func (c Start) decide(d *decision) error {
	switch {
	case c.By != d.organizer:
		return play.Refuse(NotYours, "only the organizer can start the tournament")
	case d.stage == Running:
		return nil
	}
	if err := d.checkPlayers(); err != nil {
		return err
	}
	d.start()
	return nil
}

// Cancel ends the tournament. Games in progress are played to the end but do
// not count.
type Cancel struct{ By string }

func (c Cancel) decide(d *decision) error {
	if c.By != d.organizer {
		return play.Refuse(NotYours, "only the organizer can end the tournament")
	}
	d.emit(Event{Kind: Ended, Reason: ByCancel})
	return nil
}

// Result reports how a game of the tournament ended.
type Result struct {
	Pairing, Leg int
	// Winner is the winner's ID, "" for half a point each.
	Winner string
	// Reason is the reason of the game's end; [ByMissing] if a first turn was
	// not played.
	Reason string
}

func (c Result) decide(d *decision) error {
	m := d.match(c.Pairing)
	switch {
	case m != nil && c.Leg >= 1 && c.Leg <= len(m.results):
		return nil // reported before
	case m == nil || m.isOver || c.Leg != len(m.results)+1 || c.Winner != "" && !m.includes(c.Winner):
		return play.Refuse(NoGame, "pairing %d, leg %d, winner %q: there is no such game", c.Pairing, c.Leg, c.Winner)
	}
	d.emit(Event{Kind: Resulted, Pairing: c.Pairing, Leg: c.Leg, Winner: c.Winner, Reason: c.Reason})
	most := 2
	if d.terms.Kind == Arena {
		most = 1
	}
	for _, id := range []string{m.First, m.Second} {
		if p := d.entrant(id); !p.hasLeft && p.missedInARow >= most {
			d.emit(Event{Kind: Left, ID: id, Reason: ByMissing})
		}
	}
	d.walkOver(c.Pairing)
	return nil
}

// walkOver decides a match in which no game is in progress and a player has left.
func (d *decision) walkOver(number int) {
	for m := d.match(number); d.internalErr == nil && !m.isOver; m = d.match(number) {
		winner := m.First
		switch {
		case d.entrant(m.First).hasLeft && !d.entrant(m.Second).hasLeft:
			winner = m.Second
		case !d.entrant(m.Second).hasLeft:
			return
		}
		d.emit(Event{Kind: Resulted, Pairing: number, Leg: len(m.results) + 1, Winner: winner, Reason: ByWithdrawal})
	}
}

// Absent reports that a game could not start because a player's account is
// closed or banned.
type Absent struct {
	Pairing int
	ID      string
}

func (c Absent) decide(d *decision) error {
	if err := d.withdraw(c.ID, ByOrganizer); err != nil {
		return err
	}
	if m := d.match(c.Pairing); m == nil || !m.includes(c.ID) {
		return play.Refuse(NoGame, "pairing %d of %q: there is no such game", c.Pairing, c.ID)
	}
	d.walkOver(c.Pairing)
	return nil
}
