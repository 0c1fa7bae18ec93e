package puzzle

import (
	"context"
	"fmt"

	"thera/engine"
	"thera/game"
)

// maxTurns is the largest number of the solver's turns.
const maxTurns = 5

// finish adds to a puzzle what takes time and is only needed for those that are
// kept: its effort, the turns after the first, and what follows from these.
func (f *finder) finish(ctx context.Context, p *Puzzle) error {
	if err := p.Measure(ctx, f.entry); err != nil {
		return err
	}
	pos, err := f.entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	for p.Turns() < maxTurns {
		more, err := f.next(ctx, &pos, p.Line[len(p.Line)-1])
		if err != nil {
			return err
		}
		if more == nil {
			break
		}
		p.Line = append(p.Line, more...)
	}
	return p.Describe(f.entry)
}

// next plays the solver's last move in pos and returns the best reply and the
// unique winning move after it. It returns nothing if the puzzle ends here
// because there are several, or hardly any choice.
func (f *finder) next(ctx context.Context, pos *game.Position, last game.Move) ([]game.Move, error) {
	after, err := (*pos).Play(last)
	if err != nil || after.Winners() != 0 {
		return nil, err
	}
	reply, err := f.player.Search(ctx, engine.Request{Position: after, Limits: engine.Limits{Nodes: findNodes, Depth: unaided}})
	if err != nil {
		return nil, err
	}
	if *pos, err = after.Play(reply.Best()); err != nil {
		return nil, fmt.Errorf("reply %q: %w", reply.Best(), err)
	}
	if (*pos).Winners() != 0 || len((*pos).Moves()) < fewestLater {
		return nil, nil
	}
	win, err := f.only(ctx, *pos, (*pos).Moves()[0])
	if err != nil || win.Move == "" {
		return nil, err
	}
	return []game.Move{reply.Best(), win.Move}, nil
}

// fewestLater is the least number of legal moves in a turn after the first:
// finding the right one among fewer is no puzzle.
const fewestLater = 5
