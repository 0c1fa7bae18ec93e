package play

import "thera/game"

// Summary is a game as lists show it. Seats are counted from 1.
type Summary struct {
	ID         string    `json:"id"`
	Game       string    `json:"game"`
	Variant    string    `json:"variant"`
	Control    Control   `json:"clock"`
	Rated      bool      `json:"rated"`
	Players    []Player  `json:"players"` // by seat, as known when the game started
	Position   string    `json:"position"`
	Ply        int       `json:"ply"` // turns that count
	Turn       int       `json:"turn"`
	Last       game.Move `json:"last,omitempty"`
	Deadline   Instant   `json:"deadline,omitempty"` // of the running turn
	Ended      Instant   `json:"ended,omitempty"`    // 0 while in progress
	Winners    []int     `json:"winners,omitempty"`
	Reason     string    `json:"reason,omitempty"`  // why it is over
	At         Instant   `json:"at"`                // when it started
	Tournament string    `json:"contest,omitempty"` // the ID of its tournament
}

// Summary returns the summary of the game, given its ID.
func (s *State) Summary(id string) Summary {
	sum := Summary{
		ID: id, Game: s.setup.Game, Variant: s.setup.Variant, Control: s.setup.Control, Rated: s.setup.Rated,
		Players: s.setup.Players, Position: s.pos.String(), Ply: s.ply, Turn: s.pos.Turn().Number(), Last: s.last(),
		Ended: s.ended, Winners: s.winners.Numbers(), Reason: s.reason, At: s.created, Tournament: s.setup.Tournament,
	}
	sum.Deadline, _ = s.Deadline()
	return sum
}
