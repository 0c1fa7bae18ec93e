package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/engine"
	"thera/game"
	"thera/search"
	"thera/search/alphabeta"
)

// Chosen by hand, not tuned.
const (
	// amazonsOrderScale is a logit in units of the weights, to which the search adds its
	// history.
	amazonsOrderScale = 256
	playedNodes       = 600
	// fewMoves is the number of moves up to which no order is needed.
	fewMoves = 8
	// openScore is the largest score, in centilogits, of a position that is learned
	// from: where the winner is clear, one move is as good as another.
	openScore = 400
)

// orderAmazons returns the Go file of the weights of Amazons' move order. It learns what
// searches choose in positions of games and one random move away from them, on all boards
// in turn, and keeps the choices in the directory.
func orderAmazons(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error) {
	name := filepath.Join(opt.Data, "order")
	file, err := openLines(name, fmt.Sprintf("thera amazons order: seed %d, %d nodes", opt.Seed, opt.Nodes), opt.Games)
	if err != nil {
		return nil, err
	}
	err = extendLines(ctx, file, opt.Games, func(ctx context.Context, i int) ([]chosenText, error) {
		return chooseAmazons(ctx, opt.Nodes, opt.Seed, uint64(i))
	}, appendChosen, opt.progress(1))
	if err != nil {
		return nil, err
	}
	o := Order{Features: eval.NumFeatures, Width: eval.MoveFeatures, Epochs: opt.Epochs, Seed: opt.Seed}
	weights, err := learnOrder(o, amazons.Rules(), name, func(to []uint16, p *amazons.Position, m amazons.Move) []uint16 {
		features := eval.FeaturesOf(p, m)
		return append(to, features[:]...)
	}, report)
	if err != nil {
		return nil, err
	}
	return orderSource(weights, amazonsOrderScale, command), nil
}

// chooseAmazons plays a game and searches about half of its positions, or one a random
// move later. It returns the choices in positions that are still open.
func chooseAmazons(ctx context.Context, nodes, seed, number uint64) (all []chosenText, err error) {
	rng := rand.New(rand.NewPCG(seed, number))
	variants := amazons.Rules().Variants()
	pos, err := amazons.Rules().Start(variants[number%uint64(len(variants))])
	if err != nil {
		return nil, err
	}
	random := func(pos game.Position) (game.Position, error) {
		moves := pos.Moves()
		return pos.Play(moves[rng.IntN(len(moves))])
	}
	player := alphabeta.New(eval.ForSearch(), eval.Pruning(search.Options{TableMiB: 2}))
	// The chooser looks at all moves where it matters. If it pruned moves that are late in
	// today's order, it could learn no other.
	chooser := alphabeta.New(eval.ForSearch(), search.Options{TableMiB: 2, ReverseFutilityMargin: 50, LateMoveWidth: 3})
	opening := rng.IntN(8)
	for ply := 0; pos.Winners() == 0; ply++ {
		near := pos
		if rng.IntN(2) == 0 {
			if near, err = random(pos); err != nil {
				return nil, err
			}
		}
		if rng.IntN(2) == 0 && near.Winners() == 0 && len(near.Moves()) > fewMoves {
			c, score, err := choose(ctx, chooser, near, nodes)
			if err != nil {
				return nil, err
			}
			if max(score, -score) < openScore {
				all = append(all, c)
			}
		}
		if ply < opening || rng.IntN(40) == 0 {
			pos, err = random(pos)
		} else {
			var info engine.Info
			info, err = player.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: playedNodes}, Seed: rng.Uint64() | 1})
			if err == nil && max(info.Score, -info.Score) < openScore {
				pos, err = pos.Play(info.Best())
			} else if err == nil {
				return all, nil
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
