package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/search"
)

// Sample is a position as the evaluation sees it.
type Sample struct {
	Terms   amazons.Terms
	Contest int
	Won     bool // the side to move has won
}

// Options says which games to play.
type Options struct {
	Games    int
	Nodes    uint64   // nodes a move
	Seed     uint64   // of openings and of the engine's variety
	Variants []string // played in turn; none is the default alone
	// OpeningPlies is the largest number of random turns before the engine
	// takes over; each game has its own from 2 to that.
	OpeningPlies int
	// Progress, if not nil, is called after each game with the number of games
	// played, never by two goroutines at once.
	Progress func(games int)
}

// SelfPlay plays games on all cores and returns the samples of all positions
// that the engine was asked about, game after game. The order and the games
// depend on the options alone.
func SelfPlay(ctx context.Context, opt Options) ([]Sample, error) {
	games := make([][]Sample, opt.Games)
	errs := make([]error, opt.Games)
	next := make(chan int)
	var done int
	var mutex sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				games[i], errs[i] = playGame(ctx, opt, i)
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
	var all []Sample
	for i, samples := range games {
		if errs[i] != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, errs[i])
		}
		all = append(all, samples...)
	}
	return all, ctx.Err()
}

// playGame plays the i-th game.
func playGame(ctx context.Context, opt Options, i int) ([]Sample, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	rng := rand.New(rand.NewPCG(opt.Seed, uint64(i)))
	variant := ""
	if len(opt.Variants) > 0 {
		variant = opt.Variants[i%len(opt.Variants)]
	}
	pos, err := amazons.Rules().Start(variant)
	if err != nil {
		return nil, err
	}
	for range 2 + rng.IntN(max(opt.OpeningPlies-1, 1)) {
		moves := pos.Moves()
		if len(moves) == 0 {
			return nil, nil
		}
		if pos, err = pos.Play(moves[rng.IntN(len(moves))]); err != nil {
			return nil, err
		}
	}
	var samples []Sample
	var movers []game.Seat
	e := search.New[amazons.Position, amazons.Move](search.Options{TableMiB: 4})
	for pos.Winners() == 0 {
		p, _ := game.KernelOf[amazons.Position](pos)
		var s Sample
		s.Terms, s.Contest = p.Terms()
		samples, movers = append(samples, s), append(movers, pos.Turn())
		info, err := e.Search(ctx, engine.Request{
			Position: pos, Limits: engine.Limits{Nodes: opt.Nodes}, Seed: rng.Uint64() | 1,
		})
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
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
