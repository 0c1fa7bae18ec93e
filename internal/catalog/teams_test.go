package catalog_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"thera/engine"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/santorini"
)

// TestTeamsByBruteForce compares what the engines say is proven, in late positions of
// teams with the same and with different powers, with trying all turns: a team wins
// whichever of the partners does, and a turn may be for the partner to win.
func TestTeamsByBruteForce(t *testing.T) {
	const plies = 3
	engines, ended := []string{"auto", "alphabeta", "mcts", "hand"}, 0
	for _, p := range lateTeams(t, 240) {
		want := 1
		for want <= plies && !hasEnded(p, want) {
			want++
		}
		if want > plies {
			continue
		}
		score := engine.WinIn(want)
		if want%2 == 0 {
			score = engine.LossIn(want)
		}
		ended++
		pos := gametest.Must(t, santorini.Rules().Parse, p.String())
		for _, name := range engines {
			kind, err := catalog.Santorini().Engine(name)
			if err != nil {
				t.Fatal(err)
			}
			info, err := kind.New(engine.Config{TableMiB: 2}).Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 40_000}})
			if err != nil {
				t.Fatal(err)
			}
			isShortest := info.Score == score || name == "mcts" // which looks for any win
			if info.Score.Won() != score.Won() || info.Score.Lost() != score.Lost() || !isShortest {
				t.Errorf("%s: %s says %s, want %s", &p, name, info.Score, score)
			}
		}
	}
	if ended < 20 {
		t.Errorf("%d positions end within %d plies, want more", ended, plies)
	}
}

// hasEnded reports, by trying all turns, whether a team can force an end for itself
// within the given number of plies: the one to move if that is odd, else the other one.
func hasEnded(p santorini.Position, plies int) bool {
	if p.Winners() != 0 || plies == 0 {
		return p.Winners().Has(p.Turn()) == (plies%2 == 1) && p.Winners() != 0
	}
	mine := plies%2 == 1
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		if hasEnded(next, plies-1) == mine {
			return mine
		}
	}
	return !mine
}

// lateTeams returns positions of random games of teams with few turns to choose from.
func lateTeams(t *testing.T, number int) (all []santorini.Position) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 12))
	powers := []string{"mortal,mortal,mortal,mortal", "pan,mortal,pan,mortal", "pan,athena,mortal,minotaur", "apollo,pan,atlas,mortal"}
	for len(all) < number {
		p := gametest.Must(t, santorini.Parse, "00000/00000/00000/00000/00000 -,-,+,+ 1 "+powers[len(all)%len(powers)])
		for p.Winners() == 0 {
			moves := p.AppendMoves(nil)
			if p.Above(2) != 0 && len(moves) <= 40 {
				all = append(all, p)
				break
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return all
}

// TestTeamsAsTwo wants the engines to answer for a team as for one player, with the clock
// of the seat to move.
func TestTeamsAsTwo(t *testing.T) {
	four := gametest.Must(t, santorini.Rules().Parse, "00110/00011/00002/00000/00000 b3e4,c3c5,+,+ 3")
	two := gametest.Must(t, santorini.Rules().Parse, "00110/00011/00002/00000/00000 b3e4,c3c5 1")
	limits := engine.Limits{Depth: 5}
	limits.Clocks[2].Left = time.Hour
	for _, kind := range catalog.Santorini().Engines {
		if kind.Name == "random" || kind.Name == "hand" {
			continue
		}
		for _, level := range []int{1, catalog.MaxLevel} {
			config := engine.Config{TableMiB: 1, Level: level}
			got, err := kind.New(config).Search(t.Context(), engine.Request{Position: four, Limits: limits})
			if err != nil {
				t.Fatal(err)
			}
			want, err := kind.New(config).Search(t.Context(), engine.Request{Position: two, Limits: engine.Limits{Depth: 5}})
			if err != nil {
				t.Fatal(err)
			}
			if got.Score != want.Score || got.Best() != want.Best() || got.Nodes != want.Nodes {
				t.Errorf("%s, level %d: %v, want %v", kind.Name, level, got, want)
			}
		}
	}
}
