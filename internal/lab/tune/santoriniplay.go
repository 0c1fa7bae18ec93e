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

// pairingOf returns the powers of the seats in a game: all ordered pairings come
// by turns, but for that of two mortals. Each round begins with the next one, so
// that there are games of all among those that are kept out.
func pairingOf(number uint64) string {
	powers := santorini.Powers()
	n := uint64(len(powers))
	pairings := n*n - 1
	i := 1 + (number+number/pairings)%pairings
	return powers[i/n].String() + "," + powers[i%n].String()
}

// playSantorini plays one game of two, with the powers of the given game, by the
// engine with an evaluation against itself, so many nodes a turn. Everything
// follows from the two seeds.
func playSantorini(ctx context.Context, evaluation search.Evaluation[santorini.Position, santorini.Move], g selfGame, nodes, seed, number uint64) (selfGame, error) {
	rng := rand.New(rand.NewPCG(seed, number))
	pos, err := g.start()
	if err != nil {
		return g, err
	}
	play := func(text game.Move, score engine.Score, asked bool) error {
		m, err := santorini.ParseMove(string(text))
		if err != nil {
			return err
		}
		g.turns = append(g.turns, turn{m, score, asked})
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
				return g, err
			}
		}
	}
	e := catalog.SantoriniPlayer(evaluation, search.Options{TableMiB: 1})
	for pos.Winners() == 0 {
		if rng.Float64() < blunders {
			if err := random(); err != nil {
				return g, err
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
			return g, err
		}
	}
	g.turns = slices.Clip(g.turns)
	return g, nil
}
