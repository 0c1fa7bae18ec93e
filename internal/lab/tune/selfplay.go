package tune

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/santorini/eval"
)

// Games of self-play are kept one a line, so that a file of them can be extended,
// counted and read without a parser for whole files:
//
//	athena,pan @b2,c3 @c2,b4 b4-a4(a5) c3-c4(d4)=-12
//	3p @b2,c3 @c2,b4 @d3,c4 b2-a2(a3)=-65
//	d1-d7(g7) a7-b7(b9) ?g1-g2(g3)=212 j4-i4(i9)=-31
//
// A line is the variant, if it is not the usual one, and the turns. A turn that the
// engine chose has "=" and its score behind it; a turn without a score was drawn at
// random. "?" marks a turn aside: it was drawn and searched but not played, and its
// score is that of the position after it. Positions come up that way which good play
// avoids but a search visits.

type turn[M any] struct {
	move  M
	score engine.Score // if the engine was asked
	asked bool
	aside bool // not played
}

type selfGame[M any] struct {
	// variant is "" for the usual one; in Santorini "3p", "4p", or the powers of two
	// seats, as in "athena,pan".
	variant string
	turns   []turn[M]
}

func appendGame[M fmt.Stringer](line []byte, g selfGame[M]) []byte {
	if g.variant != "" {
		line = append(append(line, g.variant...), ' ')
	}
	for i, t := range g.turns {
		if i > 0 {
			line = append(line, ' ')
		}
		if t.aside {
			line = append(line, '?')
		}
		line = append(line, t.move.String()...)
		if t.asked {
			line = strconv.AppendInt(append(line, '='), int64(t.score), 10)
		}
	}
	return append(line, '\n')
}

func parseTurn[M any](text string, parseMove func(string) (M, error)) (t turn[M], err error) {
	var move, score string
	move, t.aside = strings.CutPrefix(text, "?")
	move, score, t.asked = strings.Cut(move, "=")
	if t.move, err = parseMove(move); err != nil {
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

// parseTurns reads turns with spaces between them.
func parseTurns[M any](line string, parseMove func(string) (M, error)) (turns []turn[M], err error) {
	for text := range strings.FieldsSeq(line) {
		t, err := parseTurn(text, parseMove)
		if err != nil {
			return nil, err
		}
		turns = append(turns, t)
	}
	return turns, nil
}

// replay calls see, if it is not nil, with each turn of a game and the position before
// it, and returns the position at the end. It refuses illegal turns.
func replay[P any, M game.Code, K game.Kernel[P, M]](p P, turns []turn[M], see func(before *P, t turn[M])) (end P, err error) {
	var moves []M
	for _, t := range turns {
		if moves = K(&p).AppendMoves(moves[:0]); !slices.Contains(moves, t.move) {
			return p, fmt.Errorf("turn %s is not legal in %s", t.move, K(&p))
		}
		if see != nil {
			see(&p, t)
		}
		if !t.aside {
			K(&p).Play(t.move)
		}
	}
	return p, nil
}

// SelfPlay says which games a fit learns from, so that another machine can play
// exactly the same ones.
type SelfPlay struct {
	Game       string
	Nodes      uint64 // a turn
	Seed       uint64
	Variant    string
	Generation int
	Powers     bool
	Seats      bool `json:",omitzero"` // three or four that play for themselves
	// Network is the file of the evaluation, nil where that is built in or by hand.
	// It travels on its own.
	Network []byte `json:"-"`
	// Journal is a file in which a part of the games may be kept, "" for none.
	Journal string `json:"-"`
}

// Play plays game i, counted from 0, and returns its line, which depends on nothing
// else.
func (s SelfPlay) Play(ctx context.Context, i int) ([]byte, error) {
	play, err := s.player()
	if err != nil {
		return nil, err
	}
	return play(ctx, i)
}

// player returns what plays a game as Play does. It parses the network once for all.
func (s SelfPlay) player() (func(ctx context.Context, i int) ([]byte, error), error) {
	switch s.Game {
	case catalog.Amazons().Game.Name():
		return s.amazonsLine, nil
	case catalog.Santorini().Game.Name():
		evaluation := catalog.SantoriniByHand()
		if s.Network != nil {
			network, err := eval.ParseNetwork(s.Network)
			if err != nil {
				return nil, fmt.Errorf("the network of generation %d: %w", s.Generation-1, err)
			}
			evaluation = eval.ByNetwork(network)
		}
		return func(ctx context.Context, i int) ([]byte, error) {
			g, err := s.santoriniGame(ctx, evaluation, i)
			return appendGame(nil, g.selfGame), err
		}, nil
	}
	return nil, fmt.Errorf("game %q can't be tuned", s.Game)
}

// title returns the first line of a file of these games, which refuses others.
func (s SelfPlay) title() string {
	if s.Game == catalog.Amazons().Game.Name() {
		return fmt.Sprintf("thera amazons %s self-play: seed %d, %d nodes", s.Variant, s.Seed, s.Nodes)
	}
	what, evaluation := "santorini", "by hand"
	if s.Network != nil {
		evaluation = fmt.Sprintf("network %.4x", sha256.Sum256(s.Network))
	}
	if s.Powers {
		what += " with powers"
	}
	if s.Seats {
		what, evaluation = what+" of three and four seats", "Several"
	}
	return fmt.Sprintf("thera %s self-play: seed %d, generation %d, %d nodes, %s", what, s.Seed, s.Generation, s.Nodes, evaluation)
}

// Check refuses anything but the line of one game that follows the rules to its end.
func (s SelfPlay) Check(line []byte) error {
	if bytes.IndexByte(line, '\n') != len(line)-1 {
		return fmt.Errorf("game %.80q: want one line", line)
	}
	var winners game.Seats
	if s.Game == catalog.Santorini().Game.Name() {
		g, err := parseSantoriniGame(string(line))
		if err != nil {
			return err
		}
		end, err := g.replay(nil)
		if err != nil {
			return err
		}
		winners = end.Winners()
	} else {
		start, err := amazonsStart(s.Variant)
		if err != nil {
			return err
		}
		end, err := replayAmazons(start, string(line), nil)
		if err != nil {
			return err
		}
		winners = end.Winners()
	}
	if winners == 0 {
		return fmt.Errorf("game %.80q: want one with an end", line)
	}
	return nil
}
