package match

import "thera/internal/lab/rating"

// Standing is the standing of a match. Games count in the order of their numbers
// and by pairs: one that is finished early waits for those before it. So the
// standing after so many games does not depend on how many were played at a
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
	first   [][]First              // of each player against each, of two seats
	counted int                    // games
	waiting map[int]Result         // by number
}

func newStanding(m *Match) *Standing {
	t := &Standing{Names: m.names(), Efforts: make([]Effort, len(m.Players)), Decision: rating.Undecided, match: m, waiting: map[int]Result{}}
	for range m.Players {
		t.results = append(t.results, make([]rating.Pentanomial, len(m.Players)))
		t.first = append(t.first, make([]First, len(m.Players)))
		t.Faults = append(t.Faults, map[Reason]int{})
	}
	return t
}

// add takes a game and counts what can be counted with it.
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

// count counts a pair.
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
		t.spend(g)
	}
	t.counted += len(games)
	i, j := meeting[0], meeting[1]
	t.results[i][j].Add(won)
	t.results[j][i].Add(2 - won)
	if test := t.match.SPRT; test != nil {
		t.Decision = test.Decide(t.results[0][1])
	}
}

// First counts the games in which a player moved first.
type First struct {
	Won   int `json:"won"`
	Games int `json:"games"`
}

func (f *First) add(won bool) {
	f.Games++
	if won {
		f.Won++
	}
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
	return rating.Fit(wins)
}
