package search

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"

	"thera/engine"
	"thera/game"
)

// NewRandom returns an engine that plays a uniformly random legal move of any
// game. The choice depends only on the seed and the position.
func NewRandom() engine.Engine { return random{} }

type random struct{}

// Search implements [engine.Engine].
func (random) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	moves := req.Position.Moves()
	if len(moves) == 0 {
		return engine.Info{}, fmt.Errorf("position %q: %w", req.Position, engine.ErrOver)
	}
	text := fnv.New64a()
	_, _ = io.WriteString(text, req.Position.String())
	rng := rand.New(rand.NewPCG(req.Seed, text.Sum64()))
	return engine.Info{Line: []game.Move{moves[rng.IntN(len(moves))]}}, nil
}
