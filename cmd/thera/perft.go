package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"thera/game"
)

func (p *program) perftCommand() *cobra.Command {
	var from start
	var divide bool
	cmd := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the legal sequences of moves",
		Long: `Count the legal sequences of exactly DEPTH moves, by which move generators are
compared. The last line is the count; with --divide a line MOVE COUNT for each
first move comes before it.

With --json, a first move is {"move", "count"} and the last object is
{"game", "position", "depth", "count", "seconds"}.`,
		Example: `  thera perft amazons 2
  thera perft hermit 3 --variant 3x3 --divide
  thera perft amazons 4 --position '2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w'`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			entry, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 0 {
				return usagef("depth %q: want a number of moves, 0 or more", args[1])
			}
			result := perftResult{Game: entry.Game.Name(), Position: pos.String(), Depth: depth}
			return p.perft(cmd.Context(), pos, divide, result)
		},
	}
	from.addTo(cmd)
	cmd.Flags().BoolVar(&divide, "divide", false, "print the count after each first move too")
	p.jsonFlag(cmd)
	return cmd
}

// perftResult is the count of a position.
type perftResult struct {
	Game     string  `json:"game"`
	Position string  `json:"position"`
	Depth    int     `json:"depth"`
	Count    uint64  `json:"count"`
	Seconds  float64 `json:"seconds"`
}

func (r perftResult) String() string { return strconv.FormatUint(r.Count, 10) }

// moveCount is the count after one first move.
type moveCount struct {
	Move  game.Move `json:"move"`
	Count uint64    `json:"count"`
}

func (c moveCount) String() string { return fmt.Sprintf("%s %d", c.Move, c.Count) }

// perft counts and prints. What it has counted when ctx ends is no perft
// count, so it goes into the error.
func (p *program) perft(ctx context.Context, pos game.Position, divide bool, result perftResult) error {
	began := time.Now()
	count := game.Perft
	if divide && result.Depth > 0 {
		count = p.divide
	}
	n, err := count(ctx, pos, result.Depth)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted: %d sequences counted, not all", n)
	}
	if err != nil {
		return err
	}
	took := time.Since(began)
	result.Count, result.Seconds = n, took.Seconds()
	if p.terminal {
		fmt.Fprintf(p.stderr, "%s sequences, %.3f s, %s a second\n", grouped(n), took.Seconds(), grouped(perSecond(n, took)))
	}
	return p.print(result)
}

// divide does what game.Perft does and prints the count after each first move.
func (p *program) divide(ctx context.Context, pos game.Position, depth int) (uint64, error) {
	var total uint64
	for _, m := range pos.Moves() {
		next, err := pos.Play(m)
		if err != nil {
			return total, err
		}
		n, err := game.Perft(ctx, next, depth-1)
		total += n
		if err != nil {
			return total, err
		}
		if err := p.print(moveCount{m, n}); err != nil {
			return total, err
		}
	}
	return total, nil
}
