package lobby

import (
	"thera/internal/catalog/draft"
	"thera/internal/site/play"
)

// Terms are what somebody offers to play.
type Terms struct {
	Game     string `json:"game"`
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"` // where it starts; "" for the variant's start
	// Powers says how those of the seats are chosen, beside a variant without any.
	Powers  draft.Method `json:"powers,omitempty" maxLength:"80" doc:"How the powers of the seats are chosen: none, random, fair, draft, or by hand as in athena,pan"`
	Control play.Control `json:"clock"`
	Rated   bool         `json:"rated"`
	Seat    int          `json:"seat,omitempty"` // of who offers, from 1; 0 for by chance
	Min     int          `json:"min,omitempty"`  // the lowest rating of others; 0 for any
	Max     int          `json:"max,omitempty"`  // the highest; 0 for any
}

// same reports whether both are the same game, whoever may join it.
func (t Terms) same(other Terms) bool {
	t.Seat, t.Min, t.Max = other.Seat, other.Min, other.Max
	return t == other
}

// admits reports whether a player's rating is in the range.
func (t Terms) admits(p play.Player) bool {
	return t.Min == 0 && t.Max == 0 || p.Rating > 0 && p.Rating >= t.Min && (t.Max == 0 || p.Rating <= t.Max)
}

// lasts reports whether an offer stays while nobody is connected.
func (t Terms) lasts() bool { return t.Control.Initial == 0 }

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

// setup returns a game of players by seat on these terms.
func (t Terms) setup(players []play.Player) play.Setup {
	return play.Setup{Game: t.Game, Variant: t.Variant, Position: t.Position, Control: t.Control, Rated: t.Rated, Players: players}
}

// Seek is an offer to anyone in the lobby. It is played when all seats are
// taken.
type Seek struct {
	ID      string        `json:"id"`
	Terms   Terms         `json:"terms"`
	Seats   int           `json:"seats"`
	Players []play.Player `json:"players"` // who are in, the first made it
	At      play.Instant  `json:"at"`
}

// Challenge is an offer to one player, or to whoever has its link.
type Challenge struct {
	ID      string        `json:"id"`
	Terms   Terms         `json:"terms"`
	Seats   int           `json:"seats"`
	Players []play.Player `json:"players"`      // who are in, the first made it
	To      *play.Player  `json:"to,omitempty"` // missing for whoever has the link
	At      play.Instant  `json:"at"`
}

// Drafting is what comes of an offer whose players choose powers as the rule book
// has it, before it is a game.
type Drafting struct {
	ID       string         `json:"id"` // of the game that comes of it, too
	Terms    Terms          `json:"terms"`
	Players  []play.Player  `json:"players"` // as they sit, the challenger first
	Draft    draft.Progress `json:"draft"`
	Deadline play.Instant   `json:"deadline"` // of the next act
	At       play.Instant   `json:"at"`
}

// Made is what came of an offer: it waits, powers are chosen, or it is a game.
type Made struct {
	Draft     *Drafting  `json:"draft,omitempty"`
	Seek      *Seek      `json:"seek,omitempty"`
	Challenge *Challenge `json:"challenge,omitempty"`
	Game      string     `json:"game,omitempty"` // the game's id
}
