package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Placing is where somebody stands. Players with the same rank are equal by all
// tie-breaks.
type Placing struct {
	Rank   int     `json:"rank"`
	Player Entrant `json:"player"`
	Seed   int     `json:"seed,omitempty"`
	// Points are games won, in a knock-out matches; two for each in an arena.
	Points float64 `json:"points"`
	// Buchholz is the sum of the points of his opponents, in Swiss.
	Buchholz float64 `json:"buchholz,omitempty"`
	// Berger is that of the opponents from whom he has won.
	Berger float64 `json:"berger,omitempty"`
	Games  int     `json:"games"`
	Gone   bool    `json:"gone,omitempty"`
	// Rounds say how he fared: + - or = for each game, * for one that is played,
	// and the opponent's seed, as in +12; bye; nothing for a round without him. In
	// an arena they are his last games.
	Rounds []string `json:"rounds"`
}

// lastGames is how many games of an arena a standing shows.
const lastGames = 12

// Standings returns all who take part, the first one first.
func (s *State) Standings() []Placing {
	all := []Placing{}
	points := map[string]float64{}
	for _, p := range s.entrants {
		points[p.ID] = s.points(p)
	}
	for _, p := range s.entrants {
		if p.seed == 0 && p.gone {
			continue // who left before it began
		}
		one := Placing{Player: p.Entrant, Seed: p.seed, Points: points[p.ID], Gone: p.gone, Rounds: s.row(p)}
		for _, m := range s.matches {
			if !m.has(p.ID) {
				continue
			}
			if m.played() {
				one.Games += len(m.results)
			}
			opponent := points[m.other(p.ID)]
			if m.bye() || m.over && !m.played() {
				opponent = points[p.ID] // as if he had met one as good as he is
			}
			if s.terms.Kind == Swiss {
				one.Buchholz += opponent
			}
			if (s.terms.Kind == Swiss || s.terms.Kind == RoundRobin) && !m.bye() {
				one.Berger += opponent * m.won(p.ID)
			}
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b Placing) int { return cmp.Or(s.order(a, b), a.Seed-b.Seed) })
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && s.stage != Open && s.order(all[i-1], all[i]) == 0 {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// order compares two standings by all that counts.
func (s *State) order(a, b Placing) int {
	first := cmp.Or(compare(b.Points, a.Points), compare(b.Buchholz, a.Buchholz), compare(b.Berger, a.Berger))
	switch {
	case first != 0:
		return first
	case s.terms.Kind == RoundRobin:
		return s.direct(a.Player.ID, b.Player.ID)
	case s.terms.Kind == Arena:
		return a.Games - b.Games // as many points in fewer games
	}
	return 0
}

// direct compares two by the games between them.
func (s *State) direct(a, b string) int {
	for _, m := range s.matches {
		if m.has(a) && m.has(b) {
			return compare(m.won(b), m.won(a))
		}
	}
	return 0
}

// points returns what an entrant has.
func (s *State) points(p *entrant) float64 { return s.pointsBefore(p, s.round+1) }

// pointsBefore returns what an entrant had before a round.
func (s *State) pointsBefore(p *entrant, round int) (points float64) {
	for _, m := range s.matches {
		if !m.has(p.ID) || m.round >= round {
			continue
		}
		switch s.terms.Kind {
		case Swiss:
			if m.bye() {
				points += float64(s.terms.legs())
			}
			points += m.won(p.ID)
		case RoundRobin:
			points += m.won(p.ID)
		case Arena:
			points += 2 * m.won(p.ID)
		case Knockout:
			if m.over && s.winner(m) == p.ID {
				points++
			}
		}
	}
	return points
}

// ranked sorts entrants by points and seed.
func (s *State) ranked(all []*entrant) []*entrant {
	points := map[string]float64{}
	for _, p := range all {
		points[p.ID] = s.points(p)
	}
	slices.SortStableFunc(all, func(a, b *entrant) int {
		return cmp.Or(compare(points[b.ID], points[a.ID]), a.seed-b.seed)
	})
	return all
}

// row says how an entrant fared in each round.
func (s *State) row(p *entrant) []string {
	row := []string{}
	for _, m := range s.matches {
		if !m.has(p.ID) {
			continue
		}
		for s.terms.Kind != Arena && len(row) < m.round-1 {
			row = append(row, "")
		}
		row = append(row, s.cell(m, p.ID))
	}
	if s.terms.Kind == Arena && len(row) > lastGames {
		row = row[len(row)-lastGames:]
	}
	return row
}

func (s *State) cell(m *match, id string) string {
	if m.bye() {
		return "bye"
	}
	var text strings.Builder
	for _, r := range m.results {
		switch r.winner {
		case id:
			text.WriteByte('+')
		case "":
			text.WriteByte('=')
		default:
			text.WriteByte('-')
		}
	}
	if !m.over {
		text.WriteByte('*')
	}
	return text.String() + strconv.Itoa(s.entrant(m.other(id)).seed)
}

func compare(a, b float64) int { return cmp.Compare(a, b) }

func sign(x float64) int { return cmp.Compare(x, 0) }

func abs(x int) int { return max(x, -x) }

func count(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
