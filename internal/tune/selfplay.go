package tune

import (
	"context"
	"math/rand/v2"

	"thera/engine"
	"thera/game"
)

// Options says which games to play.
type Options struct {
	Games   int
	Nodes   uint64 // nodes a move
	Seed    uint64 // of openings and of the engine's variety
	Variant string // "" is the default
	// OpeningPlies is the largest number of random turns before the engine
	// takes over; each game has its own from 2 to that.
	OpeningPlies int
	// For Santorini: ByHand has the evaluation by hand play the first
	// generation, not the network; Powers has seats play with powers, in all
	// pairings, and learns what they change, while what the network says of play
	// without them stays as it is; Generations and Epochs, of training, are how
	// many; Data is the directory that keeps games and networks, "" for none.
	ByHand, Powers      bool
	Generations, Epochs int
	Data                string
	// Progress, if not nil, is called after each game with the number of games
	// played in this generation, never by two goroutines at once.
	Progress func(generation, games int)
	// Elsewhere, if not nil, has the games from first to before last played by
	// others, and returns what SelfPlay's Play makes of each.
	Elsewhere func(ctx context.Context, s SelfPlay, first, last int) ([][]byte, error)
}

// Sample is what is kept of a position in which the engine was asked.
type Sample[T any] struct {
	Seen  T
	Score engine.Score // what the search made of it, for the side to move
	Won   bool         // the side to move has won the game
}

// player is a game to learn, with what to keep of its positions.
type player[T any] struct {
	rules game.Game
	// engine returns a new engine, for one game.
	engine func() engine.Engine
	// see returns what is to be kept of a position, and false for nothing.
	see func(game.Position) (T, bool)
}

// selfPlay plays games on all cores and returns the samples of all positions
// that the engine was asked about, game after game. The order and the games
// depend on the options alone.
func selfPlay[T any](ctx context.Context, opt Options, p player[T]) (all []Sample[T], err error) {
	games := 0
	play := func(ctx context.Context, i int) ([]Sample[T], error) { return p.play(ctx, opt, i) }
	if opt.Elsewhere != nil {
		played, err := opt.Elsewhere(ctx, SelfPlay{
			Game: p.rules.Name(), Nodes: opt.Nodes, Seed: opt.Seed, Variant: opt.Variant, OpeningPlies: opt.OpeningPlies,
		}, 0, opt.Games)
		if err != nil {
			return nil, err
		}
		play = func(_ context.Context, i int) ([]Sample[T], error) { return readSamples[T](played[i]) }
	}
	err = inOrder(ctx, 0, opt.Games, play, func(samples []Sample[T]) error {
		all = append(all, samples...)
		if games++; opt.Progress != nil {
			opt.Progress(1, games)
		}
		return nil
	})
	return all, err
}

// play plays the i-th game.
func (p player[T]) play(ctx context.Context, opt Options, i int) ([]Sample[T], error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	rng := rand.New(rand.NewPCG(opt.Seed, uint64(i)))
	pos, err := p.rules.Start(opt.Variant)
	if err != nil {
		return nil, err
	}
	random := func() (game.Position, error) {
		moves := pos.Moves()
		return pos.Play(moves[rng.IntN(len(moves))])
	}
	for range 2 + rng.IntN(max(opt.OpeningPlies-1, 1)) {
		if pos.Winners() != 0 {
			return nil, nil
		}
		if pos, err = random(); err != nil {
			return nil, err
		}
	}
	var samples []Sample[T]
	var movers []game.Seat
	e := p.engine()
	for pos.Winners() == 0 {
		info, err := e.Search(ctx, engine.Request{
			Position: pos, Limits: engine.Limits{Nodes: opt.Nodes}, Seed: rng.Uint64() | 1,
		})
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if seen, ok := p.see(pos); ok {
			samples = append(samples, Sample[T]{Seen: seen, Score: info.Score})
			movers = append(movers, pos.Turn())
		}
		if pos, err = pos.Play(info.Best()); err != nil {
			return nil, err
		}
	}
	for k := range samples {
		samples[k].Won = pos.Winners().Has(movers[k])
	}
	return samples, nil
}
