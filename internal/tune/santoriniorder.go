package tune

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
)

// Chosen by hand, not tuned.
const (
	// strayed is the chance that a position of a game is left by one or two random
	// moves: a search spends its time among the answers to bad ones.
	strayed = 0.25
	// orderScale is what a logit is in weights: to these the search adds its
	// history. See docs/experiments.md for others that were tried.
	orderScale = 400
)

// chosen is a quiet position with the move that a search has chosen.
type chosen struct {
	position santorini.Position
	move     santorini.Move
}

// orderSantorini returns the Go file of the weights by which moves of Santorini are
// put in order. It learns what searches choose in positions near the games of the
// first generation, which are in the directory already, and keeps that there.
func orderSantorini(ctx context.Context, opt Options, command string, report func(string)) ([]byte, error) {
	games := filepath.Join(opt.Data, "games-1")
	text, err := os.ReadFile(games)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no games in %s: want those of a network, made with the same --data", opt.Data)
	}
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(text), "\n")
	if opt.Games = min(opt.Games, len(lines)-2); opt.Games < held { // the title, and behind the last end of line
		return nil, fmt.Errorf("%s holds %d games: want %d or more", games, max(len(lines)-2, 0), held)
	}
	name := filepath.Join(opt.Data, "order")
	file, err := openLines(name, fmt.Sprintf("thera santorini order: seed %d, %d nodes, near %s\n", opt.Seed, opt.Nodes, lines[0]), opt.Games)
	if err != nil {
		return nil, err
	}
	var progress func(int)
	if opt.Progress != nil {
		progress = func(games int) { opt.Progress(1, games) }
	}
	err = extendLines(ctx, file, opt.Games, func(ctx context.Context, i int) ([]chosen, error) {
		return chooseNear(ctx, lines[1+i], opt.Nodes, opt.Seed, uint64(i))
	}, appendChosen, progress)
	if err != nil {
		return nil, err
	}
	learned, kept, err := readChosen(name)
	if err != nil {
		return nil, err
	}
	report(fmt.Sprintf("%d positions, %d kept out", len(learned), len(kept)))
	return santoriniOrderSource(learnOrder(learned, kept, opt, report), command), nil
}

// chooseNear searches positions near those of a game, so many nodes each, and
// returns what was chosen in those that are quiet and not lost.
func chooseNear(ctx context.Context, line string, nodes, seed, number uint64) (all []chosen, err error) {
	g, err := parseGame(line)
	if err != nil {
		return nil, err
	}
	start, err := g.start()
	if err != nil {
		return nil, err
	}
	p, _ := game.KernelOf[santorini.Position](start)
	rng := rand.New(rand.NewPCG(seed, number))
	e := catalog.SantoriniPlayer(catalog.SantoriniEvaluation(), search.Options{TableMiB: 1})
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
				m, lost, err := choose(ctx, e, &near, nodes)
				if err != nil {
					return nil, err
				}
				if !lost {
					all = append(all, chosen{near, m})
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

// choose returns the move that a search chooses, and whether the position is lost.
func choose(ctx context.Context, e engine.Engine, p *santorini.Position, nodes uint64) (m santorini.Move, lost bool, err error) {
	pos, err := santorini.Rules().Parse(p.String())
	if err != nil {
		return 0, false, err
	}
	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, false, err
	}
	m, err = santorini.ParseMove(string(info.Best()))
	return m, info.Score.Lost(), err
}

// appendChosen appends the line of a game: positions and moves, with tabs between.
func appendChosen(line []byte, all []chosen) []byte {
	for i, c := range all {
		if i > 0 {
			line = append(line, '\t')
		}
		line = fmt.Appendf(line, "%s\t%s", &c.position, c.move)
	}
	return append(line, '\n')
}

// readChosen reads what is learned from, and what is kept out.
func readChosen(name string) (learned, kept []chosen, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	for number, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if number == 0 || line == "" { // the title, or a game that gave nothing
			continue
		}
		into := &learned
		if number%held == 0 {
			into = &kept
		}
		fields := strings.Split(line, "\t")
		for i := 0; i+1 < len(fields); i += 2 {
			var c chosen
			if c.position, err = santorini.Parse(fields[i]); err == nil {
				c.move, err = santorini.ParseMove(fields[i+1])
			}
			if err == nil && !slices.Contains(c.position.AppendMoves(nil), c.move) {
				err = fmt.Errorf("move %s is not legal in %s", c.move, &c.position)
			}
			if err != nil {
				return nil, nil, fmt.Errorf("%s, game %d: %w", name, number, err)
			}
			*into = append(*into, c)
		}
	}
	return learned, kept, nil
}

// learnOrder returns the weights of an order.
func learnOrder(learned, kept []chosen, opt Options, report func(string)) []float64 {
	o := order{features: eval.NumFeatures, width: eval.MoveFeatures, epochs: opt.Epochs, seed: opt.Seed}
	var moves []santorini.Move
	see := func(list []chosen) func(i int, c *choice) {
		return func(i int, c *choice) {
			c.features = c.features[:0]
			moves = list[i].position.AppendMoves(moves[:0])
			for k, m := range moves {
				features := eval.FeaturesOf(&list[i].position, m)
				c.features = append(c.features, features[:]...)
				if m == list[i].move {
					c.best = k
				}
			}
		}
	}
	return o.fit(len(learned), see(learned), func(epoch int, weights []float64) {
		m := o.measure(weights, len(kept), see(kept))
		report(fmt.Sprintf("epoch %d: of positions kept out loss %.4f nats, %.3f first, rank %.2f", epoch, m.loss, m.first, m.rank))
	})
}

// santoriniOrderSource returns the Go file that makes weights those of the order.
func santoriniOrderSource(weights []float64, command string) []byte {
	out := fmt.Appendf(nil, "// Code generated by %s; DO NOT EDIT.\n\npackage eval\n\n", command)
	out = fmt.Appendf(out, "// fittedOrder holds the weights of all features, in 1/%d of a logit.\nvar fittedOrder = [NumFeatures]int16{", orderScale)
	for i, w := range weights {
		if i%16 == 0 {
			out = append(out, "\n\t"...)
		} else {
			out = append(out, ' ')
		}
		out = fmt.Appendf(out, "%d,", int16(math.Round(w*orderScale)))
	}
	return append(out, "\n}\n"...)
}
