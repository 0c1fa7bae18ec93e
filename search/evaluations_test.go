package search_test

import (
	"thera/amazons"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
)

var (
	amazonsEvaluation = search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate:      (*amazons.Position).Evaluate,
		Settled:       (*amazons.Position).Settled,
		First:         (*amazons.Position).AppendFirst,
		Rest:          (*amazons.Position).AppendRest,
		EvaluateFirst: (*amazons.Position).EvaluateFirst,
	}
	santoriniEvaluation = search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   (*santorini.Position).Evaluate,
		Prioritize: (*santorini.Position).Prioritize,
	}
	hermitEvaluation = search.Evaluation[hermit.Position, hermit.Move]{Evaluate: (*hermit.Position).Evaluate}
)
