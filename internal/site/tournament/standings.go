package tournament

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// Placing is a row of the standings. Players with the same rank are equal by
// all tie-breaks.
type Placing struct {
	Rank   int     `json:"rank"`
	Player Entrant `json:"player"`
	Seed   int     `json:"seed,omitempty"`
	// Points are games won, matches won in a knockout, two per game won in an arena. A
	// board that the other team left empty counts as won.
	Points float64 `json:"points"`
	// Buchholz is the sum of the opponents' points, in Swiss.
	Buchholz float64 `json:"buchholz,omitempty"`
	// Berger is the Sonneborn-Berger score: the sum of the points of the
	// opponents beaten.
	Berger float64 `json:"berger,omitempty"`
	Games  int     `json:"games"`
	Gone   bool    `json:"gone,omitempty"`
	// Rounds is the result of each round: + - or = for each game, * for one in
	// progress, followed by the opponent's seed, as in +12; "bye"; "" for a
	// round without a game. In an arena it is the last games.
	Rounds []string `json:"rounds"`
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
		for _, m := range s.matches {
			if !m.includes(p.ID) {
				continue
			}
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
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && s.stage != Open && order(all[i-1], all[i]) == 0 {
			all[i].Rank = all[i-1].Rank
		}
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
	for _, m := range s.matches {
		if !m.includes(p.ID) || m.round >= round {
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
	for _, m := range s.matches {
		if !m.includes(p.ID) {
			continue
		}
		for s.terms.Kind != Arena && len(row) < m.round-1 {
			row = append(row, "")
		}
		row = append(row, s.roundCell(m, p.ID))
	}
	if s.terms.Kind == Arena && len(row) > lastGames {
		row = row[len(row)-lastGames:]
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

func abs(x int) int { return max(x, -x) }

func boolToInt(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

type exportInput struct {
	Path
	Format string `query:"format" enum:"csv,json" default:"csv"`
}

// Export is everything about a tournament.
type Export struct {
	Contest Contest `json:"contest"`
	Events  []Event `json:"events"`
}

func (a *API) export(ctx context.Context, who account.Who, in *exportInput) (*httpkit.Attachment, error) {
	view, err := a.Director.View(ctx, who, in.ID, 0)
	if err != nil {
		return nil, found(err)
	}
	name := "contest-" + view.ID + "." + in.Format
	if in.Format == "csv" {
		return httpkit.NewAttachment("text/csv; charset=utf-8", name, standingsCSV(view)), nil
	}
	events, err := a.Director.Log(ctx, who, in.ID)
	if err != nil {
		return nil, found(err)
	}
	all, err := json.Marshal(Export{view, events})
	return httpkit.NewAttachment("application/json", name, all), err
}

func standingsCSV(v Contest) []byte {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	rounds := 0
	for _, s := range v.Standings {
		rounds = max(rounds, len(s.Rounds))
	}
	row := []string{"rank", "name", "kind", "seed", "rating", "points", "buchholz", "sonneborn-berger", "games", "left"}
	isTeams := v.Terms.hasTeams()
	if isTeams {
		row = append(row, "team")
	}
	for n := range rounds {
		row = append(row, "round "+strconv.Itoa(n+1))
	}
	// Writing to a buffer cannot fail.
	_ = w.Write(row)
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, s := range v.Standings {
		row := []string{
			strconv.Itoa(s.Rank), s.Player.Name, string(s.Player.Kind), strconv.Itoa(s.Seed), strconv.Itoa(s.Player.Rating),
			number(s.Points), number(s.Buchholz), number(s.Berger), strconv.Itoa(s.Games), strconv.FormatBool(s.Gone),
		}
		if isTeams {
			row = append(row, v.Terms.Teams[s.Player.Team-1])
		}
		for n := range rounds {
			cell := ""
			if n < len(s.Rounds) && s.Rounds[n] != "" {
				cell = " " + s.Rounds[n] // so that spreadsheets do not read +12 as a number
			}
			row = append(row, cell)
		}
		_ = w.Write(row)
	}
	w.Flush()
	return text.Bytes()
}
