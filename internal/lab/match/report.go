package match

import (
	"cmp"
	"math"
	"slices"

	"thera/game"
	"thera/internal/lab/rating"
)

// Summary is a finished game without its moves.
type Summary struct {
	Game    int      `json:"game"`
	Players []string `json:"players"` // by seat
	Winner  int      `json:"winner"`  // seat, from 1
	Reason  Reason   `json:"reason"`
	Detail  string   `json:"detail,omitempty"`
	Plies   int      `json:"plies"`

	Winners game.Seats `json:"-"` // of a team all, where Winner is the first of them
}

// Summary returns the game without its moves.
func (g Result) Summary() Summary {
	return Summary{g.Number, g.Players, g.Winner, g.Reason, g.Detail, len(g.Moves), game.Only(game.Seat(g.Winner - 1))}
}

// Summary returns a game without its moves.
func (m *Match) Summary(g Result) Summary {
	s := g.Summary()
	s.Winners = m.winners(g)
	return s
}

// Duel is the standing of a match of two in numbers. Infinite numbers, and those that
// need games when there are none, are nil.
type Duel struct {
	Players     [2]string          `json:"players"`
	Games       int                `json:"games"`
	Won         [2]int             `json:"won"`
	Pentanomial rating.Pentanomial `json:"pentanomial"` // pairs by the first player's points
	Score       *float64           `json:"score"`
	Elo         *float64           `json:"elo"`
	EloLow      *float64           `json:"elo_low"`
	EloHigh     *float64           `json:"elo_high"`
	LOS         float64            `json:"los"`
	Faults      [2]map[Reason]int  `json:"faults"`
	Efforts     [2]Effort          `json:"efforts"`
	SPRT        *Test              `json:"sprt,omitempty"`

	Total int `json:"-"` // games to play, 0 without limit
}

// Test is the state of a sequential test.
type Test struct {
	Elo0     float64         `json:"elo0"`
	Elo1     float64         `json:"elo1"`
	LLR      float64         `json:"llr"`
	Lower    float64         `json:"lower"`
	Upper    float64         `json:"upper"`
	Decision rating.Decision `json:"verdict"`
}

// Duel returns the standing of a match of two.
func (t *Standing) Duel() Duel {
	pairs := t.Between(0, 1)
	low, high := pairs.EloInterval()
	played, won := t.Of(0)
	d := Duel{
		Players:     [2]string{t.Names[0], t.Names[1]},
		Games:       played,
		Won:         [2]int{won, played - won},
		Pentanomial: pairs,
		Score:       finite(pairs.Score()),
		Elo:         finite(pairs.Elo()),
		EloLow:      finite(low),
		EloHigh:     finite(high),
		LOS:         pairs.LOS(),
		Faults:      [2]map[Reason]int{t.Faults[0], t.Faults[1]},
		Efforts:     [2]Effort{t.Efforts[0], t.Efforts[1]},
		Total:       t.Total(),
	}
	if test := t.match.SPRT; test != nil {
		lower, upper := test.Bounds()
		d.SPRT = &Test{test.Elo0, test.Elo1, test.LLR(pairs), lower, upper, t.Decision}
	}
	return d
}

// finite returns a number, or nil if JSON has no form for it.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// CrossTable is the standing of a tournament in numbers.
type CrossTable struct {
	Games   int   `json:"games"`
	Players []Row `json:"players"` // the strongest first

	Total int `json:"-"` // games to play
}

// Row is a player's row of a cross table.
type Row struct {
	Name    string               `json:"name"`
	Elo     float64              `json:"elo"`
	Error   float64              `json:"error"` // of Elo, see [rating.EloRating]
	Games   int                  `json:"games"`
	Won     int                  `json:"won"`
	Faults  map[Reason]int       `json:"faults"`
	Effort  Effort               `json:"effort"`
	Against []rating.Pentanomial `json:"against"` // in the order of the players
	First   []First              `json:"first"`   // likewise; none with more than two seats
}

// CrossTable returns the standing of a match of any number of players.
func (t *Standing) CrossTable() CrossTable {
	ratings := t.Ratings()
	order := make([]int, len(t.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Elo, ratings[a].Elo) })
	c := CrossTable{Games: t.Games(), Total: t.Total()}
	for _, i := range order {
		played, won := t.Of(i)
		row := Row{
			Name: t.Names[i], Elo: ratings[i].Elo, Error: ratings[i].Error,
			Games: played, Won: won, Faults: t.Faults[i], Effort: t.Efforts[i],
		}
		for _, j := range order {
			row.Against = append(row.Against, t.Between(i, j))
			row.First = append(row.First, t.first[i][j])
		}
		c.Players = append(c.Players, row)
	}
	return c
}
