package tune

import (
	"context"

	"thera/engine"
	"thera/game"
	"thera/santorini"
	"thera/search"
	"thera/search/alphabeta"
)

// PlaySantorini returns samples of games of Santorini for two, without those
// positions in which the moves are forced: no search evaluates them.
func PlaySantorini(ctx context.Context, opt Options) ([]Sample[santorini.Position], error) {
	eval := search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   (*santorini.Position).Evaluate,
		Prioritize: (*santorini.Position).Prioritize,
	}
	if opt.ByHand {
		eval.Evaluate = santorini.ByHand
	}
	return selfPlay(ctx, opt, player[santorini.Position]{
		rules:  santorini.Rules(),
		engine: func() engine.Engine { return alphabeta.New(eval, search.Options{TableMiB: 1}) },
		see: func(pos game.Position) (santorini.Position, bool) {
			p, ok := game.KernelOf[santorini.Position](pos)
			return p, ok && len(p.AppendForced(nil)) == 0
		},
	})
}
