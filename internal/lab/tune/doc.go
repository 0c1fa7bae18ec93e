// Package tune fits evaluations, move orders and the constants of the search to games that
// the engine plays against itself.
//
//	for _, r := range tune.Recipes() {
//		file, err := r.Fit(ctx, tune.Options{Games: r.Games, Nodes: r.Nodes, Seed: 1}, "the command", log.Println)
//		…
//	}
//
// # Pipeline
//
// The steps are the same for every game:
//
//   - play (selfplay.go, amazons.go, santorini.go): one game is one line of text
//   - keep (gamefile.go): a file of lines that an interrupted run extends
//   - sample (amazons.go, santorini.go, seats.go): a position as the evaluation sees it, with
//     the chance of the side to move that is to be learned, a blend of the search's score and
//     the result; with three and four seats, the chance of each
//   - learn: newton.go finds linear weights exactly (iteratively reweighted least squares):
//     those of Amazons, and those of Santorini with three and four seats; train.go trains the
//     networks of both games by gradient descent (Adam); order.go learns the order of moves
//     from what searches choose
//
// A network of Santorini is made in generations: each plays the games from which, and
// from all before, the next one learns.
//
// The constants of the search are tuned otherwise (search.go): the engine plays against
// itself with other constants, and those that win pull them closer (spsa.go).
//
// Everything follows from the seed. The same options and engine give the same games on
// every machine, whatever its number of cores, and the same weights on all machines of
// one architecture.
//
// The package does not find new terms, and does not say whether new weights or constants
// play better: package match does.
package tune
