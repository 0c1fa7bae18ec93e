package tune

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"thera/internal/safefile"
	"thera/santorini/eval"
)

const units = eval.NumUnits

// generations makes networks for Santorini one after the other, in a directory that keeps
// games and networks. Each network plays games; the next one learns from these and all
// earlier games. Files that already exist are not made again.
type generations struct {
	Options
	command string // for the header of the network files
	report  func(string)
}

func (g *generations) path(what string, generation int) string {
	return filepath.Join(g.Data, fmt.Sprintf("%s-%d", what, generation))
}

// run returns the file of the last network.
func (g *generations) run(ctx context.Context) (network []byte, err error) {
	network = eval.FittedFile()
	for i := 1; i <= g.Generations; i++ {
		switch next, err := os.ReadFile(g.path("network", i)); {
		case err == nil:
			network = next
			continue
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		if err := g.play(ctx, network, i); err != nil {
			return nil, err
		}
		if network, err = g.learn(ctx, network, i); err != nil {
			return nil, err
		}
	}
	return network, nil
}

// play plays the games of a generation by a network, or by hand.
func (g *generations) play(ctx context.Context, network []byte, generation int) error {
	s := santoriniGames{powers: g.Powers, nodes: g.Nodes, seed: g.Seed, generation: generation, name: "by hand", elsewhere: g.Elsewhere}
	if !g.ByHand || generation > 1 {
		s.name, s.network = fmt.Sprintf("network %.4x", sha256.Sum256(network)), network
	}
	var err error
	if s.evaluation, err = evaluationOf(s.network); err != nil {
		return fmt.Errorf("the network of generation %d: %w", generation-1, err)
	}
	return s.file(g.path("games", generation), g.Games, g.progress(generation)).extend(ctx)
}

// learn trains the network of a generation. It continues from the one before, unless the
// first games were played by hand.
func (g *generations) learn(ctx context.Context, before []byte, generation int) (network []byte, err error) {
	var s samples
	for i := range generation {
		if err := s.read(g.path("games", i+1)); err != nil {
			return nil, err
		}
	}
	g.report(fmt.Sprintf("generation %d: %d positions, %d kept out", generation, len(s.learned), len(s.kept)))
	var base *eval.Weights
	if g.Powers || !g.ByHand || generation > 1 {
		if base, err = eval.ParseWeights(before); err != nil {
			return nil, fmt.Errorf("the network of generation %d: %w", generation-1, err)
		}
	}
	weights, err := train(ctx, &s, training{
		units: units, epochs: g.Epochs, seed: g.Seed, base: base, powers: g.Powers,
		progress: reportEpochs(g.report),
	})
	if err != nil {
		return nil, err
	}
	if network, err = weights.AppendFile(nil, g.command); err != nil {
		return nil, err
	}
	return network, safefile.Replace(g.path("network", generation), func(w io.Writer) error {
		_, err := w.Write(network)
		return err
	})
}
