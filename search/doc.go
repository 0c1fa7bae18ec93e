// Package search defines what the searches for any game have in common: what they know
// about a game beyond its rules ([Evaluation]), how they are configured ([Options]), the
// form in which they work on a request ([Task]), and the hash table that their goroutines
// share ([Table]), which solvers use, too. It has the simplest engine itself ([NewRandom]).
//
// There are two searches. Package [thera/search/alphabeta] searches all moves to a depth
// that grows ply by ply. Start with it: it finds proofs sooner. Package
// [thera/search/tree] searches the most promising lines deepest, and plays better where
// there are very many moves or more than two seats. Both are given an evaluation,
// and alpha-beta also what it may prune:
//
//	e := alphabeta.New(eval.ForSearch(), eval.Pruning(search.Options{}))
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100_000}})
//
// Vocabulary: a ply is one turn of one seat; the root is the position asked about; a node
// is a position the search visits; an evaluation is an estimate of the winner without
// looking ahead; noise is a small change of every evaluation that makes two games of one
// engine differ; the budget is the part of a seat's clock meant for one turn; the
// principal variation is the line of play expected of all sides; a proof is a result that
// holds whatever the others do.
//
// Positions are searched in packed form, as a [game.Kernel], so each search is
// compiled for its game and allocates nothing per node. The package names no
// game and knows no rules. To find out only who wins, use package thera/solve.
package search
