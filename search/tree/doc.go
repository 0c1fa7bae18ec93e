// Package tree finds moves by a best-first search of a tree that it keeps in
// memory.
//
//	e := tree.New(eval, search.Options{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100_000}})
//
// The tree begins with the position asked about. Again and again the search
// goes down from there, at each node to the child that is most worth it, until
// it comes to a leaf. It lists what can be played there, evaluates all of it
// instead of playing on at random, and tells the nodes on the way what it has
// learned. So promising lines are searched deep and hopeless ones hardly at
// all, which pays where there are hundreds of moves.
//
// Vocabulary: a leaf is a node whose children have not been looked at; to
// expand it is to give it its children; to back up is to tell the nodes above
// it. A visit is one way down through a node. The mean of a node is that of
// all evaluations below it; its minimax value is what the seats can hold each
// other to by these evaluations; its prior is the share of its parent's visits
// that its own evaluation promises it; chances are probabilities of winning.
//
// The parts of the search and where they come from:
//
//   - The choice of a child weighs what is known of it against its prior
//     (PUCT, Rosin 2011).
//   - What is known of a node is half its mean, half its minimax value
//     (implicit minimax backups, Lanctot et al. 2014).
//   - Results at the end of the game are backed up as proofs (MCTS-solver,
//     Winands, Björnsson and Saito 2008). A proven node is not visited again.
//   - With more than two sides each plays for itself (max^n, Luckhardt
//     and Irani 1986; in trees, Sturtevant 2008). Two teams are two sides. A
//     proven win is a win whatever the others do; a proven loss only says that
//     they can prevent one.
//   - Where the evaluation knows turns of two parts, every other layer of the
//     tree is of first parts, so that second parts are only listed after first
//     parts that are worth it.
//   - Several threads grow one tree; a visit counts from its beginning, so
//     that others try something else (WU-UCT, Liu et al. 2020).
//   - A tree that outgrows its memory loses the children of its least visited
//     nodes. What is below the position of the next request is kept for that.
package tree
