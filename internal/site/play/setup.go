package play

import (
	"errors"
	"fmt"

	"thera/game"
	"thera/internal/catalog/draft"
)

// Setup is what a game starts with.
type Setup struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
	// Position is where the game starts, "" for the variant's start.
	Position string  `json:"position,omitempty"`
	Control  Control `json:"clock"`
	Rated    bool    `json:"rated"`
	// Players are in seat order.
	Players []Player `json:"players"`
	// Powers says how the powers were chosen, nil if by the variant's name.
	Powers *Chosen `json:"powers,omitempty"`
	// Previous is the ID of the game that this is the rematch of.
	Previous string `json:"previous,omitempty"`
	// Tournament is the ID of the game's tournament. Such a game always has a
	// winner: its players cannot abort it, take back turns or agree on a
	// rematch, and a missed first turn loses.
	Tournament string `json:"contest,omitempty"`
}

// Chosen says how the powers of a game were chosen.
type Chosen struct {
	Way  draft.Method `json:"way"`
	Seed uint64       `json:"seed,omitempty"` // below 2³²; determines drawn powers
	Acts []draft.Act  `json:"acts,omitempty"` // of a draft
}

// Player is the player at a seat, as known when the game started.
type Player struct {
	ID   string     `json:"id"`
	Name string     `json:"name"`
	Kind PlayerKind `json:"kind"`
	// Rating is rounded; 0 for none.
	Rating      int  `json:"rating,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
	// Class is the ID of the class that the player belongs to, "" for none. Its
	// members play each other, casual games only.
	Class string `json:"class,omitempty"`
}

// PlayerKind says what a player is.
type PlayerKind string

// Kinds of players. Guests play casual games only.
const (
	Person PlayerKind = "person"
	Guest  PlayerKind = "guest"
	Bot    PlayerKind = "bot"
)

func (s Setup) begin(rules game.Game) (game.Position, error) {
	if s.Game != rules.Name() {
		return nil, fmt.Errorf("game %q: want %q", s.Game, rules.Name())
	}
	pos, err := rules.Start(s.Variant)
	if err == nil && s.Position != "" {
		pos, err = rules.Parse(s.Position)
	}
	if err != nil {
		return nil, err
	}
	switch seats := pos.Board().Seats; {
	case pos.Winners() != 0:
		return nil, fmt.Errorf("position %q: want one in which the game is not over", s.Position)
	case seats != pos.Seats().Len():
		return nil, fmt.Errorf("position %q: want one with all seats in play", s.Position)
	case seats != len(s.Players):
		return nil, fmt.Errorf("%d players: want %d", len(s.Players), seats)
	}
	for i, p := range s.Players {
		if p.ID == "" || p.Kind != Person && p.Kind != Guest && p.Kind != Bot {
			return nil, fmt.Errorf("player %d: id %q, kind %q: want an id, and person, guest or bot", i+1, p.ID, p.Kind)
		}
	}
	if s.Tournament != "" && s.Control.Speed() == Unlimited {
		return nil, fmt.Errorf("game of the tournament %q: want a clock", s.Tournament)
	}
	class := s.Class()
	for _, p := range s.Players {
		if p.Class != "" && p.Class != class {
			return nil, fmt.Errorf("players of the classes %q and %q: want one class", class, p.Class)
		}
	}
	if s.Rated {
		err = s.checkRated()
	}
	return pos, err
}

// Class returns the ID of the class that the game belongs to, "" for a public game.
func (s Setup) Class() string { return ClassOf(s.Players) }

// ClassOf returns the ID of the class that any of these players belongs to, ""
// for none. It decides which class owns a game, an offer or a list.
func ClassOf(players []Player) string {
	for _, p := range players {
		if p.Class != "" {
			return p.Class
		}
	}
	return ""
}

// checkRated refuses rated games that are not comparable. Only tournament games
// may be rated from a position: there each pair of players plays it with both
// seats, or the position is known to be balanced.
func (s Setup) checkRated() error {
	switch {
	case len(s.Players) != 2:
		return fmt.Errorf("rated game for %d players: want two", len(s.Players))
	case s.Position != "" && s.Tournament == "":
		return errors.New("rated game from a custom position: want the start of a variant")
	case s.Control.Speed() == Unlimited:
		return errors.New("rated game: want a clock")
	case s.Players[0].ID == s.Players[1].ID:
		return fmt.Errorf("rated game of %q against the same player: want two players", s.Players[0].Name)
	}
	for _, p := range s.Players {
		if p.Kind == Guest || p.Class != "" {
			return fmt.Errorf("rated game of the guest %q: want accounts", p.Name)
		}
	}
	return nil
}
