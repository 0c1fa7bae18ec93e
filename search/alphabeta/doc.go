// Package alphabeta finds moves by alpha-beta search.
//
//	e := alphabeta.New(eval, search.Options{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Depth: 5}})
//
// The search tries every move, every answer to it and so on to a certain depth, evaluates
// the positions there, and assumes that each side plays what is best for it. It does this
// to depth 1, 2, 3 … until it has to stop (iterative deepening, Slate and Atkin 1977),
// because what one depth finds makes the next one cheaper.
//
// Vocabulary, in the order a newcomer meets it:
//
//   - The window, alpha and beta, is the pair of scores between which the
//     exact value of a node matters. Below alpha the side to move has
//     something better elsewhere. From beta on the other side will avoid
//     the node, and its remaining moves need no search: a cutoff (Knuth and
//     Moore 1975).
//   - Principal variation search gives only the first move of a node the
//     full window. The others are first searched with a null window, alpha
//     and alpha+1, which only asks whether they are better (Marsland and
//     Campbell 1982).
//   - The transposition table remembers what is known of positions, which
//     can be reached by different orders of moves (Greenblatt 1967).
//   - Move ordering makes cutoffs come early: first the move from the
//     table, then killers, which have just refuted a sibling (Akl and
//     Newborn 1977), then by history, which is how often a move has caused
//     a cutoff (Schaeffer 1989), and by the evaluation's own guess. Where
//     the evaluation can tell whether a move is legal, the table's move and
//     the killers are tried before the others are listed.
//   - Late move reduction searches moves late in this order less deeply at
//     first (Romstad 2006).
//   - Late move pruning leaves out the last ones near the horizon. Where
//     the evaluation can tell the likely moves without listing all, no
//     others are listed.
//   - A threat, whose answers are forced, is searched a ply deeper and
//     never reduced (like the check extension of chess), so that forced
//     lines are seen far ahead.
//   - Singular extension searches the table's move a ply deeper if all
//     others are worse by a margin when searched to half the depth
//     (Anantharaman, Campbell and Hsu 1990). If that search finds another
//     move above the window, the node is not searched (multi-cut, Björnsson
//     and Marsland 2001).
//   - Reverse futility pruning does not search a node near the horizon
//     whose estimate is far above the window (the mirror image of futility
//     pruning, Heinz 1998).
//   - The aspiration window is a narrow window at the root, around the
//     score of the previous depth (Baudet 1978).
//
// Several threads search the same tree and help each other through the table (lazy SMP).
//
// With more than two sides the search is paranoid (Sturtevant and Korf 2000):
// the seat at the root, with its partners, plays against all others together.
// They are the root side and the other side.
//
// A result reported as proven was searched to the end of the game, or to where
// the evaluation says that the result is certain. A game proven to end in some
// number of plies ends no later; because of pruning or such an evaluation it
// may end sooner. With several seats, a proven win is a win whatever the others
// do; a proven loss only says that they can prevent a win.
package alphabeta
