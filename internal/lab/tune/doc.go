// Package tune fits evaluations to games that the engine plays against itself.
//
//	for _, r := range tune.Recipes() {
//		file, err := r.Fit(ctx, tune.Options{Games: r.Games, Nodes: r.Nodes, Seed: 1}, "what was typed", log.Println)
//		…
//	}
//
// A sample is a position of such a game as the evaluation sees it, with the
// chance of the side to move that is to be learned: what the search made of it and the
// result, in parts. The weights of Amazons are linear, which makes the fit a logistic
// regression, whose best weights are found exactly by Newton's method
// (iteratively reweighted least squares). What they leave out is learned by a network,
// whose small units are trained by gradient descent. So is the network that evaluates
// Santorini, generation after generation: the network of one plays the games
// of the next, and learns on from these. Games are kept in files that a run which was interrupted goes on with.
//
// Everything follows from the seed: the same options and the same engine give
// the same games on every machine, whatever its number of cores, and the same
// weights on all machines of one architecture.
//
// The package fits what the rules packages count; it does not find new terms,
// and it does not say whether the new weights play better. Matches do.
package tune
