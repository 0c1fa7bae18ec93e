package play

import (
	"errors"
	"fmt"

	"thera/game"
	"thera/internal/catalog/draft"
)

// Setup is what a game is begun with.
type Setup struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
	// Position is where the game starts, "" for the variant's start.
	Position string  `json:"position,omitempty"`
	Control  Control `json:"clock"`
	Rated    bool    `json:"rated"`
	// Players are in the order of their seats.
	Players []Player `json:"players"`
	// Powers says how those of the variant were chosen, nil for by its name.
	Powers *Chosen `json:"powers,omitempty"`
	// Previous is the id of the game that this one is the rematch of.
	Previous string `json:"previous,omitempty"`
	// Contest is the id of the contest that the game is a part of. Such a game is
	// never aborted by its players, nor for want of a first turn: whoever does not
	// play has lost. Nor is a turn taken back, nor is there a rematch.
	Contest string `json:"contest,omitempty"`
}

// Chosen says how the powers of a game were chosen.
type Chosen struct {
	Way  draft.Method `json:"way"`
	Seed uint64       `json:"seed,omitempty"` // from which they follow, if they were drawn; below 2³²
	Acts []draft.Act  `json:"acts,omitempty"` // of a draft
}

// Player is who sits at a seat, as known when the game began.
type Player struct {
	ID   string     `json:"id"`
	Name string     `json:"name"`
	Kind PlayerKind `json:"kind"`
	// Rating is rounded; 0 for one without.
	Rating      int  `json:"rating,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
	// Class is the id of the class that the player belongs to, "" for none. Who
	// belongs to one plays inside of it, and casual games only.
	Class string `json:"class,omitempty"`
}

// PlayerKind says what a player is.
type PlayerKind string

// The kinds of players. Guests play casual games only.
const (
	Person PlayerKind = "person"
	Guest  PlayerKind = "guest"
	Bot    PlayerKind = "bot"
)

// begin checks the setup and returns the position the game starts with.
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
		return nil, fmt.Errorf("position %q: want one that is not over", s.Position)
	case seats != pos.Seats().Len():
		return nil, fmt.Errorf("position %q: want one with nobody out", s.Position)
	case seats != len(s.Players):
		return nil, fmt.Errorf("%d players: want %d", len(s.Players), seats)
	}
	for i, p := range s.Players {
		if p.ID == "" || p.Kind != Person && p.Kind != Guest && p.Kind != Bot {
			return nil, fmt.Errorf("player %d: id %q, kind %q: want an id, and person, guest or bot", i+1, p.ID, p.Kind)
		}
	}
	if s.Contest != "" && s.Control.Speed() == Unlimited {
		return nil, fmt.Errorf("game of the contest %q without a clock: want one with", s.Contest)
	}
	class := s.Class()
	for _, p := range s.Players {
		if p.Class != "" && p.Class != class {
			return nil, fmt.Errorf("players of the classes %q and %q: want those of one", class, p.Class)
		}
	}
	if s.Rated {
		err = s.checkRated()
	}
	return pos, err
}

// Class returns the id of the class whose game it is: that of its players who
// belong to one; "" for a game of the service at large.
func (s Setup) Class() string { return ClassOf(s.Players) }

// ClassOf returns the id of the class that some of these players belong to, ""
// for none. It is the one answer to whose game, offer or list something is.
func ClassOf(players []Player) string {
	for _, p := range players {
		if p.Class != "" {
			return p.Class
		}
	}
	return ""
}

// checkRated refuses what does not count. From a position only the games of
// contests do: there each pair of players has it with both colors, or both know
// that it is even.
func (s Setup) checkRated() error {
	switch {
	case len(s.Players) != 2:
		return fmt.Errorf("rated game for %d: want two players", len(s.Players))
	case s.Position != "" && s.Contest == "":
		return errors.New("rated game from a position: want the start of a variant")
	case s.Control.Speed() == Unlimited:
		return errors.New("rated game without a clock: want one with")
	case s.Players[0].ID == s.Players[1].ID:
		return fmt.Errorf("rated game of %q against himself: want two players", s.Players[0].Name)
	}
	for _, p := range s.Players {
		if p.Kind == Guest || p.Class != "" {
			return fmt.Errorf("rated game of the guest %q: want accounts", p.Name)
		}
	}
	return nil
}
