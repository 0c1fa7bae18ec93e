package play

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"

	"thera/game"
	"thera/internal/catalog/setup"
)

// Setup is what a game starts with.
type Setup struct {
	Game     string `json:"game" doc:"The name of the game, such as amazons"`
	Variant  string `json:"variant" doc:"The variant, such as 6x6 or 2p:athena,pan"`
	Position string `json:"position,omitempty" doc:"Where it starts; missing for the variant's start"`
	// Handicap is what one of two players gives the other, nil for nothing. The start is
	// then the handicap's.
	Handicap *setup.Given `json:"handicap,omitempty" doc:"What one of two players gives the other"`
	Control  Control      `json:"clock" doc:"Minutes plus seconds a turn (5+3), days a turn (3d), or none"`
	Rated    bool         `json:"rated" doc:"Whether ratings change"`
	Players  []Player     `json:"players" doc:"By seat"`
	Powers   *Chosen      `json:"powers,omitempty" doc:"How the powers were chosen; missing if by the variant's name"`
	Previous string       `json:"previous,omitempty" doc:"The ID of the game that this is the rematch of"`
	// Tournament is the ID of the game's tournament. Such a game always has a
	// winner: its players cannot abort it, take back turns or agree on a
	// rematch, and a missed first turn loses.
	Tournament string `json:"contest,omitempty" doc:"The ID of its tournament, or of the ladder or showcase"`
}

// Showcase is the tournament of the games that house bots play so that there is
// something to watch. They have no clock: they stop while nobody looks. Like those of
// ladders, the ID has a hyphen, which the IDs of other tournaments don't have.
const Showcase = "house-showcase"

// Chosen says how the powers of a game were chosen.
type Chosen struct {
	Way  setup.Method `json:"way" doc:"none, random, fair, draft, or the powers themselves by seat"`
	Seed uint64       `json:"seed,omitempty" doc:"Below 2³²; determines drawn powers"`
	Acts []setup.Act  `json:"acts,omitempty" doc:"Of a draft"`
}

// Player is the player at a seat, with the rating known when the game started.
type Player struct {
	ID string `json:"id" doc:"Never changes"`
	// Name is looked up by the ID when a game is read: see [Nameless].
	Name string     `json:"name" doc:"May change"`
	Kind PlayerKind `json:"kind" enum:"person,guest,bot,team" doc:"A team is a side of a consultation game"`
	// Rating is rounded; 0 for none.
	Rating      int  `json:"rating,omitempty" doc:"In a game, as when it started; missing for none"`
	Provisional bool `json:"provisional,omitempty" doc:"Whether that rating is uncertain"`
	// Class is the ID of the class that the player belongs to, "" for none. Its
	// members play each other, casual games only.
	Class string `json:"class,omitempty" doc:"The ID of the class that they belong to"`
}

// PlayerKind says what a player is.
type PlayerKind string

// Kinds of players. Guests and teams play casual games only.
const (
	Person PlayerKind = "person"
	Guest  PlayerKind = "guest"
	Bot    PlayerKind = "bot"
	Team   PlayerKind = "team" // see [TeamPlayer]
)

// IsGuest reports whether the player is a guest outside classes, whose members are guests
// with accounts.
func (p Player) IsGuest() bool { return p.Kind == Guest && p.Class == "" }

// Deleted is the name of a player whose account was closed.
const Deleted = "deleted"

// GuestName returns the name of a guest, which follows from the ID.
func GuestName(id string) string { return "guest-" + id[:min(4, len(id))] }

// Nameless returns players as they are stored: a name is kept once, with the account, so
// that one change of it reaches every game.
func Nameless(players []Player) []Player {
	stored := slices.Clone(players)
	for i := range stored {
		stored[i].Name = ""
	}
	return stored
}

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
		if p.ID == "" || p.Kind != Person && p.Kind != Guest && p.Kind != Bot && p.Kind != Team {
			return nil, fmt.Errorf("player %d: id %q, kind %q: want an id, and person, guest, bot or team", i+1, p.ID, p.Kind)
		}
	}
	if s.Tournament != "" && s.Tournament != Showcase && s.Control.Speed() == Unlimited {
		return nil, fmt.Errorf("game of the tournament %q: want a clock", s.Tournament)
	}
	class := s.Class()
	for _, p := range s.Players {
		if p.Class != "" && p.Class != class {
			return nil, fmt.Errorf("players of the classes %q and %q: want one class", class, p.Class)
		}
	}
	if s.Handicap != nil {
		if err := s.checkHandicap(); err != nil {
			return nil, err
		}
	}
	if s.Rated {
		err = s.checkRated()
	}
	return pos, err
}

func (s Setup) checkHandicap() error {
	const mostElo, mostTime = 4000, 10
	h := s.Handicap
	switch {
	case len(s.Players) != 2:
		return fmt.Errorf("handicap for %d players: want two", len(s.Players))
	case h.Giver != 1 && h.Giver != 2:
		return fmt.Errorf("handicap of seat %d: want 1 or 2", h.Giver)
	case !(-mostElo <= h.Elo && h.Elo <= mostElo && 0 <= h.Error && h.Error <= mostElo):
		return fmt.Errorf("handicap worth %v ± %v: want at most %d", h.Elo, h.Error, mostElo)
	case h.Time < 0 || h.Time > mostTime || h.Time > 0 && s.Control.Initial == 0:
		return fmt.Errorf("clock %v divided by %d: want 2 to %d, and a clock for the game", s.Control, h.Time, mostTime)
	}
	return nil
}

// Class returns the ID of the class that the game belongs to, "" for a public game.
func (s Setup) Class() string { return ClassOf(s.Players) }

// IndexOf returns the index of the player with an ID, -1 for none. No player has the ID "".
func IndexOf(players []Player, id string) int {
	return slices.IndexFunc(players, func(p Player) bool { return p.ID == id && id != "" })
}

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
// seats, or the position is known to be balanced. A handicap says what its own is worth.
func (s Setup) checkRated() error {
	switch {
	case len(s.Players) != 2:
		return fmt.Errorf("rated game for %d players: want two", len(s.Players))
	case s.Position != "" && s.Tournament == "" && s.Handicap == nil:
		return errors.New("rated game from a custom position: want the start of a variant")
	case s.Control.Speed() == Unlimited:
		return errors.New("rated game: want a clock")
	case s.Players[0].ID == s.Players[1].ID:
		return fmt.Errorf("rated game of %q against the same player: want two players", s.Players[0].Name)
	}
	for _, p := range s.Players {
		if p.Kind == Guest || p.Kind == Team || p.Class != "" {
			return fmt.Errorf("rated game of the %s %q: want accounts", p.Kind, p.Name)
		}
	}
	return nil
}

// TournamentGameID returns the ID of a tournament game, which follows from the
// tournament, round and board: any node that starts it a second time finds that
// it exists. A tournament may number rounds and boards freely as long as no two
// games have the same pair.
func TournamentGameID(contest string, round, board int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", contest, round, board))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10])
}
