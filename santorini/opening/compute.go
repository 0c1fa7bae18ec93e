package opening

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/santorini"
)

// NumLines is the number of first placements up to rotation and reflection.
const NumLines = 49

// Compute lets an engine search the best reply to each first placement, with the given
// number of nodes each. An engine that plays the same with the same nodes makes the
// same book. It calls report, if not nil, after each line with the number of lines so
// far. If ctx ends early, Compute returns an error and no book: an interrupted search
// has an answer, but not the engine's best.
func Compute(ctx context.Context, e engine.Engine, nodes uint64, report func(done int)) (*Book, error) {
	start, err := santorini.Rules().Start("2p")
	if err != nil {
		return nil, err
	}
	b := &Book{by: map[santorini.Move]int{}}
	for _, m := range start.Moves() {
		first, err := parsePlacement(string(m))
		if err != nil {
			return nil, err
		}
		if least, _ := canonical(first); least != first {
			continue
		}
		l, err := answer(ctx, e, start, first, nodes)
		if err != nil {
			return nil, err
		}
		b.lines = append(b.lines, l)
		if report != nil {
			report(len(b.lines))
		}
	}
	slices.SortStableFunc(b.lines, func(a, z line) int { return cmp.Compare(z.score, a.score) })
	for i, l := range b.lines {
		b.by[l.first] = i
	}
	return b, nil
}

// answer returns the line of a first placement.
func answer(ctx context.Context, e engine.Engine, start game.Position, first santorini.Move, nodes uint64) (line, error) {
	pos, err := start.Play(game.Move(first.String()))
	if err != nil {
		return line{}, err
	}
	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
	if err == nil {
		err = context.Cause(ctx) // an interrupted search has not found the engine's best answer
	}
	if err != nil {
		return line{}, fmt.Errorf("%s: %w", first, err)
	}
	reply, err := parsePlacement(string(info.Best()))
	return line{first, reply, -info.Score, info.Depth}, err
}
