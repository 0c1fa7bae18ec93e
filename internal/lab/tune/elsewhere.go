package tune

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
)

// SelfPlay says which games a fit learns from, so that another machine can play
// them with the same moves.
type SelfPlay struct {
	Game       string
	Nodes      uint64 // a turn
	Seed       uint64
	Variant    string
	Generation int
	Powers     bool
	// Network is the file of the evaluation, nil where it is built in or by hand.
	// It is handed over on its own.
	Network []byte `json:"-"`
	// Journal is a file in which half of the games may be kept, "" for none.
	Journal string `json:"-"`
}

// Play plays the i-th game and returns it as Fit reads it, in bytes that depend on
// nothing else.
func (s SelfPlay) Play(ctx context.Context, i int) ([]byte, error) {
	switch s.Game {
	case catalog.Amazons().Game.Name():
		return Games{Variant: s.Variant, Nodes: s.Nodes, Seed: s.Seed}.Play(ctx, i)
	case catalog.Santorini().Game.Name():
		games := selfPlayed{powers: s.Powers, nodes: s.Nodes, seed: s.Seed, generation: s.Generation}
		var err error
		if games.evaluation, err = evaluationOf(s.Network); err != nil {
			return nil, err
		}
		g, err := games.play(ctx, i)
		return appendGame(nil, g), err
	}
	return nil, fmt.Errorf("game %q can't be tuned", s.Game)
}

// Check refuses what is not the line of a game by the rules, to its end.
func (s SelfPlay) Check(played []byte) error {
	if bytes.IndexByte(played, '\n') != len(played)-1 {
		return fmt.Errorf("game %.80q: want one line", played)
	}
	if s.Game == catalog.Santorini().Game.Name() {
		_, err := s.read(played)
		return err
	}
	start, err := Games{Variant: s.Variant}.Start()
	if err != nil {
		return err
	}
	end, err := Replay(start, string(played), nil)
	if err == nil && end.Winners() == 0 {
		err = fmt.Errorf("game %.80q: want one with an end", played)
	}
	return err
}

// read reads a game of Santorini and plays it through, to its end.
func (s SelfPlay) read(line []byte) (selfGame, error) {
	g, err := parseGame(strings.TrimSuffix(string(line), "\n"))
	if err != nil {
		return g, err
	}
	pos, err := g.start()
	for i := 0; err == nil && i < len(g.turns); i++ {
		pos, err = pos.Play(game.Move(g.turns[i].move.String()))
	}
	if err == nil && pos.Winners() == 0 {
		err = fmt.Errorf("game %.80q: want one with an end", line)
	}
	return g, err
}

// evaluationOf returns the evaluation of a network's file, nil for that by hand.
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
