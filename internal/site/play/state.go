package play

import (
	"slices"

	"thera/game"
	"thera/internal/catalog/setup"
)

// State is what follows from the log of a game. Its methods do not change it,
// and it is safe for concurrent use.
type State struct {
	rules         game.Game
	setup         *Setup
	number        int     // of the last event
	at            Instant // of the last event
	created       Instant
	ended         Instant // 0 while it is in progress
	begin         game.Position
	pos           game.Position
	actions       []action
	ply           int        // the number of turns that count
	out           game.Seats // resigned, left or out of time
	clock         clock
	offers        []offer
	declined      []offer               // since the last turn
	plans         [][][]game.Move       // conditional turns by seat; each line starts with the next turn
	newPlan       *SeatPlan             // what the last decision has set, to be stored with its events
	made          [maxSeats][asks]uint8 // how often each seat has asked for something
	takenBack     int                   // the number of the last event that took turns back
	outagesUntil  Instant               // the time up to which outages have been given back
	rematchAgreed bool
	winners       game.Seats
	reason        string // why the game is over; "" while it is in progress
}

// action is a change of the position: a turn, or the elimination of a seat.
type action struct {
	seat game.Seat
	turn game.Move // "" for an elimination
}

type offer struct {
	kind   OfferKind
	seat   game.Seat
	agreed game.Seats
}

func (s *State) clone() *State {
	c := *s
	c.clock = s.clock.clone()
	c.actions = slices.Clip(s.actions)
	c.offers, c.declined = slices.Clone(s.offers), slices.Clone(s.declined)
	c.plans, c.newPlan = slices.Clone(s.plans), nil
	return &c
}

// Renamed returns the state with the present name and kind of a player, or s itself if
// the player is not in the game.
func (s *State) Renamed(p Player) *State {
	if IndexOf(s.setup.Players, p.ID) < 0 {
		return s
	}
	gameSetup := *s.setup
	gameSetup.Players = slices.Clone(gameSetup.Players)
	for i, one := range gameSetup.Players {
		if one.ID == p.ID {
			gameSetup.Players[i].Name, gameSetup.Players[i].Kind = p.Name, p.Kind
		}
	}
	c := s.clone()
	c.setup = &gameSetup
	return c
}

// Setup returns the setup, which the caller must not change.
func (s *State) Setup() *Setup { return s.setup }

// Number returns the number of the last event.
func (s *State) Number() int { return s.number }

// At returns the time of the last event.
func (s *State) At() Instant { return s.at }

// Position returns the position on the board.
func (s *State) Position() game.Position { return s.pos }

// Ply returns the number of turns that count.
func (s *State) Ply() int { return s.ply }

// Turns returns the turns that count.
func (s *State) Turns() []game.Move {
	turns := make([]game.Move, 0, s.ply)
	for _, a := range s.actions {
		if a.turn != "" {
			turns = append(turns, a.turn)
		}
	}
	return turns
}

func (s *State) last() game.Move {
	for _, a := range slices.Backward(s.actions) {
		if a.turn != "" {
			return a.turn
		}
	}
	return ""
}

// Seats returns the seats that are in play.
func (s *State) Seats() game.Seats { return s.pos.Seats() &^ s.out }

// Over reports whether the game is over. After that only a rematch can be offered.
func (s *State) Over() bool { return s.reason != "" }

// Winners returns the winners; none for a game that was aborted.
func (s *State) Winners() game.Seats { return s.winners }

// Reason returns why the game is over, "" while it is in progress.
func (s *State) Reason() string { return s.reason }

// Plan returns a seat's conditional turns; each line starts with the next turn.
func (s *State) Plan(seat game.Seat) [][]game.Move {
	if int(seat) >= len(s.plans) {
		return nil
	}
	return s.plans[seat]
}

// Rematch reports whether all players have agreed on another game.
func (s *State) Rematch() bool { return s.rematchAgreed }

// TurnStarted returns since when the seat to move has its turn; outages that were given
// back make it later.
func (s *State) TurnStarted() Instant { return s.clock.turnSince }

// Increment returns how much time a turn adds to the clock of a seat.
func (s *State) Increment(seat game.Seat) Millis {
	return s.clock.share(seat, s.setup.Control.Increment)
}

// Deadline returns when a [Tick] is due because the seat to move is then out of
// time, and whether there is such a time.
func (s *State) Deadline() (Instant, bool) { return s.clock.deadline() }

func (s *State) players() int { return len(s.setup.Players) }

func (s *State) isAbortable() bool { return s.ply < s.players() }

// isRated reports whether the game is rated, or would be if it ended later.
func (s *State) isRated() bool { return s.setup.Rated && (!s.Over() || !s.isAbortable()) }

func (s *State) hasSeat(seat game.Seat) bool { return int(seat) < s.players() }

func (s *State) hasMoved(seat game.Seat) bool {
	return slices.ContainsFunc(s.actions, func(a action) bool { return a.seat == seat && a.turn != "" })
}

func (s *State) beginTurn(at Instant) {
	if s.pos.Winners() != 0 || s.Seats().Len() < 2 {
		s.clock.isStopped = true
		return
	}
	s.clock.start(s.pos.Turn(), at, !s.hasMoved(s.pos.Turn()))
}

// clearOffers removes the offers that lapse when something happens on the board.
func (s *State) clearOffers() {
	s.offers, s.declined = nil, nil
}

func seatOf(number int) game.Seat { return game.Seat(number - 1) }

// Summary is a game as lists show it. Seats are counted from 1.
type Summary struct {
	ID         string    `json:"id" doc:"The game's ID"`
	Game       string    `json:"game" doc:"The name of the game"`
	Variant    string    `json:"variant" doc:"The variant it started with"`
	Control    Control   `json:"clock" doc:"Minutes plus seconds a turn (5+3), days a turn (3d), or none"`
	Rated      bool      `json:"rated" doc:"Whether ratings change"`
	Players    []Player  `json:"players" doc:"By seat, as when the game started"`
	Position   string    `json:"position" doc:"The current one"`
	Ply        int       `json:"ply" doc:"The number of turns that count"`
	Turn       int       `json:"turn" doc:"The seat to move, from 1"`
	Last       game.Move `json:"last,omitempty" doc:"The last turn"`
	Deadline   Instant   `json:"deadline,omitempty" doc:"When the running turn ends"`
	Ended      Instant   `json:"ended,omitempty" doc:"When it ended; missing while in progress"`
	Winners    []int     `json:"winners,omitempty" doc:"The seats that have won"`
	Reason     string    `json:"reason,omitempty" doc:"Why it is over"`
	At         Instant   `json:"at" doc:"When it started"`
	Tournament string    `json:"contest,omitempty" doc:"The ID of its tournament, or of the ladder or showcase"`

	Handicap *setup.Given `json:"handicap,omitempty" doc:"What one of two players gives the other"`
}

// Summary returns the summary of the game, given its ID.
func (s *State) Summary(id string) Summary {
	sum := Summary{
		ID: id, Game: s.setup.Game, Variant: s.setup.Variant, Control: s.setup.Control, Rated: s.isRated(),
		Players: s.setup.Players, Position: s.pos.String(), Ply: s.ply, Turn: s.pos.Turn().Number(), Last: s.last(),
		Ended: s.ended, Winners: s.winners.Numbers(), Reason: s.reason, At: s.created, Tournament: s.setup.Tournament,
		Handicap: s.setup.Handicap,
	}
	sum.Deadline, _ = s.Deadline()
	return sum
}

// View is a state as clients see it: sent with refusals, and shown before a
// client follows the events. Seats are counted from 1.
type View struct {
	Number   int        `json:"number" doc:"The number of the last event"`
	Setup    *Setup     `json:"setup" nullable:"false" doc:"What it started with"`
	Position string     `json:"position" doc:"The current one"`
	Ply      int        `json:"ply" doc:"The number of turns that count"`
	Turn     int        `json:"turn" doc:"The seat to move, from 1"`
	Seats    []int      `json:"seats" doc:"Those in play"`
	Clocks   []Millis   `json:"clocks,omitempty" doc:"The time each seat has left; missing without a clock"`
	Deadline Instant    `json:"deadline,omitempty" doc:"When the running turn ends"`
	Offers   []Standing `json:"offers,omitempty" doc:"Those that wait for answers"`
	Winners  []int      `json:"winners" doc:"The seats that have won; none while in progress"`
	Reason   string     `json:"reason,omitempty" doc:"Why it is over"`
	Rematch  bool       `json:"rematch,omitempty" doc:"Whether all have agreed on another game"`
}

// Standing is an offer that waits for answers.
type Standing struct {
	Offer  OfferKind `json:"offer" enum:"takeback,abort,rematch" doc:"What is offered"`
	Seat   int       `json:"seat" doc:"Whose offer it is"`
	Agreed []int     `json:"agreed" doc:"The other seats that have agreed"`
}

// View returns the view of the state at a moment.
func (s *State) View(now Instant) View {
	v := View{
		Number: s.number, Setup: s.setup, Position: s.pos.String(), Ply: s.ply,
		Turn: s.pos.Turn().Number(), Seats: s.Seats().Numbers(), Clocks: s.clock.now(max(now, s.at)),
		Winners: s.winners.Numbers(), Reason: s.reason, Rematch: s.rematchAgreed,
	}
	v.Deadline, _ = s.Deadline()
	for _, o := range s.offers {
		v.Offers = append(v.Offers, Standing{o.kind, o.seat.Number(), o.agreed.Numbers()})
	}
	return v
}
