package proof_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/santorini/proof"
	"thera/search"
	"thera/search/alphabeta"
	"thera/search/tree"
)

// engines returns the searches with their evaluations.
func engines() map[string]engine.Engine {
	told := search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate: eval.New(eval.Fitted()).Evaluate, Prioritize: eval.Prioritize,
	}
	forced := told
	forced.Forced = eval.AppendForced
	return map[string]engine.Engine{
		"alphabeta": alphabeta.New(told, search.Options{TableMiB: 1, ReverseFutilityMargin: 50}),
		"boldly":    alphabeta.New(forced, search.Options{TableMiB: 1, ReverseFutilityMargin: 50, LateMoveWidth: 1}),
		"mcts":      tree.New(told, search.Options{TableMiB: 4}),
	}
}

// proven returns the distance that an engine considers proven and the winner: 0 plies
// if it proves nothing.
func proven(t *testing.T, e engine.Engine, p santorini.Position, nodes uint64) (winners game.Seats, plies int) {
	t.Helper()
	pos := gametest.Must(t, santorini.Rules().Parse, p.String())
	info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
	if err != nil {
		t.Fatal(err)
	}
	plies, ok := info.Score.Proven()
	if !ok {
		return 0, 0
	}
	own := p.Allies(p.Turn())
	if plies < 0 {
		return p.Seats() &^ own, -plies
	}
	return own, plies
}

// TestEnginesAgree checks that what the engines take for proven is so, with each
// power and in teams, and that the solver finds no longer way.
func TestEnginesAgree(t *testing.T) {
	solver := proof.New(1)
	for name, e := range engines() {
		found := 0
		for _, power := range santorini.Powers() {
			for _, teams := range []bool{false, true} {
				for _, p := range poweredMiddles(t, power, true, teams, 6, 60) {
					winners, plies := proven(t, e, p, 1_000)
					if plies == 0 {
						continue
					}
					found++
					if v := solveWith(t, solver, p, engine.Limits{}); !v.Proven || v.Winners != winners || v.Plies > plies {
						t.Errorf("%s: %s: %+v, want seat %s to win in %d", name, &p, v, winners, plies)
					}
				}
			}
		}
		if found < 30 {
			t.Errorf("%s has proven only %d positions", name, found)
		}
	}
}

// TestEnginesAgreeThree checks wins that are proven among three and four seats with
// powers: whatever the others do. That somebody can't win says nothing of who does.
func TestEnginesAgreeThree(t *testing.T) {
	for name, e := range engines() {
		found := 0
		for _, p := range crowds(t, 60) {
			winners, plies := proven(t, e, p, 500)
			if plies == 0 || plies > 4 || !winners.Has(p.Turn()) {
				continue
			}
			found++
			if !forces(p, p.Turn(), plies) {
				t.Errorf("%s: %s: seat %s is said to win in %d, and does not", name, &p, p.Turn(), plies)
			}
		}
		if found < 10 {
			t.Errorf("%s has proven only %d positions", name, found)
		}
	}
}

// crowds returns positions of random games of three and four with powers.
func crowds(t *testing.T, number int) (all []santorini.Position) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	powers := santorini.Powers()
	other := func() santorini.Power { return powers[rng.IntN(len(powers))] }
	for len(all) < number {
		text := fmt.Sprintf("-,-,- 1 %s,%s,%s", other(), other(), other())
		if rng.IntN(2) == 0 {
			text = fmt.Sprintf("-,-,-,- 1 %s,%s,%s,%s", other(), other(), other(), other())
		}
		p := gametest.Must(t, santorini.Parse, "00000/00000/00000/00000/00000 "+text)
		for p.Winners() == 0 {
			list := p.AppendMoves(nil)
			if p.Above(2) != 0 && len(list) <= 60 && rng.IntN(8) == 0 {
				all = append(all, p)
			}
			p.Play(list[rng.IntN(len(list))])
		}
	}
	return all[:number]
}

// forces reports, by trying all moves, whether a seat wins within the given number of
// plies whatever all others do.
func forces(p santorini.Position, seat game.Seat, plies int) bool {
	if p.Winners() != 0 || plies == 0 {
		return p.Winners().Has(seat)
	}
	own := p.Turn() == seat
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		if forces(next, seat, plies-1) == own {
			return own
		}
	}
	return !own
}
