package alphabeta_test

import (
	"testing"

	"thera/engine"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

// TestForced wants results by long threats to be found two plies before the depth
// that they take without knowing what is forced.
func TestForced(t *testing.T) {
	told := santoriniEvaluation
	told.Forced = eval.AppendForced
	for _, test := range []struct {
		position string
		want     engine.Score
		depth    int
	}{
		{"01300/10011/03021/11010/20110 a3a5,c1e2 1", engine.WinIn(7), 5},
		{"11030/14330/01131/31021/01201 a5e1,b3b5 2", engine.LossIn(8), 6},
	} {
		req := engine.Request{
			Position: gametest.Must(t, santorini.Rules().Parse, test.position), Limits: engine.Limits{Depth: test.depth},
		}
		for _, evaluation := range []search.Evaluation[santorini.Position, santorini.Move]{santoriniEvaluation, told} {
			info, err := alphabeta.New(evaluation, search.Options{TableMiB: 1}).Search(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			if knows := evaluation.Forced != nil; info.Score == test.want != knows {
				t.Errorf("%s, depth %d, forced moves known %v: %s", test.position, test.depth, knows, info.Score)
			}
		}
	}
}
