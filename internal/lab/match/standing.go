package match

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"thera/game"
	"thera/internal/lab/rating"
)

// Standing is the standing of a match. Games count in the order of their numbers
// and by pairs: one that is finished early waits for those before it. So the
// standing after a number of games does not depend on how many were played at a
// time, nor on which of them took long.
type Standing struct {
	Names []string
	// Faults counts, for each player, the games lost by fault.
	Faults []map[Reason]int
	// Efforts are what the players have spent.
	Efforts []Effort
	// Decision is that of the sequential test, if there is one. Nothing counts
	// after it.
	Decision rating.Decision

	match   *Match
	results [][]rating.Pentanomial // of each player against each, for the first
	first   [][]Share              // of each player against each, of two seats
	powers  map[string]*PowerScore // of a duel
	counted int                    // games
	waiting map[int]Result         // by number
}

func newStanding(m *Match) *Standing {
	t := &Standing{Names: m.names(), Efforts: make([]Effort, len(m.Players)), Decision: rating.Undecided, match: m, powers: map[string]*PowerScore{}, waiting: map[int]Result{}}
	for range m.Players {
		t.results = append(t.results, make([]rating.Pentanomial, len(m.Players)))
		t.first = append(t.first, make([]Share, len(m.Players)))
		t.Faults = append(t.Faults, map[Reason]int{})
	}
	return t
}

func (t *Standing) add(g Result) {
	t.waiting[g.Number] = g
	for !t.Over() {
		first, ok1 := t.waiting[t.counted+1]
		second, ok2 := t.waiting[t.counted+2]
		if !ok1 || !ok2 {
			return
		}
		delete(t.waiting, first.Number)
		delete(t.waiting, second.Number)
		t.count(first, second)
	}
}

func (t *Standing) count(games ...Result) {
	meeting, won := t.match.pairing(games[0].Number).meeting, 0
	for _, g := range games {
		f := t.match.pairing(g.Number)
		if len(f.sides) == 2 {
			t.first[f.player(0)][f.player(1)].add(g.Winner == 1)
		}
		side := f.sides[g.Winner-1]
		if side == 0 {
			won++
		}
		if g.Reason != ByRules {
			t.Faults[meeting[1-side]][g.Reason]++
		}
		if pos, err := t.match.Entry.Game.Parse(g.Start); err == nil {
			t.spend(f, g, pos)
			t.countPowers(f, g, pos)
		}
	}
	t.counted += len(games)
	i, j := meeting[0], meeting[1]
	t.results[i][j].Add(won)
	t.results[j][i].Add(2 - won)
	if test := t.match.SPRT; test != nil {
		t.Decision = test.Decide(t.results[0][1])
	}
}

// countPowers counts a game for each power in it, if two players meet.
func (t *Standing) countPowers(f pairing, g Result, start game.Position) {
	if len(t.Names) != 2 {
		return
	}
	won := f.player(g.Winner-1) == 0
	for seat, power := range t.match.Entry.PowersAt(start) {
		score := t.powers[power.Name]
		if score == nil {
			score = &PowerScore{Power: power.Name}
			t.powers[power.Name] = score
		}
		if f.player(seat) == 0 {
			score.With.add(won)
		} else {
			score.Against.add(won)
		}
	}
}

// Share counts the games of a kind that a player has won.
type Share struct {
	Won   int `json:"won"`
	Games int `json:"games"`
}

func (s *Share) add(won bool) {
	s.Games++
	if won {
		s.Won++
	}
}

// PowerScore is how the first of two players did where a power was played.
type PowerScore struct {
	Power   string `json:"power"`
	With    Share  `json:"with"`
	Against Share  `json:"against"`
}

// Over reports whether the match is: all games have been played, or the
// sequential test has its verdict.
func (t *Standing) Over() bool {
	return t.Decision != rating.Undecided || !t.match.has(t.counted+1)
}

// Games returns how many games have been counted.
func (t *Standing) Games() int { return t.counted }

// Total returns how many games are to be played, 0 if the match is without end.
func (t *Standing) Total() int { return t.match.Total() }

// Between returns the pairs that player i has played against player j.
func (t *Standing) Between(i, j int) rating.Pentanomial { return t.results[i][j] }

// Of returns how many games player i has played and won.
func (t *Standing) Of(i int) (played, won int) {
	for j := range t.results {
		pairs := t.results[i][j]
		played += 2 * pairs.Pairs()
		won += pairs.Won()
	}
	return played, won
}

// Ratings returns the players' strengths as [rating.Fit] finds them.
func (t *Standing) Ratings() []rating.EloRating {
	wins := make([][]float64, len(t.results))
	for i, row := range t.results {
		wins[i] = make([]float64, len(row))
		for j, pairs := range row {
			wins[i][j] = float64(pairs.Won())
		}
	}
	return rating.Fit(wins, nil)
}

// Summary is a finished game without its moves.
type Summary struct {
	Game    int      `json:"game"`
	Players []string `json:"players"` // by seat
	Winner  int      `json:"winner"`  // seat, from 1
	Reason  Reason   `json:"reason"`
	Detail  string   `json:"detail,omitempty"`
	Plies   int      `json:"plies"`

	Winners game.Seats `json:"-"` // of a team all, where Winner is the first of them
	All     []string   `json:"-"` // names of all players of the match
}

// Summary returns a game without its moves.
func (m *Match) Summary(g Result) Summary {
	return Summary{g.Number, g.Players, g.Winner, g.Reason, g.Detail, len(g.Moves), m.winners(g), m.names()}
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
	First       [2]Share           `json:"first"`  // games of each as the one to move first; none with more than two seats
	Powers      []PowerScore       `json:"powers"` // where there are powers, by name
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
		First:       [2]Share{t.first[0][1], t.first[1][0]},
		Powers:      []PowerScore{},
		Faults:      [2]map[Reason]int{t.Faults[0], t.Faults[1]},
		Efforts:     [2]Effort{t.Efforts[0], t.Efforts[1]},
		Total:       t.Total(),
	}
	for _, name := range slices.Sorted(maps.Keys(t.powers)) {
		d.Powers = append(d.Powers, *t.powers[name])
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

// Place returns the place of a player, from 1, by the index of its row. Players with the same
// Elo, rounded as it is shown, and as many wins share a place.
func (c CrossTable) Place(i int) int {
	equal := func(a, b Row) bool { return math.Round(a.Elo) == math.Round(b.Elo) && a.Won == b.Won }
	return rating.Places(c.Players, equal)[i]
}

// Label returns what tables call the row and the column of a player, by the index of its row:
// its place, and of several who share it also a number, as in "2.1".
func (c CrossTable) Label(i int) string {
	place, next := c.Place(i), i+1
	if i == place-1 && (next == len(c.Players) || c.Place(next) != place) {
		return strconv.Itoa(place)
	}
	return fmt.Sprintf("%d.%d", place, i+2-place)
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
	First   []Share              `json:"first"`   // likewise; none with more than two seats
}

// CrossTable returns the standing of a match of any number of players.
func (t *Standing) CrossTable() CrossTable {
	ratings := t.Ratings()
	order := make([]int, len(t.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { // those who share a place in succession
		_, wonA := t.Of(a)
		_, wonB := t.Of(b)
		return cmp.Or(cmp.Compare(math.Round(ratings[b].Elo), math.Round(ratings[a].Elo)), cmp.Compare(wonB, wonA))
	})
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
