package moderation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog"
)

// synthetic returns the games of a player who plays like the engine in a share of the
// turns and else loses chances by some number on average.
func synthetic(rng *rand.Rand, name string, rating, agree, regret, spread float64) habits {
	var games []examined
	for n := range 10 {
		g := examined{id: fmt.Sprint(name, n), rating: rating}
		for k := range 18 {
			one := look{phase: k / 6, contested: true, spent: time.Duration(1e9 * math.Exp(2+spread*rng.NormFloat64()))}
			if one.agrees = rng.Float64() < agree; !one.agrees {
				one.regret = regret * rng.ExpFloat64()
			}
			g.looks = append(g.looks, one)
		}
		games = append(games, g)
	}
	return habitsOf(name, games)
}

// TestEngineSuspects ranks players whose turns are drawn: a cheat comes first, and people
// of any rating are not flagged.
func TestEngineSuspects(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var all []habits
	for n := range 60 {
		skill := float64(n) / 60
		all = append(all, synthetic(rng, fmt.Sprint("honest", n), 1000+1000*skill, .2+.3*skill, .12-.06*skill, .8))
	}
	all = append(all, synthetic(rng, "cheat", 1200, .6, .05, .2))
	found := engineSuspects(all)
	if len(found) != len(all) || found[0].ID != "cheat" || found[0].Score < Flag {
		t.Fatalf("%d suspects, first %+v", len(found), found[0])
	}
	if e := found[0].Evidence.Engine; e.Agreement.Above < 2 || e.AgreementByPhase[1].Above < 2 || e.Spread.Above < 2 || len(e.Games) != 10 || e.Turns != 180 {
		t.Errorf("evidence %+v", e)
	}
	for _, one := range found[1:] {
		if one.Score >= Flag {
			t.Errorf("%s is flagged: %+v", one.ID, one)
		}
	}
}

// TestTooLittle compares no player with too few judged turns.
func TestTooLittle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var all []habits
	for n := range leastPeers {
		all = append(all, synthetic(rng, fmt.Sprint(n), 1500, .3, .1, .8))
	}
	if found := engineSuspects(all); len(found) != 0 {
		t.Errorf("%d suspects among %d players, want none", len(found), len(all))
	}
	few := habitsOf("few", []examined{{id: "g", looks: make([]look, 5)}})
	all = append(all, few, synthetic(rng, "last", 1500, .3, .1, .8))
	if found := engineSuspects(all); len(found) != leastPeers+1 || slices.ContainsFunc(found, func(s Suspect) bool { return s.ID == "few" }) {
		t.Errorf("%d suspects, want all but one with few turns", len(found))
	}
}

func TestPeersAreTheNearest(t *testing.T) {
	var all []habits
	for n := range 100 {
		all = append(all, habits{player: fmt.Sprint(n), rating: float64(n * n)})
	}
	for i, want := range map[int][2]string{0: {"1", "24"}, 99: {"75", "98"}, 50: {"36", "60"}} {
		peers := peersOf(all, i)
		if len(peers) != peersWanted || peers[0].player != want[0] || peers[len(peers)-1].player != want[1] {
			t.Errorf("of %d: %d peers from %s to %s, want %d from %s to %s", i, len(peers), peers[0].player, peers[len(peers)-1].player, peersWanted, want[0], want[1])
		}
	}
}

// TestExamine looks at the engine's own game: its turns agree, and lose nothing.
func TestExamine(t *testing.T) {
	entry := catalog.Hermit()
	start := gametest.Must(t, entry.Game.Start, "5x5")
	const nodes = 300
	g := Played{ID: "g", Game: "hermit", Start: start.String()}
	for pos := start; pos.Winners() == 0; {
		info, err := judge(t.Context(), entry, pos, nodes)
		if err != nil {
			t.Fatal(err)
		}
		move := info.Best()
		if pos.Turn() == 1 { // a weak opponent
			move = pos.Moves()[len(pos.Moves())-1]
		}
		g.Turns = append(g.Turns, PlayedTurn{Move: move, Spent: time.Second})
		pos = gametest.Must(t, pos.Play, move)
	}
	best, err := examine(t.Context(), entry, g, 0, nodes)
	if err != nil || len(best) == 0 {
		t.Fatalf("%d turns are examined, %v", len(best), err)
	}
	for i, l := range best {
		if !l.agrees || l.regret != 0 || l.won != l.kept || l.spent != time.Second {
			t.Errorf("turn %d of the engine: %+v", i+1, l)
		}
	}
	weak, err := examine(t.Context(), entry, g, 1, nodes)
	if err != nil || !slices.ContainsFunc(weak, func(l look) bool { return !l.agrees }) {
		t.Errorf("%v: the weak player's turns are all the engine's", err)
	}
	g.Turns[0].Move = "x"
	if _, err := examine(t.Context(), entry, g, 0, nodes); err == nil {
		t.Error("an illegal turn: no error")
	}
}

func TestSandbagging(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	all := map[string][]outcome{}
	for n := range 40 {
		name, share, skill := fmt.Sprint("honest", n), .02, 1500.0
		if n == 0 {
			name, share, skill = "sandbagger", .4, 1800
		}
		for k := range 30 {
			o := outcome{id: fmt.Sprint(name, k), rating: 1500, other: 1500, plies: 40 + rng.IntN(20)}
			switch {
			case rng.Float64() < share:
				o.resigned, o.chance, o.plies = true, .8, 20
			default:
				o.won = rng.Float64() < 1/(1+math.Pow(10, (1500-skill)/400))
				o.resigned, o.chance = !o.won, .05
			}
			all[name] = append(all[name], o)
		}
	}
	found := sandbaggingSuspects(all)
	if len(found) == 0 || found[0].ID != "sandbagger" || found[0].Score < Flag {
		t.Fatalf("suspects %+v", found)
	}
	if e := found[0].Evidence.Sandbagging; e.Performance < 1600 || len(e.ThrownGames) != e.Thrown || e.Thrown < 5 {
		t.Errorf("evidence %+v", e)
	}
	for _, one := range found[1:] {
		if one.Score >= Flag {
			t.Errorf("%s is flagged: %+v, %+v", one.ID, one, one.Evidence.Sandbagging)
		}
	}
	if found := sandbaggingSuspects(nil); len(found) != 0 {
		t.Errorf("of no games: %+v", found)
	}
}

func TestAccountsOfOnePerson(t *testing.T) {
	marks := map[string][]string{
		"home":  {"ann", "ben"},        // a couple who play each other now and then
		"work":  {"eve", "eve2"},       // one farms the other
		"work2": {"eve", "eve2"},       //
		"club":  {"ann", "cid", "dan"}, //
		"crowd": {"eve", "ann", "zed"}, //
		"alone": {"zed"},               //
	}
	for n := range 30 {
		marks["school"] = append(marks["school"], fmt.Sprint("pupil", n))
	}
	wins := map[pair]int{{"ann", "ben"}: 6, {"ben", "ann"}: 4, {"eve", "eve2"}: 20}
	games := map[string]int{"ann": 80, "ben": 40, "eve": 30, "eve2": 20}
	found := accountsSuspects(marks, wins, games)
	if found[0].ID != "eve" || found[0].Score < Flag || found[0].Evidence.Accounts.Other != "eve2" || found[0].Evidence.Accounts.Networks != 2 {
		t.Errorf("first %+v, %+v", found[0], found[0].Evidence.Accounts)
	}
	for _, one := range found[1:] {
		if one.Score >= Flag {
			t.Errorf("%s is flagged: %+v", one.ID, one.Evidence.Accounts)
		}
		if one.ID[:2] == "pu" {
			t.Errorf("a pupil of a school: %+v", one)
		}
	}
}
