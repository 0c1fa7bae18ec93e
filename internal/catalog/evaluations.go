package catalog

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/amazons/eval"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
)

// amazonsEvaluation is the evaluation that thera plays Amazons with.
func amazonsEvaluation() search.Evaluation[amazons.Position, amazons.Move] {
	fitted := eval.New(eval.Fitted())
	return search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate:      fitted.Evaluate,
		Settled:       endgame.Settled,
		First:         (*amazons.Position).AppendFirst,
		Rest:          (*amazons.Position).AppendRest,
		EvaluateFirst: fitted.EvaluateFirst,
	}
}

// territory is a plain evaluation of Amazons to measure others against.
func territory() search.Evaluation[amazons.Position, amazons.Move] {
	return search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate: eval.Territory,
		Settled:  endgame.Settled,
	}
}

// santoriniEvaluation is the evaluation that thera plays Santorini with.
func santoriniEvaluation() search.Evaluation[santorini.Position, santorini.Move] {
	return search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   (*santorini.Position).Evaluate,
		Prioritize: (*santorini.Position).Prioritize,
	}
}

// byHand is the evaluation that Santorini had before its network, to measure
// others against.
func byHand() search.Evaluation[santorini.Position, santorini.Move] {
	return search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   santorini.ByHand,
		Prioritize: (*santorini.Position).Prioritize,
	}
}

// hermitEvaluation is the evaluation that thera plays Hermit with.
func hermitEvaluation() search.Evaluation[hermit.Position, hermit.Move] {
	return search.Evaluation[hermit.Position, hermit.Move]{Evaluate: (*hermit.Position).Evaluate}
}
