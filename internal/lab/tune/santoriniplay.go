package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/santorini/opening"
	"thera/search"
)

// Chosen by hand, not tuned.
const (
	// randomTurns is the maximum number of turns drawn after the workers are placed on
	// inner squares.
	randomTurns = 6
	// blunders is the chance that a later turn is drawn too, so that positions come up
	// that good play avoids but a search visits.
	blunders = 0.0125
)

type santoriniGames struct {
	evaluation search.Evaluation[santorini.Position, santorini.Move]
	name       string // of the evaluation
	powers     bool   // whether seats have them
	nodes      uint64 // a turn
	seed       uint64
	generation int
	network    []byte // the file of the evaluation, nil for that by hand
	elsewhere  func(ctx context.Context, s SelfPlay, first, last int) ([][]byte, error)
}

// title returns the first line of the file, which refuses other games.
func (s santoriniGames) title() string {
	what := "santorini"
	if s.powers {
		what += " with powers"
	}
	return fmt.Sprintf("thera %s self-play: seed %d, generation %d, %d nodes, %s", what, s.seed, s.generation, s.nodes, s.name)
}

// file returns the file that is to hold a number of these games. progress, if not nil,
// is called with the number of games in it.
func (s santoriniGames) file(name string, games int, progress func(games int)) gameFile {
	return gameFile{
		name: name, title: s.title(), games: games, progress: progress,
		play: s.play, elsewhere: s.elsewhere,
		order: SelfPlay{
			Game: santorini.Rules().Name(), Nodes: s.nodes, Seed: s.seed, Generation: s.generation, Powers: s.powers,
			Network: s.network,
		},
	}
}

func (s santoriniGames) play(ctx context.Context, i int) ([]byte, error) {
	var g santoriniGame
	if s.powers {
		g.powers = pairingOf(uint64(i))
	}
	g, err := playSantorini(ctx, s.evaluation, g, s.nodes, s.seed, uint64(s.generation)<<32|uint64(i))
	return appendGame(nil, g.selfGame), err
}

// evaluationOf returns the evaluation of a network's file, nil for the one by hand.
func evaluationOf(network []byte) (e search.Evaluation[santorini.Position, santorini.Move], err error) {
	if network == nil {
		return catalog.SantoriniByHand(), nil
	}
	n, err := eval.ParseNetwork(network)
	if err != nil {
		return e, err
	}
	return search.Evaluation[santorini.Position, santorini.Move]{Evaluate: eval.New(n).Evaluate, Prioritize: eval.Prioritize}, nil
}

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

// playSantorini has the engine play one game against itself with an evaluation, with the
// powers of g and a number of nodes a turn. Everything follows from seed and number.
func playSantorini(ctx context.Context, evaluation search.Evaluation[santorini.Position, santorini.Move], g santoriniGame, nodes, seed, number uint64) (santoriniGame, error) {
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
		g.turns = append(g.turns, turn[santorini.Move]{move: m, score: score, asked: asked})
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
