package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"thera/internal/elo"
	"thera/internal/match"
)

// gameResult is a game of a match.
type gameResult struct {
	Game    int          `json:"game"`
	Players []string     `json:"players"` // by seat
	Winner  int          `json:"winner"`  // seat
	Reason  match.Reason `json:"reason"`
	Detail  string       `json:"detail,omitempty"`
	Plies   int          `json:"plies"`
}

func newGameResult(g match.Result) gameResult {
	return gameResult{g.Number, g.Players, g.Winner, g.Reason, g.Detail, len(g.Moves)}
}

func (r gameResult) String() string {
	names, points := make([]string, len(r.Players)), make([]string, len(r.Players))
	for seat, name := range r.Players {
		names[seat], points[seat] = short(name), "0"
	}
	points[r.Winner-1] = "1"
	text := fmt.Sprintf("game %d  %s  %s  %d plies", r.Game, strings.Join(names, " – "), strings.Join(points, "–"), r.Plies)
	if r.Reason != match.ByRules {
		text += fmt.Sprintf("  %s", r.Reason)
	}
	return text
}

// short returns a player's name, cut to what a table has room for.
func short(name string) string {
	const most = 24
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

// finite is a number that JSON has a form for, or null.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// eloText writes a difference in Elo.
func eloText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "?"
	case math.IsInf(x, 0):
		return fmt.Sprintf("%+.0f", x)[:1] + "∞"
	}
	return fmt.Sprintf("%+.0f", math.Round(x)+0) // never −0
}

// faults writes how a player lost games by fault, "" if it did not.
func faults(of map[match.Reason]int) string {
	var parts []string
	for _, reason := range match.Reasons() {
		if n := of[reason]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", reason, n))
		}
	}
	return strings.Join(parts, ", ")
}

// duelResult is the standing of a match of two.
type duelResult struct {
	Players     [2]string               `json:"players"`
	Games       int                     `json:"games"`
	Won         [2]int                  `json:"won"`
	Pentanomial elo.Pentanomial         `json:"pentanomial"` // pairs by the first player's points
	Score       *float64                `json:"score"`
	Elo         *float64                `json:"elo"`
	EloLow      *float64                `json:"elo_low"`
	EloHigh     *float64                `json:"elo_high"`
	LOS         float64                 `json:"los"`
	Faults      [2]map[match.Reason]int `json:"faults"`
	SPRT        *testResult             `json:"sprt,omitempty"`

	total int
}

// testResult is the state of a sequential test.
type testResult struct {
	Elo0     float64      `json:"elo0"`
	Elo1     float64      `json:"elo1"`
	LLR      float64      `json:"llr"`
	Lower    float64      `json:"lower"`
	Upper    float64      `json:"upper"`
	Decision elo.Decision `json:"verdict"`
}

func newDuel(m *match.Match, t *match.Standing) fmt.Stringer {
	pairs := t.Between(0, 1)
	low, high := pairs.EloInterval()
	played, won := t.Of(0)
	r := duelResult{
		Players:     [2]string{t.Names[0], t.Names[1]},
		Games:       played,
		Won:         [2]int{won, played - won},
		Pentanomial: pairs,
		Score:       finite(pairs.Score()),
		Elo:         finite(pairs.Elo()),
		EloLow:      finite(low),
		EloHigh:     finite(high),
		LOS:         pairs.LOS(),
		Faults:      [2]map[match.Reason]int{t.Faults[0], t.Faults[1]},
		total:       m.Total(),
	}
	if m.SPRT != nil {
		lower, upper := m.SPRT.Bounds()
		r.SPRT = &testResult{m.SPRT.Elo0, m.SPRT.Elo1, m.SPRT.LLR(pairs), lower, upper, t.Decision}
	}
	return r
}

func (r duelResult) String() string {
	games := fmt.Sprintf("%d games", r.Games)
	if r.total > 0 {
		games = fmt.Sprintf("%d of %d games", r.Games, r.total)
	}
	low, high := r.Pentanomial.EloInterval()
	text := fmt.Sprintf("%s %d – %d %s, %s\n", short(r.Players[0]), r.Won[0], r.Won[1], short(r.Players[1]), games)
	text += fmt.Sprintf("Elo %s [%s, %s]  LOS %.1f %%\n", eloText(r.Pentanomial.Elo()), eloText(low), eloText(high), 100*r.LOS)
	text += fmt.Sprintf("pairs won %d, divided %d, lost %d", r.Pentanomial[4], r.Pentanomial[2], r.Pentanomial[0])
	if t := r.SPRT; t != nil {
		text += fmt.Sprintf("\nSPRT [%g, %g]  LLR %.2f in [%.2f, %.2f]  %s", t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper, verdictText(*t))
	}
	for i, of := range r.Faults {
		if f := faults(of); f != "" {
			text += fmt.Sprintf("\n%s lost by fault: %s", short(r.Players[i]), f)
		}
	}
	return text
}

func verdictText(t testResult) string {
	switch t.Decision {
	case elo.H0:
		return fmt.Sprintf("H0: Elo %g rather than %g", t.Elo0, t.Elo1)
	case elo.H1:
		return fmt.Sprintf("H1: Elo %g rather than %g", t.Elo1, t.Elo0)
	}
	return "undecided"
}

// crossResult is the standing of a tournament.
type crossResult struct {
	Games   int           `json:"games"`
	Players []crossPlayer `json:"players"` // the strongest first

	total int
}

// crossPlayer is a row of the cross table.
type crossPlayer struct {
	Name    string               `json:"name"`
	Elo     float64              `json:"elo"`
	Error   float64              `json:"error"`
	Games   int                  `json:"games"`
	Won     int                  `json:"won"`
	Faults  map[match.Reason]int `json:"faults"`
	Against []elo.Pentanomial    `json:"against"` // in the order of the players
}

func newCross(m *match.Match, t *match.Standing) fmt.Stringer {
	ratings := t.Ratings()
	order := make([]int, len(t.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Elo, ratings[a].Elo) })
	r := crossResult{Games: t.Games(), total: m.Total()}
	for _, i := range order {
		played, won := t.Of(i)
		player := crossPlayer{
			Name: t.Names[i], Elo: ratings[i].Elo, Error: ratings[i].Error,
			Games: played, Won: won, Faults: t.Faults[i],
		}
		for _, j := range order {
			player.Against = append(player.Against, t.Between(i, j))
		}
		r.Players = append(r.Players, player)
	}
	return r
}

func (r crossResult) String() string {
	width := 6
	for _, p := range r.Players {
		width = max(width, len([]rune(short(p.Name))))
	}
	text := fmt.Sprintf("   %-*s %6s %5s %9s", width, "player", "Elo", "±", "won")
	for i := range r.Players {
		text += fmt.Sprintf(" %7d", i+1)
	}
	for i, p := range r.Players {
		text += fmt.Sprintf("\n%2d %-*s %6s %5.0f %9s", i+1, width, short(p.Name), eloText(p.Elo), p.Error, fmt.Sprintf("%d/%d", p.Won, p.Games))
		for j, pairs := range p.Against {
			score := "·"
			if i != j {
				score = fmt.Sprintf("%d–%d", pairs.Won(), pairs.Reversed().Won())
			}
			text += fmt.Sprintf(" %7s", score)
		}
	}
	text += fmt.Sprintf("\n%d of %d games", r.Games, r.total)
	for _, p := range r.Players {
		if f := faults(p.Faults); f != "" {
			text += fmt.Sprintf("\n%s lost by fault: %s", short(p.Name), f)
		}
	}
	return text
}
