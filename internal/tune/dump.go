package tune

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

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
	return fmt.Sprintf("thera %s self-play: seed %d, generation %d, %d nodes, %s\n", what, s.seed, s.generation, s.nodes, s.name)
}

// extend plays what the file is short of a number of games. progress, if not
// nil, is called with the number of games in the file.
func (s selfPlayed) extend(ctx context.Context, name string, games int, progress func(games int)) error {
	file, err := openLines(name, s.title(), games)
	if err != nil {
		return err
	}
	play := s.play
	if s.elsewhere != nil {
		if play, err = s.played(ctx, name+".work", file.lines, games); err != nil {
			return errors.Join(err, file.close())
		}
	}
	err = extendLines(ctx, file, games, play, appendGame, progress)
	if err == nil && s.elsewhere != nil {
		if err = os.Remove(name + ".work"); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return err
}

// play plays the i-th game.
func (s selfPlayed) play(ctx context.Context, i int) (g selfGame, err error) {
	if s.powers {
		g.powers = pairingOf(uint64(i))
	}
	return playSantorini(ctx, s.evaluation, g, s.nodes, s.seed, uint64(s.generation)<<32|uint64(i))
}

// played has others play games, and returns what hands them out.
func (s selfPlayed) played(ctx context.Context, journal string, first, last int) (func(context.Context, int) (selfGame, error), error) {
	order := SelfPlay{
		Game: santorini.Rules().Name(), Nodes: s.nodes, Seed: s.seed, Generation: s.generation, Powers: s.powers,
		Network: s.network, Journal: journal,
	}
	lines, err := s.elsewhere(ctx, order, first, last)
	return func(_ context.Context, i int) (selfGame, error) { return order.read(lines[i-first]) }, err
}
