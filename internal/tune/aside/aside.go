// Package aside plays the games of Amazons from which its evaluation learns, and reads
// them.
//
//	games := aside.Games{Variant: "8x8", Nodes: 1000, Seed: 1}
//	line, err := games.Play(ctx, 0)
//
// A game is a line of turns, with "=" and the score behind those that the engine
// chose. "?" stands before a turn aside, which was drawn and not played: its score is
// that of the position after it, so that positions are learned from which good play
// avoids but a search visits. As in
//
//	d1-d7(g7) a7-b7(b9) ?g1-g2(g3)=212 j4-i4(i9)=-31
//
// It knows nothing of what is learned: that is in internal/tune.
package aside

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

// Chosen by hand, not tuned.
const (
	randomTurns = 6    // 2 to 2 more than these are drawn at the beginning
	asides      = 0.25 // the chance that a position has a turn that is not played
)

// Games says which games a file holds.
type Games struct {
	Variant string
	Nodes   uint64 // a turn
	Seed    uint64
}

// Title returns the first line of the file.
func (s Games) Title() string {
	return fmt.Sprintf("thera amazons %s self-play: seed %d, %d nodes", s.Variant, s.Seed, s.Nodes)
}

// Start returns the position that the games under a title begin with.
func Start(title string) (p amazons.Position, err error) {
	var s Games
	if _, err := fmt.Sscanf(title, "thera amazons %s self-play:", &s.Variant); err != nil {
		return p, fmt.Errorf("%.80q: want the title of a file of games", title)
	}
	return s.Start()
}

// Start returns the position that the games begin with.
func (s Games) Start() (p amazons.Position, err error) {
	pos, err := amazons.Rules().Start(s.Variant)
	if err != nil {
		return p, err
	}
	p, _ = game.KernelOf[amazons.Position](pos)
	return p, nil
}

// Play plays the i-th game and returns its line.
func (s Games) Play(ctx context.Context, i int) (line []byte, err error) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(i)))
	pos, err := amazons.Rules().Start(s.Variant)
	if err != nil {
		return nil, err
	}
	draw := func() game.Move {
		moves := pos.Moves()
		return moves[rng.IntN(len(moves))]
	}
	e := catalog.AmazonsPlayer(catalog.AmazonsEvaluation(), search.Options{TableMiB: 1})
	ask := func(pos game.Position) (engine.Info, error) {
		info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: s.Nodes}, Seed: rng.Uint64() | 1})
		if err == nil {
			err = ctx.Err()
		}
		return info, err
	}
	add := func(m game.Move, score engine.Score) {
		line = append(append(line, m...), '=')
		line = append(strconv.AppendInt(line, int64(score), 10), ' ')
	}
	for range 2 + rng.IntN(randomTurns+1) {
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

// Replay calls see, if it is not nil, with each turn of a line and the position before
// it, and returns the position at the end. It refuses turns that are not legal.
func Replay(p amazons.Position, line string, see func(before *amazons.Position, t Turn)) (end amazons.Position, err error) {
	for text := range strings.FieldsSeq(line) {
		t, err := ParseTurn(text)
		if err != nil {
			return p, err
		}
		if !p.Legal(t.Move) {
			return p, fmt.Errorf("turn %q is not legal in %s", text, &p)
		}
		if see != nil {
			see(&p, t)
		}
		if !t.Aside {
			p.Play(t.Move)
		}
	}
	return p, nil
}

// Turn is a turn of such a game.
type Turn struct {
	Move         amazons.Move
	Score        engine.Score // if it was asked for
	Asked, Aside bool
}

// ParseTurn reads a turn.
func ParseTurn(text string) (t Turn, err error) {
	var move, score string
	move, t.Aside = strings.CutPrefix(text, "?")
	move, score, t.Asked = strings.Cut(move, "=")
	if t.Move, err = amazons.ParseMove(move); err != nil {
		return t, fmt.Errorf("turn %q: %w", text, err)
	}
	if t.Asked {
		v, err := strconv.ParseInt(score, 10, 16)
		if err != nil {
			return t, fmt.Errorf("turn %q: want a score of 16 bits after =", text)
		}
		t.Score = engine.Score(v)
	}
	return t, nil
}
