// Package endgame knows what is certain in Hermit once blocks divide the board: the
// independent games that a position is the sum of, and the winner if these are small or
// mirror images of each other. The evaluation and the solver are made of that.
//
//	if winners := endgame.Settled(&p); winners != 0 {
//		fmt.Println("seat", winners, "wins")
//	}
//
// Vocabulary: a spot is a square with a color that may still cover it. Two spots exclude
// each other if they have the same square, or the same color and squares that touch. A
// part is a connected component of that relation, so a move in one part leaves the others
// unchanged. A position is the sum of its parts. Hermit is impartial, so every part has a
// nimber, the smallest number that is not the nimber after some move (the mex); the nimber
// of a sum is the exclusive or, and the seat to move loses exactly if it is 0 (Sprague
// 1935, Grundy 1939).
//
// There are two representations of parts. [Settled] cuts them out of a position of any
// size and finds the nimbers of those with up to 12 spots by trying all play, which is
// cheap enough for every node of a search. [Plain] does without nimbers, for levels that
// should not know them. A [Field] is for solvers: it numbers the squares that are open when
// solving begins, at most 42 of them, so a [Part] is three words of memory. It knows the
// moves of a part, what they leave, and a key that a part shares with all its images:
// moved, rotated, reflected, and with the colors exchanged. It implements solve/nimber's
// Parts.
//
// [Mirrored] and [Field.IsZero] are the Tweedledum-Tweedledee strategy: if each move can be
// answered with its image, the seat to move loses. The first is about half turns of a whole
// board, however large; the second about all images of a part.
//
// These answers are theorems, not estimates. [NewSolver] adds a search, by package
// solve/nimber with the parts of a Field, that finds the winner of a whole position, its
// winning moves and its nimber:
//
//	v, err := endgame.NewSolver(nimber.Options{TableMiB: 1024}).Solve(ctx, engine.Problem{Position: pos})
//	if v.Proven {
//		fmt.Println("seat", v.Winners, "wins, nimber", v.Grundy)
//	}
//
// Positions with more than [MaxField] open squares are solved if Mirrored decides them.
// docs/research/solving.md has the theorem with its proof, and the solved boards. Play a
// position that may be too much to solve with package search.
//
// [Census] counts all small parts by nimber, as reference data.
//
// [Evaluate] is the evaluation for a search:
//
//	e := alphabeta.New(search.Evaluation[hermit.Position, hermit.Move]{
//		Evaluate: endgame.Evaluate,
//	}, search.Options{TableMiB: 64})
//
// There is little to estimate. If a position is settled the winner is certain; all other
// positions have the same value for the seat to move, so a search is mostly a search for
// settled positions. Values are centilogits, 100·ln(p/(1−p)) for a probability p of
// winning. An evaluation takes a few microseconds, most of them for the nimbers of small
// parts, and allocates nothing.
//
// [ThemesOf] names what a turn is about, such as the winning turn of a puzzle.
//
// It is a package of its own so that a program can play or solve Hermit without linking
// the list of all games, and use the rules with nothing else.
package endgame
