// Package tune fits the weights of an evaluation to the results of games that
// the engine plays against itself.
//
//	samples, err := tune.PlayAmazons(ctx, tune.Options{Games: 2500, Nodes: 1500, Seed: 1})
//	…
//	weights, loss := tune.FitAmazons(samples)
//
// A sample is a position of such a game as the evaluation sees it, with the
// result for the side to move and what the search made of it. The evaluation
// of Amazons is linear in its weights, which makes the fit a logistic
// regression, whose best weights are found exactly by Newton's method
// (iteratively reweighted least squares). That of Santorini is a network,
// which is trained by gradient descent, towards the search's score and the
// result in parts. Its games are kept in files that a run which was interrupted
// goes on with, generation after generation: the network of one plays the games
// of the next.
//
// To the terms of Amazons a network is added, whose small units learn by the same
// descent what these leave out.
//
// Everything follows from the seed: the same options and the same engine give
// the same games on every machine, whatever its number of cores, and the same
// weights on all machines of one architecture.
//
// The package fits what the rules packages count; it does not find new terms,
// and it does not say whether the new weights play better. Matches do.
package tune
