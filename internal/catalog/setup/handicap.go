package setup

import (
	"fmt"
	"math"
	"strings"

	"thera/game"
)

// Handicap is an advantage that one of two players gives the other.
type Handicap struct {
	Name string
	// Starts are where the game starts, by the seat that gives the handicap.
	Starts [2]Start
	// Time divides all times of the giver's clock; 0 leaves the clock as it is.
	Time int
	// Measured are the results of games between equal players.
	Measured []Measurement
}

// Start is where a game starts.
type Start struct {
	Variant  string // "" for any
	Position string // "" for the variant's start
}

// Begin returns the position where a game starts.
func (s Start) Begin(rules game.Game) (game.Position, error) {
	if s.Position != "" {
		return rules.Parse(s.Position)
	}
	return rules.Start(s.Variant)
}

// Measurement is a match between two players of equal strength. One of them received the
// handicap in each game.
type Measurement struct {
	Strength   string // of both, such as "level 3"
	Won, Games int    // of the player who received it
}

// interval returns the Elo differences at the ends of Wilson's 95% interval.
func (m Measurement) interval() (low, high float64) {
	const z = 1.96
	n, p := float64(m.Games), float64(m.Won)/float64(m.Games)
	middle := p + z*z/(2*n)
	width := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return elo((middle - width) / scale), elo((middle + width) / scale)
}

// elo returns the difference in Elo at which a score is expected.
func elo(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// Worth is how many Elo points stronger a handicap makes the player who receives it.
type Worth struct {
	Elo   float64 `json:"elo" doc:"How much stronger it makes the player who receives it"`
	Error float64 `json:"error" doc:"Half the width of the 95% interval"`
}

// Worth returns the interval that contains those of all measurements, in whole points: what
// a handicap is worth differs with the strength of the players, and two people are rarely
// as strong as those of one measurement. It is zero if nothing was measured.
func (h Handicap) Worth() Worth {
	if len(h.Measured) == 0 {
		return Worth{}
	}
	low, high := h.Measured[0].interval()
	for _, m := range h.Measured[1:] {
		from, to := m.interval()
		low, high = min(low, from), max(high, to)
	}
	return Worth{Elo: math.Round((low + high) / 2), Error: math.Round((high - low) / 2)}
}

// maxRatedError is the largest error, in Elo, with which a handicap can be rated.
const maxRatedError = 120

// IsRated reports whether rated games can have the handicap: its worth is known well
// enough. What a shorter clock is worth to people was not measured.
func (h Handicap) IsRated() bool {
	return len(h.Measured) > 0 && h.Time == 0 && h.Worth().Error <= maxRatedError
}

// Applies reports whether games of a variant can have the handicap.
func (h Handicap) Applies(variant string) bool {
	return h.Starts[0].Variant == "" || h.Variant() == variant
}

// Variant returns the variant that players choose to have the handicap, without the
// powers that it gives them; "" for any.
func (h Handicap) Variant() string {
	variant, _, _ := strings.Cut(h.Starts[0].Variant, ":")
	return variant
}

// Given is a handicap in a game. The worth is that of the time when the game began, so
// that ratings can be computed again.
type Given struct {
	Name  string `json:"name" doc:"That of docs/play/handicaps.md"`
	Giver int    `json:"giver" doc:"The seat that gives it, from 1"`
	Time  int    `json:"time,omitempty" doc:"What all times of the giver's clock are divided by; missing if nothing"`
	Worth
}

// GivenBy returns the handicap as given by a seat, from 1.
func (h Handicap) GivenBy(giver int) Given {
	return Given{Name: h.Name, Giver: giver, Time: h.Time, Worth: h.Worth()}
}

// FindHandicap returns the handicap with a name. The error for an unknown name lists the known
// ones.
func FindHandicap(all []Handicap, name string) (Handicap, error) {
	for _, h := range all {
		if h.Name == name {
			return h, nil
		}
	}
	return Handicap{}, fmt.Errorf("handicap %q: want one of %s", name, strings.Join(HandicapNames(all), ", "))
}

// HandicapNames returns the names of handicaps.
func HandicapNames(all []Handicap) (names []string) {
	for _, h := range all {
		names = append(names, h.Name)
	}
	return names
}
