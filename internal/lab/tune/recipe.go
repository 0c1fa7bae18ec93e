package tune

import (
	"context"

	"thera/engine"
	"thera/internal/catalog"
	"thera/santorini/opening"
)

// Recipe is how what is known of one game is made from self-play, as the file
// that the game's package has it in.
type Recipe struct {
	Game         string
	Games, Nodes uint64   // games to play, and nodes a move, unless told otherwise
	Variants     []string // whose boards have weights of their own, the default first
	// Generations is 0 for games that have none, and Epochs how often a network learns
	// from each position.
	Generations, Epochs uint64

	// Fit plays the games and returns the file of the evaluation.
	Fit Fit

	// Network learns what the evaluation leaves out, from games of opt.Variant and
	// all others in the directory opt.Data, and returns the file of that. It is nil
	// for games without such.
	Network Fit

	// Order learns by which weights moves are put in order, from what searches of
	// opt.Nodes choose in or near games, and returns the file of these. What they
	// choose is kept in the directory opt.Data, where the games of Santorini have to
	// be. It is nil for games whose order is not learned.
	Order Fit
	// OrderGames and OrderNodes are for Order what Games and Nodes are for Fit.
	OrderGames, OrderNodes uint64

	// Place finds out with so many nodes each how to begin, and returns the
	// file of the opening book. progress, if not nil, is called with how many
	// lines of how many are done. It is nil for games without a book.
	Place func(ctx context.Context, nodes uint64, progress func(done, of int)) (string, error)
}

// Fit makes a file of weights. The command that was typed stands in it. report tells
// in a line what came out.
type Fit func(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error)

// Recipes returns the games whose evaluation can be fitted.
func Recipes() []Recipe {
	amazons := catalog.Amazons().Game
	return []Recipe{
		{
			Game: amazons.Name(), Variants: amazons.Variants(), Games: 9000, Nodes: 2000, Fit: fitAmazons, Network: learnPatterns, Epochs: 8,
			Order: orderAmazons, OrderGames: 3000, OrderNodes: 5000,
		},
		{
			Game: catalog.Santorini().Game.Name(), Games: 60000, Nodes: 800, Generations: 1, Epochs: 14, Fit: fitSantorini, Place: placeSantorini,
			Order: orderSantorini, OrderGames: 20_000, OrderNodes: 1500,
		},
	}
}

// fitSantorini returns the file of Santorini's network.
func fitSantorini(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error) {
	return opt.withData(func(opt Options) ([]byte, error) {
		g := generations{opt, command, report}
		return g.run(ctx)
	})
}

// placeSantorini returns the opening book of Santorini.
func placeSantorini(ctx context.Context, nodes uint64, progress func(done, of int)) (string, error) {
	kind, err := catalog.Santorini().Engine("alphabeta")
	if err != nil {
		return "", err
	}
	book, err := opening.Compute(ctx, kind.New(engine.Config{HashMiB: 256, Threads: 1}), nodes, func(done int) {
		if progress != nil {
			progress(done, opening.NumLines)
		}
	})
	if err != nil {
		return "", err
	}
	return book.String(), nil
}
