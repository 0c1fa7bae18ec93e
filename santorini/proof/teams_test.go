package proof_test

import (
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
	"thera/search/tree"
)

// TestTeamsPlayAsTwo checks that the searches find for a team exactly what they find for
// a single player: partners share their workers and the result, so with the same powers
// four play the game of two. (Not with Athena's, which then lasts for two turns of rivals.)
func TestTeamsPlayAsTwo(t *testing.T) {
	asTwo := search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate: func(p *santorini.Position, seat game.Seat) int {
			two := ofTwo(t, p)
			return eval.ByHand(&two, seat%2)
		},
	}
	searches := map[string]func() engine.Engine{
		"alphabeta": func() engine.Engine {
			return alphabeta.New(asTwo, search.Options{TableMiB: 1, ReverseFutilityMargin: 50})
		},
		"mcts": func() engine.Engine { return tree.New(asTwo, search.Options{TableMiB: 1}) },
	}
	for name, newEngine := range searches {
		for i, p := range teamPositions(t) {
			two := ofTwo(t, &p)
			want, got := searchOf(t, newEngine(), &two), searchOf(t, newEngine(), &p)
			if want.Score != got.Score || want.Nodes != got.Nodes || want.Best() != got.Best() {
				t.Errorf("%s, position %d: %s finds %s, %s in %d nodes; between two players %s, %s in %d",
					name, i, &p, got.Best(), got.Score, got.Nodes, want.Best(), want.Score, want.Nodes)
			}
		}
	}
}

// ofTwo returns the position of two players with the workers, powers and turn of two teams.
func ofTwo(t testing.TB, p *santorini.Position) santorini.Position {
	t.Helper()
	fields := strings.Fields(p.String())
	fields[1] = strings.TrimSuffix(fields[1], ",+,+")
	fields[2] = (p.Turn() % 2).String()
	if len(fields) > 3 {
		fields[3] = strings.Join(strings.Split(fields[3], ",")[:2], ",")
	}
	return gametest.Must(t, santorini.Parse, strings.Join(fields, " "))
}

// teamPositions returns positions with each seat to move, early and late in games of teams.
func teamPositions(t testing.TB) (all []santorini.Position) {
	t.Helper()
	for _, powers := range []string{"mortal,mortal,mortal,mortal", "pan,artemis,pan,artemis", "apollo,minotaur,apollo,minotaur"} {
		p := gametest.Must(t, santorini.Parse, "00000/00000/00000/00000/00000 b3c3,c2d4,+,+ 3 "+powers)
		for turn := 0; p.Winners() == 0; turn++ {
			if turn%3 == 2 {
				all = append(all, p)
			}
			list := p.AppendMoves(nil)
			p.Play(list[len(list)*(turn%7)/7])
		}
	}
	return all
}

func searchOf(t testing.TB, e engine.Engine, p *santorini.Position) engine.Info {
	t.Helper()
	pos := gametest.Must(t, santorini.Rules().Parse, p.String())
	info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 1_000}})
	if err != nil {
		t.Fatal(err)
	}
	return info
}
