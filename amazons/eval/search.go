package eval

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/search"
)

// ForSearch returns the evaluation that thera plays with, for either search. Alpha-beta
// plays as thera does if its options have the numbers of [Pruning], too.
func ForSearch() search.Evaluation[amazons.Position, amazons.Move] {
	fitted := New(Fitted(), FittedNetwork())
	return search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate:      fitted.Evaluate,
		Legal:         (*amazons.Position).Legal,
		Prioritize:    Prioritize,
		Likely:        Likely,
		Settled:       endgame.Settled,
		First:         (*amazons.Position).AppendFirst,
		Rest:          (*amazons.Position).AppendRest,
		EvaluateFirst: fitted.EvaluateFirst,
	}
}

// Pruning returns opt with what alpha-beta prunes in thera's engine. Having the
// move is seldom bad: the reverse futility margin of 50 was worth +57 Elo [+14,
// +102] against none. Moves come in a good order, so late moves are pruned, and only
// little less on the principal variation: that was worth +170 Elo [+110, +233] at 20 ms a
// turn against three times the width elsewhere and all moves on the principal variation.
// Other numbers were no better (docs/contributing/experiments.md).
func Pruning(opt search.Options) search.Options {
	opt.ReverseFutilityMargin, opt.LateMoveWidth, opt.PVWidthPercent = 50, 1, 200
	return opt
}
