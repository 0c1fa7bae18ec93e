package tune

import (
	"context"

	"thera/engine"
	"thera/game"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

// PlaySantorini returns samples of games of Santorini for two, without those
// positions in which the moves are forced: no search evaluates them.
func PlaySantorini(ctx context.Context, opt Options) ([]Sample[santorini.Position], error) {
	evaluation := search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   eval.New(eval.Fitted()).Evaluate,
		Prioritize: eval.Prioritize,
	}
	if opt.ByHand {
		evaluation.Evaluate = eval.ByHand
	}
	return selfPlay(ctx, opt, player[santorini.Position]{
		rules:  santorini.Rules(),
		engine: func() engine.Engine { return alphabeta.New(evaluation, search.Options{TableMiB: 1}) },
		see: func(pos game.Position) (santorini.Position, bool) {
			p, ok := game.KernelOf[santorini.Position](pos)
			return p, ok && len(eval.AppendForced(&p, nil)) == 0
		},
	})
}
