// Package tune fits the weights of an evaluation to the results of games that
// the engine plays against itself.
//
//	samples, err := tune.SelfPlay(ctx, tune.Options{Games: 4000, Nodes: 1500, Seed: 1})
//	…
//	weights, loss := tune.Fit(samples)
//
// A sample is a position of such a game as the evaluation sees it, with the
// result for the side to move. An evaluation that is linear in its weights
// makes the fit a logistic regression, whose best weights are found exactly by
// Newton's method (iteratively reweighted least squares). Everything follows
// from the seed: the same options give the same games on every machine, whatever
// its number of cores.
//
// The package fits what the rules packages count; it does not find new terms,
// and it does not say whether the new weights play better. Matches do.
package tune
