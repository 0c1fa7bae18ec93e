// Package search finds good moves in any game that is packed as a
// [game.Kernel], given an [Evaluation] of its positions: by iterative-deepening
// alpha-beta with a transposition table ([New]) or by a best-first tree whose
// leaves are evaluated ([NewTree]).
//
//	e := search.New(search.Evaluation[amazons.Position, amazons.Move]{
//		Evaluate: (*amazons.Position).Evaluate,
//	}, search.Options{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100_000}})
//
// Vocabulary: a ply is one turn; a node is a position visited; the window is
// the pair alpha, beta of scores between which the exact value matters; the
// principal variation is the line both sides are expected to play; a killer
// is a move that has just refuted a sibling; history is how often a move has
// refuted anything; the prior of a node in a tree is the share of its parent's
// visits that its estimate promises it.
//
// With more than two seats alpha-beta is paranoid (Sturtevant and Korf 2000):
// the seat at the root plays for itself, all others together against it. In a
// tree each seat plays for itself (max^n, Luckhardt and Irani 1986; for trees,
// Sturtevant 2008). A win proven by either is a win whatever the others do; a
// proven loss only says that they can prevent one.
//
// The package names no game. It searches whole turns; what it reports as
// proven it has searched to the end, or to where the kernel says that the
// result is certain. A game proven to end in so many plies ends no later; with
// a margin or such a kernel it may be over sooner.
package search
