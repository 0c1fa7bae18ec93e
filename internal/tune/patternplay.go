package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/search"
)

// Games of Amazons from which its network learns are kept as lines of turns, with
// "=" and the score behind those that the engine chose. "?" stands before a turn
// that was drawn and not played: its score is that of the position after it, so
// that positions are learned from which good play avoids but a search visits. As in
// "d1-d7(g7) a7-b7(b9) ?g1-g2(g3)=212 j4-i4(i9)=-31".

// Chosen by hand, not tuned.
const (
	patternRandomTurns = 6    // 2 to 2 more than these are drawn at the beginning
	patternAsides      = 0.25 // the chance that a position has a turn that is not played
)

// patternGames says which games a file holds.
type patternGames struct {
	variant     string
	nodes, seed uint64
}

func (s patternGames) title() string {
	return fmt.Sprintf("thera amazons %s self-play: seed %d, %d nodes\n", s.variant, s.seed, s.nodes)
}

// play plays the i-th game and returns its line.
func (s patternGames) play(ctx context.Context, i int) (line []byte, err error) {
	rng := rand.New(rand.NewPCG(s.seed, uint64(i)))
	pos, err := amazons.Rules().Start(s.variant)
	if err != nil {
		return nil, err
	}
	draw := func() game.Move {
		moves := pos.Moves()
		return moves[rng.IntN(len(moves))]
	}
	e := catalog.AmazonsPlayer(search.Options{TableMiB: 1})
	ask := func(pos game.Position) (engine.Info, error) {
		info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: s.nodes}, Seed: rng.Uint64() | 1})
		if err == nil {
			err = ctx.Err()
		}
		return info, err
	}
	add := func(m game.Move, score engine.Score) {
		line = append(append(line, m...), '=')
		line = append(strconv.AppendInt(line, int64(score), 10), ' ')
	}
	for range 2 + rng.IntN(patternRandomTurns+1) {
		if pos.Winners() != 0 {
			break
		}
		m := draw()
		line = append(append(line, m...), ' ')
		if pos, err = pos.Play(m); err != nil {
			return nil, err
		}
	}
	for pos.Winners() == 0 {
		if rng.Float64() < patternAsides {
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
				line = append(line, '?')
				add(m, info.Score)
			}
		}
		info, err := ask(pos)
		if err != nil {
			return nil, err
		}
		add(info.Best(), info.Score)
		if pos, err = pos.Play(info.Best()); err != nil {
			return nil, err
		}
	}
	line[len(line)-1] = '\n'
	return line, nil
}

// patternTurn is a turn of such a game.
type patternTurn struct {
	move         amazons.Move
	score        engine.Score
	asked, aside bool
}

// parsePatternTurn reads a turn.
func parsePatternTurn(text string) (t patternTurn, err error) {
	var move, score string
	move, t.aside = strings.CutPrefix(text, "?")
	move, score, t.asked = strings.Cut(move, "=")
	if t.move, err = amazons.ParseMove(move); err != nil {
		return t, fmt.Errorf("turn %q: %w", text, err)
	}
	if t.asked {
		v, err := strconv.ParseInt(score, 10, 16)
		if err != nil {
			return t, fmt.Errorf("turn %q: want a score of 16 bits after =", text)
		}
		t.score = engine.Score(v)
	}
	return t, nil
}
