package ugitest

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
)

// checkMoveTime gives the program a time for one move. A small delay is allowed
// for a busy machine; a larger one loses games on time.
func (c *checker) checkMoveTime(ctx context.Context) error {
	const limit = 300 * time.Millisecond
	a, err := c.search(ctx, c.game[0], "position startpos", fmt.Sprintf("go movetime %d", limit.Milliseconds()))
	if err == nil && a.took > limit+maxDelay {
		err = errLate("%s: want at most %s", a.took, limit)
	}
	c.setDetail("%s of %s", a.took.Round(time.Millisecond), limit)
	return err
}

// checkClocks gives the program a clock of one second for the rest of the game,
// without an increment. It may divide that as it likes, as long as the clock
// does not run out in one move.
func (c *checker) checkClocks(ctx context.Context) error {
	limits := engine.Limits{Clocks: [4]engine.Clock{{Left: time.Second}, {Left: time.Second}}}
	a, err := c.search(ctx, c.game[0], "position startpos", c.client.Protocol().FormatGo(engine.Request{Limits: limits}))
	if left := limits.Clocks[0].Left; err == nil && a.took >= left {
		err = errLate("its clock ran out: %s of %s", a.took, left)
	}
	c.setDetail("%s of %s", a.took.Round(time.Millisecond), limits.Clocks[0].Left)
	return err
}

// checkNodes limits the number of nodes. Twice as many are allowed, since a
// program checks its count only now and then. A program that does not report
// nodes can't be told from one that keeps to the limit.
func (c *checker) checkNodes(ctx context.Context) error {
	const limit = 5000
	a, err := c.search(ctx, c.game[0], "position startpos", fmt.Sprintf("go nodes %d", limit))
	if err != nil {
		return err
	}
	nodes := uint64(0)
	for _, info := range a.infos {
		nodes = max(nodes, info.Nodes)
	}
	if nodes > 2*limit {
		return fmt.Errorf("%d nodes: want at most %d", nodes, limit)
	}
	c.setDetail("%d of %d", nodes, limit)
	return nil
}

// checkDepth limits the depth, which is exact: no line may be reported that was
// searched deeper.
func (c *checker) checkDepth(ctx context.Context) error {
	const limit = 2
	a, err := c.search(ctx, c.game[0], "position startpos", fmt.Sprintf("go depth %d", limit))
	if err != nil {
		return err
	}
	depth := 0
	for _, info := range a.infos {
		depth = max(depth, info.Depth)
	}
	if depth > limit {
		return fmt.Errorf("depth %d: want at most %d", depth, limit)
	}
	c.setDetail("%d of %d", depth, limit)
	return nil
}
