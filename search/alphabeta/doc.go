// Package alphabeta finds moves by alpha-beta search.
//
//	e := alphabeta.New(eval, search.Options{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Depth: 5}})
//
// The search tries every move, every answer to it and so on, to a certain
// depth, evaluates the positions there, and assumes that each side plays what
// is best for it. It does this to depth 1, 2, 3 … until it has to stop
// (iterative deepening, Slate and Atkin 1977), since what one depth finds
// makes the next one cheaper.
//
// Vocabulary, in the order in which a newcomer meets it:
//
//   - The window, alpha and beta, is the pair of scores between which the
//     exact value of a node matters. Below alpha the side to move has
//     something better elsewhere; from beta on the other side will not let it
//     come to this node, and the rest of its moves need not be looked at: a
//     cutoff (Knuth and Moore 1975).
//   - Principal variation search gives the full window to the first move of a
//     node alone. Others are first searched with a null window, alpha and
//     alpha+1, which only asks whether they are better (Marsland and Campbell
//     1982).
//   - The transposition table remembers what is known of positions, which are
//     reached by many orders of moves (Greenblatt 1967).
//   - Cutoffs come early if good moves are tried first: the move from the
//     table, then killers, which have just refuted a sibling (Akl and Newborn
//     1977), then by history, which is how often a move has refuted anything
//     (Schaeffer 1989), and by the evaluation's own guess. Where it can be told
//     whether a move is legal, those that were good elsewhere are tried before any
//     are listed.
//   - Late move reduction searches the moves that come late in this order less
//     deeply at first (Romstad 2006).
//   - Late move pruning leaves out those that come last, near the horizon. Where the
//     evaluation can tell the likely moves without listing all, no others are listed.
//   - A threat, whose answers are forced, is searched a ply deeper and never
//     reduced (check extension), so that forced lines are seen far ahead.
//   - A move of the table that stands alone, since all others are worse by a margin
//     when searched to half the depth, is searched a ply deeper (singular extension,
//     Anantharaman, Campbell and Hsu 1990); where that search shows another one to
//     be too good as well, the node is left (multi-cut, Björnsson and Marsland 2001).
//   - Reverse futility pruning leaves a node near the horizon alone if its
//     estimate is far above the window (the mirror image of futility pruning,
//     Heinz 1998).
//   - The aspiration window is a narrow window at the root, around the score of
//     the depth before (Baudet 1978).
//
// Several threads search the same tree and help each other by what they leave
// in the table (lazy SMP).
//
// With more than two seats the search is paranoid (Sturtevant and Korf 2000):
// the seat at the root plays for itself, all others together against it. The
// seat at the root is the root side, all others are the other side.
//
// What is reported as proven was searched to the end of the game, or to where
// the evaluation says that the result is certain. A game proven to end in so
// many plies ends no later; with a margin or such an evaluation it may be over
// sooner. With several seats a proven win is a win whatever the others do; a
// proven loss only says that they can prevent one.
package alphabeta
