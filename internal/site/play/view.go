package play

// View is a state as clients see it: sent with refusals, and shown before a
// client follows the events. Seats are counted from 1.
type View struct {
	Number   int        `json:"number"` // of the last event
	Setup    *Setup     `json:"setup"`
	Position string     `json:"position"`
	Ply      int        `json:"ply"` // turns that count
	Turn     int        `json:"turn"`
	Seats    []int      `json:"seats"` // in play
	Clocks   []Millis   `json:"clocks,omitempty"`
	Deadline Instant    `json:"deadline,omitempty"` // of the running turn
	Offers   []Standing `json:"offers,omitempty"`
	Winners  []int      `json:"winners"`
	Reason   string     `json:"reason,omitempty"` // why it is over
	Rematch  bool       `json:"rematch,omitempty"`
}

// Standing is an offer that waits for answers.
type Standing struct {
	Offer  OfferKind `json:"offer"`
	Seat   int       `json:"seat"`
	Agreed []int     `json:"agreed"`
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
