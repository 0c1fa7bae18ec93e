package lobby

import (
	"thera/internal/catalog/draft"
	"thera/internal/site/play"
)

// Terms are the terms of a game that is offered.
type Terms struct {
	Game     string `json:"game"`
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"` // the start; "" for that of the variant
	// Powers says how powers are chosen if the variant names none.
	Powers  draft.Method `json:"powers,omitempty" maxLength:"80" doc:"How the powers of the seats are chosen: none, random, fair, draft, or by hand as in athena,pan"`
	Control play.Control `json:"clock"`
	Rated   bool         `json:"rated"`
	Seat    int          `json:"seat,omitempty"` // of the player who offers, from 1; 0 for a random one
	Min     int          `json:"min,omitempty"`  // the opponents' lowest rating; 0 for any
	Max     int          `json:"max,omitempty"`  // the opponents' highest rating; 0 for any
}

// sameGame reports whether both are the same game, regardless of who may join.
func (t Terms) sameGame(other Terms) bool {
	t.Seat, t.Min, t.Max = other.Seat, other.Min, other.Max
	return t == other
}

func (t Terms) admits(p play.Player) bool {
	return t.Min == 0 && t.Max == 0 || p.Rating > 0 && p.Rating >= t.Min && (t.Max == 0 || p.Rating <= t.Max)
}

// isCorrespondence reports whether no live clock runs, so that players need not
// be online.
func (t Terms) isCorrespondence() bool { return t.Control.Initial == 0 }

// limit returns how long a player has for each act of a draft.
func (t Terms) limit() play.Instant {
	const minute = 60_000
	switch {
	case t.Control.Initial > 0:
		return minute
	case t.Control.Turn > 0:
		return play.Instant(t.Control.Turn)
	}
	return 24 * 60 * minute
}

// setup returns the setup of a game with players in seat order.
func (t Terms) setup(players []play.Player) play.Setup {
	return play.Setup{Game: t.Game, Variant: t.Variant, Position: t.Position, Control: t.Control, Rated: t.Rated, Players: players}
}

// Seek is an open offer to anybody. The game starts when all seats are taken.
type Seek struct {
	ID      string        `json:"id"`
	Terms   Terms         `json:"terms"`
	Seats   int           `json:"seats"`
	Players []play.Player `json:"players"` // the first made it
	At      play.Instant  `json:"at"`
}

// Challenge is an offer to one player, or to anybody with its link.
type Challenge struct {
	ID      string        `json:"id"`
	Terms   Terms         `json:"terms"`
	Seats   int           `json:"seats"`
	Players []play.Player `json:"players"`      // the first made it
	To      *play.Player  `json:"to,omitempty"` // absent if it is for anybody with the link
	At      play.Instant  `json:"at"`
}

// Drafting is an accepted offer whose players are choosing powers.
type Drafting struct {
	ID       string         `json:"id"` // also that of the game
	Terms    Terms          `json:"terms"`
	Players  []play.Player  `json:"players"` // in seat order, the challenger first
	Draft    draft.Progress `json:"draft"`
	Deadline play.Instant   `json:"deadline"` // of the next act
	At       play.Instant   `json:"at"`
}

// Made is the result of an operation: an offer that waits, a draft, or a game.
type Made struct {
	Draft     *Drafting  `json:"draft,omitempty"`
	Seek      *Seek      `json:"seek,omitempty"`
	Challenge *Challenge `json:"challenge,omitempty"`
	Game      string     `json:"game,omitempty"` // the game's id
}
