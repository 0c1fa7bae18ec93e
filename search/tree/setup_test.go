package tree_test

import (
	amazonseval "thera/amazons/eval"
	"thera/internal/catalog"
	santorinieval "thera/santorini/eval"
)

// The evaluations that thera plays with.
var (
	amazonsEvaluation   = amazonseval.ForSearch()
	santoriniEvaluation = santorinieval.ByNetwork(santorinieval.Fitted())
	hermitEvaluation    = catalog.HermitEvaluation()
)

// middle is a position of Amazons with a few hundred moves.
const middle = "10/*1*7/4*1Q3/**2*3*1/4*2qq*/*1*2*1*2/3*2**1*/Q1q3Q2*/*3**2Q1/2**3*q1 w"
