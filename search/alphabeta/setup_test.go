package alphabeta_test

import (
	"thera/amazons"
	"thera/amazons/endgame"
	amazonseval "thera/amazons/eval"
	"thera/hermit"
	hermiteval "thera/hermit/eval"
	"thera/santorini"
	santorinieval "thera/santorini/eval"
	"thera/search"
)

var (
	amazonsEvaluation = search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate:      amazonseval.New(amazonseval.Fitted()).Evaluate,
		Settled:       endgame.Settled,
		First:         (*amazons.Position).AppendFirst,
		Rest:          (*amazons.Position).AppendRest,
		EvaluateFirst: amazonseval.New(amazonseval.Fitted()).EvaluateFirst,
	}
	santoriniEvaluation = search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:   santorinieval.New(santorinieval.Fitted()).Evaluate,
		Prioritize: santorinieval.Prioritize,
	}
	hermitEvaluation = search.Evaluation[hermit.Position, hermit.Move]{Evaluate: hermiteval.Evaluate}
)

// middle is a position of Amazons with a few hundred moves.
const middle = "10/*1*7/4*1Q3/**2*3*1/4*2qq*/*1*2*1*2/3*2**1*/Q1q3Q2*/*3**2Q1/2**3*q1 w"
