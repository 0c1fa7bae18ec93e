package search_test

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/amazons/eval"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
)

var (
	amazonsEvaluation = search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate:      eval.New(eval.Fitted()).Evaluate,
		Settled:       endgame.Settled,
		First:         (*amazons.Position).AppendFirst,
		Rest:          (*amazons.Position).AppendRest,
		EvaluateFirst: eval.New(eval.Fitted()).EvaluateFirst,
	}
	santoriniEvaluation = search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   (*santorini.Position).Evaluate,
		Prioritize: (*santorini.Position).Prioritize,
	}
	hermitEvaluation = search.Evaluation[hermit.Position, hermit.Move]{Evaluate: (*hermit.Position).Evaluate}
)
