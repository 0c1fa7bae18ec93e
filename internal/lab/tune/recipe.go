package tune

import (
	"context"
	"errors"
	"os"

	"thera/engine"
	"thera/internal/catalog"
	"thera/santorini/opening"
)

// Recipe says how the fitted files of one game's package are made from self-play.
type Recipe struct {
	Game     string
	Games    int      // to play, by default
	Nodes    uint64   // per move, by default
	Variants []string // boards that have weights of their own, the default first
	// Generations is 0 for games without generations. Epochs is how often a network
	// learns from each position.
	Generations, Epochs int

	// Fit plays the games and returns the file of the evaluation.
	Fit Fit

	// Network trains the network that corrects the linear evaluation, from games of
	// opt.Variant and all others in the directory opt.Data. It is nil for games without
	// such a network.
	Network Fit

	// Order learns the weights of the move order from what searches of opt.Nodes choose
	// in or near games. Their choices are kept in the directory opt.Data, which must
	// already hold the games of Santorini. It is nil for games whose move order is not
	// learned.
	Order Fit
	// OrderGames and OrderNodes are the defaults of Order.
	OrderGames int
	OrderNodes uint64

	// Seats fits the values of three and four seats that play for themselves. It is nil for
	// games without such values.
	Seats Fit
	// SeatsGames and SeatsNodes are the defaults of Seats.
	SeatsGames int
	SeatsNodes uint64

	// Search tunes the constants of alpha-beta in opt.Iterations, each of opt.Games games,
	// and keeps them in the directory opt.Data if there is one. progress, if not nil, is
	// called with the number of iterations done and of all.
	Search func(ctx context.Context, opt Options, progress func(done, of int)) ([]SearchConstant, error)

	// Place searches each first placement with a number of nodes and returns the file of
	// the opening book. progress, if not nil, is called with the number of lines done
	// and of all. It is nil for games without a book.
	Place func(ctx context.Context, nodes uint64, progress func(done, of int)) (string, error)
}

// Fit makes a file of weights, with the command that made it in its header. report gets
// lines about what came out.
type Fit func(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error)

// Recipes returns the games whose evaluation can be fitted.
func Recipes() []Recipe {
	amazons := catalog.Amazons().Game
	return []Recipe{
		{
			Game: amazons.Name(), Variants: amazons.Variants(), Games: 9000, Nodes: 2000, Fit: inData(fitAmazons), Network: inData(learnPatterns), Epochs: 8,
			Order: inData(orderAmazons), OrderGames: 3000, OrderNodes: 5000, Search: searchAmazons,
		},
		{
			Game: catalog.Santorini().Game.Name(), Games: 60000, Nodes: 800, Generations: 1, Epochs: 14, Fit: inData(fitSantorini), Place: placeSantorini,
			Order: orderSantorini, OrderGames: 20_000, OrderNodes: 1500, Search: searchSantorini,
			Seats: inData(fitSeats), SeatsGames: 17_000, SeatsNodes: 2000,
		},
	}
}

func fitSantorini(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error) {
	return (&generations{opt, command, report}).run(ctx)
}

func placeSantorini(ctx context.Context, nodes uint64, progress func(done, of int)) (string, error) {
	kind, err := catalog.Santorini().Engine("alphabeta")
	if err != nil {
		return "", err
	}
	book, err := opening.Compute(ctx, kind.New(engine.Config{TableMiB: 256, Threads: 1}), nodes, func(done int) {
		if progress != nil {
			progress(done, opening.NumLines)
		}
	})
	if err != nil {
		return "", err
	}
	return book.String(), nil
}

// Options says which games to play.
type Options struct {
	Games   int    // in each generation or iteration
	Nodes   uint64 // nodes a move
	Seed    uint64 // of openings and of the engine's variety
	Variant string // "" is the default
	Epochs  int    // how many times a network learns from each position
	Data    string // the directory that keeps games and networks, "" for none
	// Iterations is how many steps the tuning of a search takes.
	Iterations int
	// For Santorini. ByHand plays the first generation with the evaluation by hand
	// instead of the network. Powers plays all pairings of powers and learns only what
	// powers change; a search is tuned with fair ones. Refine begins with smaller steps from
	// all that the network knows. Generations is the number of networks to make.
	ByHand, Powers, Refine bool
	Generations            int
	// Progress, if not nil, is called after each game with the number of games
	// played in this generation, never by two goroutines at once.
	Progress func(generation, games int)
	// Elsewhere, if not nil, has workers play the games from first up to but not
	// including last, and returns what [SelfPlay.Play] returns for each.
	Elsewhere func(ctx context.Context, s SelfPlay, first, last int) ([][]byte, error)
}

func (opt Options) progress(generation int) func(games int) {
	if opt.Progress == nil {
		return nil
	}
	return func(games int) { opt.Progress(generation, games) }
}

// inData gives a fit a directory for the games, a temporary one if the games are not kept.
func inData(fit Fit) Fit {
	return func(ctx context.Context, opt Options, command string, report func(string)) (file []byte, err error) {
		if opt.Data != "" {
			if err := os.MkdirAll(opt.Data, 0o777); err != nil {
				return nil, err
			}
			return fit(ctx, opt, command, report)
		}
		if opt.Data, err = os.MkdirTemp("", "thera-tune-"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(opt.Data)) }()
		return fit(ctx, opt, command, report)
	}
}
