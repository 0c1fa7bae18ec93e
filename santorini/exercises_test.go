package santorini

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"thera/game/gametest"
)

// TestExercises holds the page's exercises on powers against the rules: their
// solution meets what is asked, another turn does not, and without the power
// none would.
func TestExercises(t *testing.T) {
	data := gametest.Must(t, os.ReadFile, "../web/src/looks/powerlesson.json")
	var all []struct{ Power, Position, Goal, Solution string }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	missing := Powers()[1:]
	for _, e := range all {
		p, err := Parse(e.Position)
		if err != nil {
			t.Error(err)
			continue
		}
		power := p.Power(p.Turn())
		missing = slices.DeleteFunc(missing, func(w Power) bool { return w == power })
		if power.String() != e.Power {
			t.Errorf("%s: the power of the seat to move is %s, want %s", e.Position, power, e.Power)
		}
		met := p.solutions(t, e.Goal)
		if !slices.Contains(met, e.Solution) {
			t.Errorf("%s: %s does not meet %q, but %v do", e.Position, e.Solution, e.Goal, met)
		}
		if len(met) == p.CountMoves() {
			t.Errorf("%s: all turns meet %q", e.Position, e.Goal)
		}
		without := gametest.Must(t, Parse, strings.Replace(e.Position, e.Power, Mortal.String(), 1))
		if met := without.solutions(t, e.Goal); len(met) > 0 {
			t.Errorf("%s: without %s, %v meet %q", e.Position, e.Power, met, e.Goal)
		}
	}
	if len(missing) > 0 {
		t.Errorf("no exercise for %v", missing)
	}
}

// solutions returns the turns that meet a goal. What is to be proven is a win
// with the turn after this one.
func (p *Position) solutions(t *testing.T, goal string) (met []string) {
	t.Helper()
	for _, m := range p.AppendMoves(nil) {
		next := p.after(m)
		var ok bool
		switch goal {
		case "win":
			ok = next.winners.Has(p.turn)
		case "safe":
			ok = !next.winsNow()
		case "proven":
			ok = next.winners == 0 && !next.winsNow()
			for _, reply := range next.AppendMoves(nil) {
				answered := next.after(reply)
				ok = ok && answered.winsNow()
			}
		default:
			t.Fatalf("goal %q: want win, safe or proven", goal)
		}
		if ok {
			met = append(met, m.String())
		}
	}
	return met
}

// winsNow reports whether the seat to move can win in this turn.
func (p *Position) winsNow() bool {
	return slices.ContainsFunc(p.AppendMoves(nil), func(m Move) bool {
		next := p.after(m)
		return next.winners.Has(p.turn)
	})
}

// after returns the position after a turn.
func (p *Position) after(m Move) Position {
	next := *p
	next.Play(m)
	return next
}
