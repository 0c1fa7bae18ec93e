package tune

import (
	"context"
	"math/rand/v2"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/santorini"
	"thera/santorini/opening"
	"thera/search"
)

// Chosen by hand, not tuned.
const (
	// randomTurns is the most turns that are drawn after the workers are placed
	// on inner squares; each game has its own number up to that.
	randomTurns = 6
	// blunders is the chance that a later turn is drawn too, so that positions
	// come up which good play avoids but a search visits.
	blunders = 0.0125
)

// playSantorini plays one game of two by the engine with an evaluation
// against itself, so many nodes a turn. Everything follows from the two seeds.
func playSantorini(ctx context.Context, evaluation search.Evaluation[santorini.Position, santorini.Move], nodes, seed, number uint64) ([]turn, error) {
	rng := rand.New(rand.NewPCG(seed, number))
	pos, err := santorini.Rules().Start("")
	if err != nil {
		return nil, err
	}
	var turns []turn
	play := func(text game.Move, score engine.Score, asked bool) error {
		m, err := santorini.ParseMove(string(text))
		if err != nil {
			return err
		}
		turns = append(turns, turn{m, score, asked})
		pos, err = pos.Play(text)
		return err
	}
	random := func() error {
		moves := opening.Inner(pos)
		return play(moves[rng.IntN(len(moves))], 0, false)
	}
	for range 2 + rng.IntN(randomTurns+1) {
		if pos.Winners() == 0 {
			if err := random(); err != nil {
				return nil, err
			}
		}
	}
	e := catalog.SantoriniPlayer(evaluation, search.Options{TableMiB: 1})
	for pos.Winners() == 0 {
		if rng.Float64() < blunders {
			if err := random(); err != nil {
				return nil, err
			}
			continue
		}
		info, err := e.Search(ctx, engine.Request{
			Position: pos, Limits: engine.Limits{Nodes: nodes}, Seed: rng.Uint64() | 1,
		})
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = play(info.Best(), info.Score, true)
		}
		if err != nil {
			return nil, err
		}
	}
	return slices.Clip(turns), nil
}
