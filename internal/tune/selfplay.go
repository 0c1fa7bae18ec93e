package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

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
	// Blunders is the chance, 0–1, that a later turn is random too, so that
	// positions come up which good play avoids but a search visits.
	Blunders float64
	// ByHand has Santorini's evaluation by hand play, not the network.
	ByHand bool
	// Progress, if not nil, is called after each game with the number of games
	// played, never by two goroutines at once.
	Progress func(games int)
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
func selfPlay[T any](ctx context.Context, opt Options, p player[T]) ([]Sample[T], error) {
	games := make([][]Sample[T], opt.Games)
	errs := make([]error, opt.Games)
	next := make(chan int)
	var done int
	var mutex sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				games[i], errs[i] = p.play(ctx, opt, i)
				mutex.Lock()
				done++
				if opt.Progress != nil {
					opt.Progress(done)
				}
				mutex.Unlock()
			}
		})
	}
	for i := range opt.Games {
		next <- i
	}
	close(next)
	workers.Wait()
	var all []Sample[T]
	for i, samples := range games {
		if errs[i] != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, errs[i])
		}
		all = append(all, samples...)
	}
	return all, ctx.Err()
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
		if opt.Blunders > 0 && rng.Float64() < opt.Blunders {
			if pos, err = random(); err != nil {
				return nil, err
			}
			continue
		}
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
