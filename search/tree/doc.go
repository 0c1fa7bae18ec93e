// Package tree finds moves by a best-first search of a tree that it keeps in memory.
//
//	e := tree.New(eval, search.Options{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100_000}})
//
// The tree starts with the position asked about. Again and again the search descends from
// there, at each node to the most promising child, until it reaches a leaf. It lists the
// moves there, evaluates all of them instead of playing on at random, and updates the
// nodes on its path. So promising lines are searched deeply and hopeless ones hardly at
// all, which pays where there are hundreds of moves.
//
// Vocabulary: a leaf is a node whose children have not been listed; to expand
// it is to add its children; to back up is to update the nodes above it. A
// visit is one descent through a node. The mean of a node is that of all
// evaluations below it; its minimax value is what the seats can force by these
// evaluations; its prior is the fraction of its parent's visits that its own
// evaluation promises it; chances are probabilities of winning.
//
// The parts of the search and their sources:
//
//   - The choice of a child weighs what is known of it against its prior
//     (PUCT, Rosin 2011).
//   - What is known of a node is half its mean, half its minimax value
//     (implicit minimax backups, Lanctot et al. 2014).
//   - Results at the end of the game are backed up as proofs (MCTS-solver,
//     Winands, Björnsson and Saito 2008). A proven node is not visited
//     again.
//   - With more than two sides each plays for itself (max^n, Luckhardt and
//     Irani 1986; in trees, Sturtevant 2008). Two teams are two sides. A
//     proven win is a win whatever the others do; a proven loss only says
//     that they can prevent a win.
//   - Where the evaluation knows turns of two parts, every other layer of
//     the tree consists of first parts, so that second parts are listed
//     only after promising first parts.
//   - Several threads grow one tree. A visit counts from its beginning, so
//     that others try something else (WU-UCT, Liu et al. 2020).
//   - A tree that outgrows its memory loses the children of its least
//     visited nodes. What is below the position of the next request is kept
//     for it.
//
// It is a package of its own so that a program can use either search without the other.
package tree
