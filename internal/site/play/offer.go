package play

import (
	"fmt"
	"slices"

	"thera/game"
)

// Offer makes an offer to the others, or accepts the same offer of another seat.
type Offer struct {
	Seat game.Seat
	Kind OfferKind
}

func (c Offer) decide(d *decision) error {
	if err := d.mayOffer(c.Seat, c.Kind); err != nil {
		return err
	}
	if standing := d.openOffer(c.Kind); standing >= 0 {
		if d.offers[standing].seat == c.Seat {
			return nil
		}
		return Accept(c).decide(d)
	}
	for _, o := range d.declined {
		if o.kind == c.Kind && o.seat == c.Seat {
			until := " until the next turn"
			if d.Over() {
				until = ""
			}
			return Refuse(TooEarly, "%s: this offer of seat %s is declined%s", c.Kind, c.Seat, until)
		}
	}
	if err := d.mayAsk(c.Seat, askOf[c.Kind]); err != nil {
		return err
	}
	d.emit(Event{Kind: Offered, Seat: c.Seat.Number(), Offer: c.Kind})
	return nil
}

// ask is something that a seat can ask for without playing a turn. Each adds to the
// log, so a game has a limit for each.
type ask int

const (
	askTakeback ask = iota
	askAbortion
	askRematch
	askGift
	asks // the number of them
)

const maxSeats = 8

var askOf = map[OfferKind]ask{Takeback: askTakeback, Abortion: askAbortion, Rematch: askRematch}

// limits is how often a seat can ask in one game. Answers to offers, and the turns that
// are played again after a takeback, are limited by the offers.
var limits = [asks]struct {
	most uint8
	what string
}{
	askTakeback: {10, "takebacks"},
	askAbortion: {3, "offers to abort"},
	askRematch:  {3, "offers of a rematch"},
	askGift:     {20, "gifts of time"},
}

func (d *decision) mayAsk(seat game.Seat, a ask) error {
	return RefuseIf(d.made[seat][a] >= limits[a].most, TooMany, "seat %s has had its %d %s in this game", seat, limits[a].most, limits[a].what)
}

// count counts what a seat has asked for. Logs from before there were limits may
// exceed them.
func (s *State) count(seat game.Seat, a ask) {
	if int(seat) < maxSeats {
		s.made[seat][a] = min(s.made[seat][a], limits[a].most) + 1
	}
}

// Gifts returns how often a seat has given the others time.
func (s *State) Gifts(seat game.Seat) int {
	if !s.hasSeat(seat) {
		return 0
	}
	return int(s.made[seat][askGift])
}

// Accept accepts an offer. When all others have accepted, it is carried out; a
// rematch is left to the lobby.
type Accept Offer

func (c Accept) decide(d *decision) error {
	if err := d.mayAnswer(c.Seat, c.Kind); err != nil {
		return err
	}
	o := d.offers[d.openOffer(c.Kind)]
	if o.seat == c.Seat || o.agreed.Has(c.Seat) {
		return nil
	}
	d.emit(Event{Kind: Accepted, Seat: c.Seat.Number(), Offer: c.Kind})
	if d.mustAgree(c.Kind)&^(o.agreed|game.Only(o.seat)|game.Only(c.Seat)) != 0 {
		return nil
	}
	switch c.Kind {
	case Takeback:
		d.emit(Event{Kind: TookBack, Ply: d.plyBefore(o.seat), Clocks: d.clock.now(d.now)})
	case Abortion:
		d.finish(ByAbortion, 0)
	}
	return nil
}

// Decline declines an offer, or withdraws one's own.
type Decline Offer

func (c Decline) decide(d *decision) error {
	if err := d.mayAnswer(c.Seat, c.Kind); err != nil {
		return err
	}
	d.emit(Event{Kind: Declined, Seat: c.Seat.Number(), Offer: c.Kind})
	return nil
}

const gift = 15 * second

// MoreTime gives all other seats in play extra time on a Fischer clock. It
// needs nobody's consent.
type MoreTime struct {
	Seat game.Seat
	// Nth is which of the seat's gifts it is, from 1; 0 for one more. Sent twice, a
	// numbered gift is one: the second succeeds without an event.
	Nth int
}

func (c MoreTime) decide(d *decision) error {
	if c.Nth > 0 && d.Gifts(c.Seat) >= c.Nth {
		return nil
	}
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if d.setup.Control.Initial == 0 {
		return Refuse(NotHere, "more time: the game has no Fischer clock")
	}
	if err := d.mayAsk(c.Seat, askGift); err != nil {
		return err
	}
	clocks := d.clock.now(d.now)
	for seat := range (d.Seats() &^ game.Only(c.Seat)).All() {
		clocks[seat] += gift
	}
	d.emit(Event{Kind: Clocked, Seat: c.Seat.Number(), Reason: ByGift, Clocks: clocks})
	return nil
}

func (d *decision) mayOffer(seat game.Seat, kind OfferKind) error {
	if d.setup.Tournament != "" {
		return Refuse(NotHere, "%s: not in a tournament", kind)
	}
	if kind == Rematch {
		switch {
		case !d.hasSeat(seat):
			return Refuse(NoPlayer, "seat %s: want 1 to %d", seat, d.players())
		case !d.Over():
			return Refuse(NotOver, "rematch: the game is in progress")
		case d.rematchAgreed:
			return Refuse(TooLate, "rematch: already agreed")
		}
		return nil
	}
	if err := d.checkInPlay(seat); err != nil {
		return err
	}
	switch {
	case kind != Takeback && kind != Abortion:
		return Refuse(NotHere, "offer %q: want %s, %s or %s", kind, Takeback, Abortion, Rematch)
	case d.setup.Rated:
		return Refuse(NotHere, "%s: not in a rated game", kind)
	case kind == Abortion && d.isAbortable():
		return Refuse(TooEarly, "abort: you can abort without consent until each seat has had a turn")
	case kind == Takeback && d.plyBefore(seat) < 0:
		return Refuse(TooEarly, "takeback: seat %s has no turn to take back", seat)
	}
	return nil
}

// Unanswered returns the others' offers that a seat has to answer.
func (s *State) Unanswered(seat game.Seat) (kinds []OfferKind) {
	for _, o := range s.offers {
		if o.seat != seat && !o.agreed.Has(seat) && s.mustAgree(o.kind).Has(seat) {
			kinds = append(kinds, o.kind)
		}
	}
	return kinds
}

func (d *decision) mayAnswer(seat game.Seat, kind OfferKind) error {
	if !d.mustAgree(kind).Has(seat) {
		return Refuse(NoPlayer, "%s: seat %s cannot answer this offer", kind, seat)
	}
	if d.openOffer(kind) < 0 {
		return Refuse(NotOffered, "%s: there is no such offer", kind)
	}
	return nil
}

// mustAgree returns the seats that have to agree, including the one that offers.
func (s *State) mustAgree(kind OfferKind) game.Seats {
	if kind == Rematch {
		return 1<<s.players() - 1
	}
	return s.Seats()
}

// plyBefore is where a takeback of the seat's last turn leads, -1 if it cannot be.
func (s *State) plyBefore(seat game.Seat) int {
	ply := s.ply
	for _, a := range slices.Backward(s.actions) {
		if a.turn == "" {
			break
		}
		if ply--; a.seat == seat {
			return ply
		}
	}
	return -1
}

func (s *State) openOffer(kind OfferKind) int {
	return slices.IndexFunc(s.offers, func(o offer) bool { return o.kind == kind })
}

func (s *State) answer(e Event) error {
	i := s.openOffer(e.Offer)
	if i < 0 {
		return fmt.Errorf("offer %q: want an open one", e.Offer)
	}
	o := &s.offers[i]
	if e.Kind == Declined {
		s.declined = append(s.declined, *o)
		s.offers = slices.Delete(s.offers, i, i+1)
		return nil
	}
	o.agreed |= game.Only(seatOf(e.Seat))
	if e.Offer == Rematch && o.agreed.Len() == s.players()-1 {
		s.rematchAgreed = true
		s.offers = slices.Delete(s.offers, i, i+1)
	}
	return nil
}

// Resign gives up the game.
type Resign struct{ Seat game.Seat }

func (c Resign) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if d.isAbortable() && d.setup.Tournament == "" {
		return Refuse(TooEarly, "you cannot resign before each seat has had a turn; abort the game instead")
	}
	d.eliminateSeat(Resigned, c.Seat, ByResign)
	return nil
}

// Abort ends a game without a result before every seat has had a turn.
type Abort struct{ Seat game.Seat }

func (c Abort) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if d.setup.Tournament != "" {
		return Refuse(NotHere, "abort: a tournament game must have a winner")
	}
	if !d.isAbortable() {
		return Refuse(TooLate, "each seat has had a turn")
	}
	d.finish(ByAbortion, 0)
	return nil
}

// Claim claims that another player has left, which eliminates them if a live
// clock runs and they have been gone long enough.
type Claim struct {
	Seat, Against game.Seat
	// Gone is when the other player was last connected.
	Gone Instant
}

func (c Claim) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if err := d.checkInPlay(c.Against); err != nil {
		return err
	}
	enough := d.setup.Control.absenceLimit()
	switch gone := Millis(d.now - c.Gone); {
	case c.Seat == c.Against:
		return Refuse(NoPlayer, "seat %s: you cannot claim that you have left yourself", c.Against)
	case enough == 0:
		return Refuse(NotHere, "claims need a live clock; players of this game need not stay connected")
	case d.isAbortable():
		return Refuse(TooEarly, "not every seat has had its first turn; abort the game instead")
	case gone < enough:
		return Refuse(TooEarly, "seat %s has been gone for %d ms: want %d", c.Against, max(gone, 0), enough)
	}
	d.eliminateSeat(Left, c.Against, ByLeaving)
	return nil
}

func (d *decision) eliminateSeat(kind Kind, seat game.Seat, reason string) {
	d.emit(Event{Kind: kind, Seat: seat.Number(), Clocks: d.clock.now(d.now)})
	switch winners := d.pos.Winners(); {
	case d.internalErr != nil:
	case winners != 0:
		d.finish(reason, winners)
	case d.Seats().Len() == 1:
		d.finish(reason, d.Seats())
	}
}

// Cancel ends a game without a result at any point. Only the service can.
type Cancel struct{}

func (c Cancel) decide(d *decision) error {
	if d.Over() {
		return Refuse(IsOver, "the game is over: %s", d.reason)
	}
	d.finish(ByAbortion, 0)
	return nil
}
