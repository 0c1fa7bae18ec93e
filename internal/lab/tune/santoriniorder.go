package tune

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"thera/game"
	"thera/internal/catalog"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
)

// Chosen by hand, not tuned.
const (
	// strayed is the chance that one or two random moves lead away from a position of a
	// game: a search spends most of its time on answers to bad moves.
	strayed = 0.25
	// orderScale is a logit in units of the weights, to which the search adds its
	// history. The experiments list other values that were tried.
	orderScale = 400
)

// orderSantorini returns the Go file of the weights of Santorini's move order. It learns
// what searches choose in positions near the games of the first generation, which the
// directory already holds, and keeps the choices there.
func orderSantorini(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error) {
	games := filepath.Join(opt.Data, "games-1")
	title, lines, err := readLines(games)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no games in %s: want those of a network, made with the same --data", opt.Data)
	}
	if err != nil {
		return nil, err
	}
	if len(lines) < opt.Games {
		return nil, fmt.Errorf("%s holds %d games: want %d, or fewer by --games", games, len(lines), opt.Games)
	}
	name := filepath.Join(opt.Data, "order")
	file, err := openLines(name, fmt.Sprintf("thera santorini order: seed %d, %d nodes, near %s", opt.Seed, opt.Nodes, title), opt.Games)
	if err != nil {
		return nil, err
	}
	err = extendLines(ctx, file, opt.Games, func(ctx context.Context, i int) ([]chosenText, error) {
		return chooseNear(ctx, lines[i], opt.Nodes, opt.Seed, uint64(i))
	}, appendChosen, opt.progress(1))
	if err != nil {
		return nil, err
	}
	o := Order{Features: eval.NumFeatures, Width: eval.MoveFeatures, Epochs: opt.Epochs, Seed: opt.Seed}
	weights, err := learnOrder(o, santorini.Rules(), name, func(to []uint16, p *santorini.Position, m santorini.Move) []uint16 {
		features := eval.FeaturesOf(p, m)
		return append(to, features[:]...)
	}, report)
	if err != nil {
		return nil, err
	}
	return orderSource(weights, orderScale, command), nil
}

// chooseNear searches positions near those of a game and returns the choices in those
// that are quiet and not lost.
func chooseNear(ctx context.Context, line string, nodes, seed, number uint64) (all []chosenText, err error) {
	g, err := parseSantoriniGame(line)
	if err != nil {
		return nil, err
	}
	start, err := g.start()
	if err != nil {
		return nil, err
	}
	p, _ := game.KernelOf[santorini.Position](start)
	rng := rand.New(rand.NewPCG(seed, number))
	e := catalog.SantoriniPlayer(eval.ByNetwork(eval.Fitted()), search.Options{TableMiB: 1})
	var moves []santorini.Move
	for _, t := range g.turns {
		if p.Workers(p.Turn()) != 0 && rng.Float64() < strayed {
			near := p
			for range 1 + rng.IntN(2) {
				if moves = near.AppendMoves(moves[:0]); len(moves) > 0 {
					near.Play(moves[rng.IntN(len(moves))])
				}
			}
			if near.Winners() == 0 && eval.IsQuiet(&near) {
				pos, err := santorini.Rules().Parse(near.String())
				if err != nil {
					return nil, err
				}
				c, score, err := choose(ctx, e, pos, nodes)
				if err != nil {
					return nil, err
				}
				if !score.Lost() {
					all = append(all, c)
				}
			}
		}
		if moves = p.AppendMoves(moves[:0]); !slices.Contains(moves, t.move) {
			return nil, fmt.Errorf("turn %s is not legal in %s", t.move, &p)
		}
		p.Play(t.move)
	}
	return all, nil
}
