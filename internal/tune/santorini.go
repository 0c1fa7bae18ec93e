package tune

import (
	"context"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

// PlaySantorini returns samples of games of Santorini for two, without those
// positions in which the moves are forced: no search evaluates them.
func PlaySantorini(ctx context.Context, opt Options) ([]Sample[santorini.Position], error) {
	evaluation := catalog.SantoriniEvaluation()
	if opt.ByHand {
		evaluation = catalog.SantoriniByHand()
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
