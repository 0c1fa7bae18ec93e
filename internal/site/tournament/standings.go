package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"thera/internal/lab/rating"
)

// Placing is a row of the standings. Players with the same rank are equal by
// all tie-breaks.
type Placing struct {
	Rank     int      `json:"rank" doc:"From 1; players that no tie-break tells apart have the same"`
	Player   Entrant  `json:"player" doc:"Who it is"`
	Seed     int      `json:"seed,omitempty" doc:"Their place by rating at the start, from 1; missing before"`
	Points   float64  `json:"points" doc:"Games won, matches won in a knockout, two for each game won in an arena; a board that the other team left empty counts as won"`
	Buchholz float64  `json:"buchholz,omitempty" doc:"In Swiss, the sum of the opponents' points"`
	Berger   float64  `json:"berger,omitempty" doc:"The Sonneborn-Berger score: the sum of the opponents' points, each times the score against them"`
	Games    int      `json:"games" doc:"Played so far"`
	Gone     bool     `json:"gone,omitempty" doc:"Whether they have left"`
	Rounds   []string `json:"rounds" doc:"For each round + - or = for each game, * for one in progress, then the opponent's seed, as in +12; bye; empty for a round without a game. In an arena the last games"`
}

const lastGames = 12

// Standings returns all players, the leader first.
func (s *State) Standings() []Placing {
	all := []Placing{}
	points := map[string]float64{}
	for _, p := range s.entrants {
		points[p.ID] = s.points(p)
	}
	for _, p := range s.entrants {
		if p.seed == 0 && p.hasLeft {
			continue // left before the start
		}
		one := Placing{Player: p.Entrant, Seed: p.seed, Points: points[p.ID], Gone: p.hasLeft, Rounds: s.roundCells(p)}
		for m := range s.matchesOf(p) {
			if m.wasPlayed() {
				one.Games += len(m.results)
			}
			opponent := points[m.opponent(p.ID)]
			if m.isBye() || m.isOver && !m.wasPlayed() {
				opponent = points[p.ID] // counts as an opponent of equal strength
			}
			if s.terms.Kind == Swiss {
				one.Buchholz += opponent
			}
			if (s.terms.Kind == Swiss || s.terms.Kind == RoundRobin) && !m.isBye() {
				one.Berger += opponent * m.score(p.ID)
			}
		}
		all = append(all, one)
	}
	order := s.standingsOrder(all)
	slices.SortStableFunc(all, func(a, b Placing) int { return cmp.Or(order(a, b), a.Seed-b.Seed) })
	for i, place := range rating.Places(all, func(a, b Placing) bool { return s.stage != Open && order(a, b) == 0 }) {
		all[i].Rank = place
	}
	return all
}

// standingsOrder returns how the rows of the standings compare: by points, then by the
// tie-breaks of the kind.
func (s *State) standingsOrder(all []Placing) func(a, b Placing) int {
	direct := map[string]float64{}
	if s.terms.Kind == RoundRobin {
		direct = s.directResults(all)
	}
	return func(a, b Placing) int {
		fewerGames := 0 // as many points in fewer games
		if s.terms.Kind == Arena {
			fewerGames = a.Games - b.Games
		}
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.Berger, a.Berger),
			cmp.Compare(direct[b.Player.ID], direct[a.Player.ID]), fewerGames)
	}
}

// directResults returns, by ID, the points of matches with players who have the same points
// and Sonneborn-Berger score. Of three or more who are equal, results by pair may be no order.
func (s *State) directResults(all []Placing) map[string]float64 {
	rows := map[string]Placing{}
	for _, one := range all {
		rows[one.Player.ID] = one
	}
	points := map[string]float64{}
	for _, m := range s.matches {
		a, b := rows[m.First], rows[m.Second]
		if !m.isBye() && a.Points == b.Points && a.Berger == b.Berger {
			points[m.First] += m.score(m.First)
			points[m.Second] += m.score(m.Second)
		}
	}
	return points
}

func (s *State) points(p *entrant) float64 { return s.pointsBefore(p, s.round+1) }

func (s *State) pointsBefore(p *entrant, round int) (points float64) {
	for m := range s.matchesOf(p) {
		if m.round >= round {
			continue
		}
		switch s.terms.Kind {
		case Swiss, Teams, Consultation:
			if m.isBye() {
				points += float64(s.terms.legs())
			}
			points += m.score(p.ID)
		case RoundRobin:
			points += m.score(p.ID)
		case Arena:
			points += 2 * m.score(p.ID)
		case Knockout:
			if m.isOver && s.winner(m) == p.ID {
				points++
			}
		}
	}
	return points
}

func (s *State) sortByPoints(all []*entrant) []*entrant {
	points := map[string]float64{}
	for _, p := range all {
		points[p.ID] = s.points(p)
	}
	slices.SortStableFunc(all, func(a, b *entrant) int {
		return cmp.Or(cmp.Compare(points[b.ID], points[a.ID]), a.seed-b.seed)
	})
	return all
}

// roundCells returns an entrant's result in each round, see [Placing.Rounds].
func (s *State) roundCells(p *entrant) []string {
	row := []string{}
	if s.terms.Kind == Arena {
		for _, number := range p.matches[max(0, len(p.matches)-lastGames):] {
			row = append(row, s.roundCell(s.match(number), p.ID))
		}
		return row
	}
	for m := range s.matchesOf(p) {
		for len(row) < m.round-1 {
			row = append(row, "")
		}
		row = append(row, s.roundCell(m, p.ID))
	}
	return row
}

func (s *State) roundCell(m *match, id string) string {
	if m.isBye() {
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
	if !m.isOver {
		text.WriteByte('*')
	}
	return text.String() + strconv.Itoa(s.entrant(m.opponent(id)).seed)
}
