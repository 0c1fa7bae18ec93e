package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/safefile"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/santorini/opening"
	"thera/search"
)

type sample struct {
	position santorini.Position
	chance   float32 // of the seat to move, 0 to 1, that is to be learned
}

const (
	// trust is the weight of the search's score in the chance to learn; the rest is the
	// result of the game. In Amazons, networks trained with 0.2 predicted results of
	// games kept out better and lost matches; in Santorini 0.5 was no better.
	trust = 0.8
	// held is the number of games of which one is kept out to measure the loss.
	held = 20
)

// split is what a fit learns from, and what is kept out to measure it.
type split[T any] struct{ learned, kept []T }

// of returns the list for samples of a game, of which the first has number 1.
func (s *split[T]) of(number int) *[]T {
	if number%held == 0 {
		return &s.kept
	}
	return &s.learned
}

// String returns the numbers of samples.
func (s *split[T]) String() string {
	return fmt.Sprintf("%d positions, %d kept out", len(s.learned), len(s.kept))
}

// wantKept refuses to fit what can't be measured: the mean loss of no positions would be 0.
func (s *split[T]) wantKept() error {
	if len(s.kept) == 0 {
		return fmt.Errorf("no positions are kept out to measure: want more games, of which one in %d is kept out", held)
	}
	return nil
}

// readSantorini adds the samples that appendTo takes from the games in a file.
func readSantorini[T any](s *split[T], name string, appendTo func([]T, santoriniGame) ([]T, error)) error {
	_, lines, err := readLines(name)
	if err != nil {
		return err
	}
	for i, line := range lines {
		g, err := parseSantoriniGame(line)
		if into := s.of(i + 1); err == nil {
			*into, err = appendTo(*into, g)
		}
		if err != nil {
			return fmt.Errorf("%s, game %d: %w", name, i+1, err)
		}
	}
	return nil
}

type santoriniGame struct{ selfGame[santorini.Move] }

func (g santoriniGame) start() (game.Position, error) {
	variant := g.variant
	if strings.Contains(variant, ",") {
		variant = "2p:" + variant
	}
	return santorini.Rules().Start(variant)
}

// replay calls see with each turn and the position before it, and returns the position
// at the end.
func (g santoriniGame) replay(see func(before *santorini.Position, t turn[santorini.Move])) (end santorini.Position, err error) {
	start, err := g.start()
	if err != nil {
		return end, err
	}
	p, _ := game.KernelOf[santorini.Position](start)
	return replay(p, g.turns, see)
}

func parseSantoriniGame(line string) (g santoriniGame, err error) {
	if first, rest, ok := strings.Cut(line, " "); ok && first != "" && first[0] != '@' {
		g.variant, line = first, rest
	}
	g.turns, err = parseTurns(line, santorini.ParseMove)
	return g, err
}

// appendSamples appends the positions of a game about which the engine was asked,
// without those in which moves are forced: no search evaluates them. What comes before
// a turn that was drawn says nothing about the result, so for such positions only the
// score is learned.
func appendSamples(list []sample, g santoriniGame) ([]sample, error) {
	drawn := len(list)
	end, err := g.replay(func(p *santorini.Position, t turn[santorini.Move]) {
		if !t.asked {
			drawn = len(list)
		} else if eval.IsQuiet(p) {
			list = append(list, sample{*p, float32(t.score.WinProbability())})
		}
	})
	if err != nil {
		return nil, err
	}
	for i := drawn; i < len(list); i++ {
		list[i].chance = blended(list[i].chance, end.Winners().Has(list[i].position.Turn()))
	}
	return list, nil
}

// blended returns the chance to learn from a search's score and the result of the
// game. A proven score stays as it is.
func blended(score float32, won bool) float32 {
	result := float32(0)
	if won {
		result = 1
	}
	if score <= 0 || score >= 1 {
		return score
	}
	return trust*score + (1-trust)*result
}

// Chosen by hand, not tuned.
const (
	// randomTurns is the maximum number of turns drawn after the workers are placed on
	// inner squares.
	randomTurns = 6
	// blunders is the chance that a later turn is drawn too, so that positions come up
	// that good play avoids but a search visits.
	blunders = 0.0125
)

// pairingOf returns the powers of the seats in a game: all ordered pairings in turn,
// except two mortals. Each round begins one pairing later, so that the games kept out
// include all of them.
func pairingOf(number uint64) string {
	powers := santorini.Powers()
	n := uint64(len(powers))
	pairings := n*n - 1
	i := 1 + (number+number/pairings)%pairings
	return powers[i/n].String() + "," + powers[i%n].String()
}

// santoriniGame has the engine play game i of Santorini against itself. Everything follows
// from the seed and i.
func (s SelfPlay) santoriniGame(ctx context.Context, evaluation search.Evaluation[santorini.Position, santorini.Move], i int) (g santoriniGame, err error) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(s.Generation)<<32|uint64(i)))
	e, blunders := catalog.SantoriniPlayer(evaluation, search.Options{TableMiB: 1}), blunders
	switch {
	case s.Powers:
		g.variant = pairingOf(uint64(i))
	case s.Seats:
		g.variant = seatsOf(i)
		e, blunders = catalog.SantoriniTree(search.Options{TableMiB: 1}), blundersOfSeats
	}
	pos, err := g.start()
	if err != nil {
		return g, err
	}
	play := func(text game.Move, score engine.Score, asked bool) error {
		m, err := santorini.ParseMove(string(text))
		if err != nil {
			return err
		}
		g.turns = append(g.turns, turn[santorini.Move]{move: m, score: score, asked: asked})
		pos, err = pos.Play(text)
		return err
	}
	random := func() error {
		moves := opening.Inner(pos)
		return play(moves[rng.IntN(len(moves))], 0, false)
	}
	for range pos.Seats().Len() + rng.IntN(randomTurns+1) {
		if pos.Winners() == 0 {
			if err := random(); err != nil {
				return g, err
			}
		}
	}
	for pos.Winners() == 0 {
		if rng.Float64() < blunders {
			if err := random(); err != nil {
				return g, err
			}
			continue
		}
		info, err := e.Search(ctx, engine.Request{
			Position: pos, Limits: engine.Limits{Nodes: s.Nodes}, Seed: rng.Uint64() | 1,
		})
		err = cmp.Or(err, ctx.Err())
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
	s := SelfPlay{Game: santorini.Rules().Name(), Nodes: g.Nodes, Seed: g.Seed, Generation: generation, Powers: g.Powers}
	if !g.ByHand || generation > 1 {
		s.Network = network
	}
	return s.extend(ctx, g.path("games", generation), g.Options)
}

// learn trains the network of a generation. It continues from the one before, unless the
// first games were played by hand.
func (g *generations) learn(ctx context.Context, before []byte, generation int) (network []byte, err error) {
	var s split[sample]
	for i := range generation {
		if err := readSantorini(&s, g.path("games", i+1), appendSamples); err != nil {
			return nil, err
		}
	}
	g.report(fmt.Sprintf("generation %d: %s", generation, &s))
	if err := s.wantKept(); err != nil {
		return nil, err
	}
	var base *eval.Weights
	if g.Powers || !g.ByHand || generation > 1 {
		if base, err = eval.ParseWeights(before); err != nil {
			return nil, fmt.Errorf("the network of generation %d: %w", generation-1, err)
		}
	}
	weights, err := train(ctx, &s, training{
		units: units, epochs: g.Epochs, seed: g.Seed, base: base, powers: g.Powers, refine: g.Refine,
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
