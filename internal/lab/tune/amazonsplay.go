package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/search"
)

// Chosen by hand, not tuned.
const (
	randomOpening = 6    // 2 to 2 more than these are drawn at the beginning
	asides        = 0.25 // the chance that a position has a turn aside
)

type amazonsGames struct {
	variant string
	nodes   uint64 // a turn
	seed    uint64
}

func (s amazonsGames) title() string {
	return fmt.Sprintf("thera amazons %s self-play: seed %d, %d nodes", s.variant, s.seed, s.nodes)
}

// startOfAmazons returns the position that the games below a title begin with.
func startOfAmazons(title string) (p amazons.Position, err error) {
	var s amazonsGames
	if _, err := fmt.Sscanf(title, "thera amazons %s self-play:", &s.variant); err != nil {
		return p, fmt.Errorf("%.80q: want the title of a file of games", title)
	}
	return s.start()
}

func (s amazonsGames) start() (p amazons.Position, err error) {
	pos, err := amazons.Rules().Start(s.variant)
	if err != nil {
		return p, err
	}
	p, _ = game.KernelOf[amazons.Position](pos)
	return p, nil
}

func replayAmazons(p amazons.Position, line string, see func(before *amazons.Position, t turn[amazons.Move])) (end amazons.Position, err error) {
	turns, err := parseTurns(line, amazons.ParseMove)
	if err != nil {
		return p, err
	}
	return replay(p, turns, see)
}

func (s amazonsGames) play(ctx context.Context, i int) (line []byte, err error) {
	rng := rand.New(rand.NewPCG(s.seed, uint64(i)))
	pos, err := amazons.Rules().Start(s.variant)
	if err != nil {
		return nil, err
	}
	draw := func() game.Move {
		moves := pos.Moves()
		return moves[rng.IntN(len(moves))]
	}
	e := catalog.AmazonsPlayer(catalog.AmazonsEvaluation(), search.Options{TableMiB: 1})
	ask := func(pos game.Position) (engine.Info, error) {
		info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: s.nodes}, Seed: rng.Uint64() | 1})
		if err == nil {
			err = ctx.Err()
		}
		return info, err
	}
	var g selfGame[textMove]
	for range 2 + rng.IntN(randomOpening+1) {
		if pos.Winners() != 0 {
			break
		}
		m := draw()
		g.turns = append(g.turns, turn[textMove]{move: textMove(m)})
		if pos, err = pos.Play(m); err != nil {
			return nil, err
		}
	}
	for pos.Winners() == 0 {
		if rng.Float64() < asides {
			m := draw()
			aside, err := pos.Play(m)
			if err != nil {
				return nil, err
			}
			if aside.Winners() == 0 {
				info, err := ask(aside)
				if err != nil {
					return nil, err
				}
				g.turns = append(g.turns, turn[textMove]{textMove(m), info.Score, true, true})
			}
		}
		info, err := ask(pos)
		if err != nil {
			return nil, err
		}
		g.turns = append(g.turns, turn[textMove]{textMove(info.Best()), info.Score, true, false})
		if pos, err = pos.Play(info.Best()); err != nil {
			return nil, err
		}
	}
	return slices.Clip(appendGame(nil, g)), nil
}

type textMove string

func (m textMove) String() string { return string(m) }
