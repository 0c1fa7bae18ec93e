package alphabeta_test

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

// middle is a position of Amazons with a few hundred moves.
const middle = "10/*1*7/4*1Q3/**2*3*1/4*2qq*/*1*2*1*2/3*2**1*/Q1q3Q2*/*3**2Q1/2**3*q1 w"
