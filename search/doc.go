// Package search holds what the searches for any game have in common: what
// they are told about a game beyond its rules ([Evaluation]), how they are
// configured ([Options]), and the simplest player of all ([NewRandom]).
//
// There are two searches. Package [thera/search/alphabeta] looks at all
// moves to a depth that grows ply by ply; it is the one to begin with, and
// the one that comes sooner to proofs. Package [thera/search/tree] looks
// deepest where it is most worth it, and plays better where there are very
// many moves or more than two seats. Both are given an evaluation:
//
//	evaluation := search.Evaluation[amazons.Position, amazons.Move]{
//		Evaluate: eval.New(eval.Fitted(), eval.FittedNetwork()).Evaluate,
//	}
//	e := alphabeta.New(evaluation, search.Options{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100_000}})
//
// Vocabulary of both: a ply is one turn of one seat; the root is the position
// that was asked about; a node is a position that the search looks at; an
// evaluation is an estimate of who will win, made without looking ahead; the
// principal variation is the line of moves that all sides are expected to
// play; a proof is a result that holds whatever others do.
//
// Positions are searched in their packed form, a [game.Kernel], so a search is
// compiled for each game and boxes nothing. The package names no game and
// knows no rules. It is not for finding out who wins where no move has to be
// found: that is thera/solve.
package search
