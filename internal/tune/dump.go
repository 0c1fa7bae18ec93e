package tune

import (
	"context"
	"fmt"

	"thera/santorini"
	"thera/search"
)

// selfPlayed says which games of Santorini a file holds.
type selfPlayed struct {
	evaluation search.Evaluation[santorini.Position, santorini.Move]
	name       string // of the evaluation
	powers     bool   // whether seats have them
	nodes      uint64 // a turn
	seed       uint64
	generation int
	network    []byte // the file of the evaluation, nil for that by hand
	elsewhere  func(ctx context.Context, s SelfPlay, first, last int) ([][]byte, error)
}

// title is the first line of the file: who opens it with other games in mind
// is told.
func (s selfPlayed) title() string {
	what := "santorini"
	if s.powers {
		what += " with powers"
	}
	return fmt.Sprintf("thera %s self-play: seed %d, generation %d, %d nodes, %s", what, s.seed, s.generation, s.nodes, s.name)
}

// file returns the file that is to have so many of them. progress, if not nil, is called
// with the number of games in it.
func (s selfPlayed) file(name string, games int, progress func(games int)) gameFile {
	return gameFile{
		name: name, title: s.title(), games: games, progress: progress,
		play: func(ctx context.Context, i int) ([]byte, error) {
			g, err := s.play(ctx, i)
			return appendGame(nil, g), err
		},
		elsewhere: s.elsewhere,
		order: SelfPlay{
			Game: santorini.Rules().Name(), Nodes: s.nodes, Seed: s.seed, Generation: s.generation, Powers: s.powers,
			Network: s.network,
		},
	}
}

// play plays the i-th game.
func (s selfPlayed) play(ctx context.Context, i int) (g selfGame, err error) {
	if s.powers {
		g.powers = pairingOf(uint64(i))
	}
	return playSantorini(ctx, s.evaluation, g, s.nodes, s.seed, uint64(s.generation)<<32|uint64(i))
}
