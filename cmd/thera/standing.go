package main

import (
	"fmt"
	"math"
	"strings"

	"thera/internal/lab/match"
	"thera/internal/lab/rating"
)

// gameResult is a game of a match.
type gameResult struct{ match.Summary }

func (r gameResult) String() string {
	names, points := make([]string, len(r.Players)), make([]string, len(r.Players))
	for seat, name := range r.Players {
		names[seat], points[seat] = short(name), "0"
	}
	for seat := range r.Winners.All() {
		points[seat] = "1"
	}
	text := fmt.Sprintf("game %d  %s  %s  %s", r.Game, strings.Join(names, " – "), strings.Join(points, "–"), counted(r.Plies, "ply", "plies"))
	if r.Reason != match.ByRules {
		text += fmt.Sprintf("  %s: %s", r.Reason, r.Detail)
	}
	return text
}

// short returns a player's name, cut to fit into a table.
func short(name string) string {
	const most = 24
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

// eloText formats an Elo difference.
func eloText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "?"
	case math.IsInf(x, 0):
		return fmt.Sprintf("%+.0f", x)[:1] + "∞"
	}
	return fmt.Sprintf("%+.0f", math.Round(x)+0) // never −0
}

// faults lists the faults by which a player lost games, "" for none.
func faults(of map[match.Reason]int) string {
	var parts []string
	for _, reason := range match.Reasons() {
		if n := of[reason]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", reason, n))
		}
	}
	return strings.Join(parts, ", ")
}

// effort formats the time and nodes that a player used, "" if it had no turn.
func effort(name string, e match.Effort) string {
	if e.Turns == 0 {
		return ""
	}
	text := fmt.Sprintf("\n%s used %.1f s, %.3f s per turn", short(name), e.Spent.Seconds(), e.Spent.Seconds()/float64(e.Turns))
	if e.Nodes > 0 {
		text += fmt.Sprintf(", %.0f nodes/s", e.NPS)
	}
	if e.Depth > 0 {
		text += fmt.Sprintf(", depth %.1f", e.Depth)
	}
	if e.Late > 0 {
		text += fmt.Sprintf("; %d of %d turns late, at most %.3f s", e.Late, e.Turns, e.Longest.Seconds())
	}
	return text
}

// duelResult is the standing of a match of two.
type duelResult struct{ match.Duel }

func newDuel(t *match.Standing) fmt.Stringer { return duelResult{t.Duel()} }

func (r duelResult) String() string {
	games := counted(r.Games, "game", "games")
	if r.Total > 0 {
		games = fmt.Sprintf("%d of %d games", r.Games, r.Total)
	}
	low, high := r.Pentanomial.EloInterval()
	text := fmt.Sprintf("%s %d – %d %s, %s\n", short(r.Players[0]), r.Won[0], r.Won[1], short(r.Players[1]), games)
	text += fmt.Sprintf("Elo %s [%s, %s]  LOS %.1f%%\n", eloText(r.Pentanomial.Elo()), eloText(low), eloText(high), 100*r.LOS)
	text += fmt.Sprintf("pairs won %d, divided %d, lost %d", r.Pentanomial[4], r.Pentanomial[2], r.Pentanomial[0])
	if t := r.SPRT; t != nil {
		text += fmt.Sprintf("\nSPRT [%g, %g]  LLR %.2f in [%.2f, %.2f]  %s", t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper, verdictText(*t))
	}
	for i, e := range r.Efforts {
		text += effort(r.Players[i], e)
	}
	for i, of := range r.Faults {
		if f := faults(of); f != "" {
			text += fmt.Sprintf("\n%s lost by fault: %s", short(r.Players[i]), f)
		}
	}
	return text
}

func verdictText(t match.Test) string {
	switch t.Decision {
	case rating.H0:
		return fmt.Sprintf("H0: Elo %g rather than %g", t.Elo0, t.Elo1)
	case rating.H1:
		return fmt.Sprintf("H1: Elo %g rather than %g", t.Elo1, t.Elo0)
	}
	return "undecided"
}

// crossResult is the standing of a tournament.
type crossResult struct{ match.CrossTable }

func newCross(t *match.Standing) fmt.Stringer { return crossResult{t.CrossTable()} }

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
	text += fmt.Sprintf("\n%d of %d games", r.Games, r.Total)
	for _, p := range r.Players {
		text += effort(p.Name, p.Effort)
	}
	for _, p := range r.Players {
		if f := faults(p.Faults); f != "" {
			text += fmt.Sprintf("\n%s lost by fault: %s", short(p.Name), f)
		}
	}
	return text
}
