package ugitest

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
)

func (c *checker) checkMoveTime(ctx context.Context) error {
	const limit = 300 * time.Millisecond
	a, err := c.search(ctx, c.game[0], "position startpos", fmt.Sprintf("go movetime %d", limit.Milliseconds()))
	if err == nil && a.took > limit+promptness {
		err = lateness("%s: want at most %s", a.took, limit)
	}
	c.note("%s of %s", a.took.Round(time.Millisecond), limit)
	return err
}

// checkClocks gives the program a clock that would be over soon.
func (c *checker) checkClocks(ctx context.Context) error {
	limits := engine.Limits{Clocks: [4]engine.Clock{{Left: time.Second}, {Left: time.Second}}}
	a, err := c.search(ctx, c.game[0], "position startpos", c.client.Protocol().FormatGo(engine.Request{Limits: limits}))
	if left := limits.Clocks[0].Left; err == nil && a.took >= left {
		err = lateness("its clock ran out: %s of %s", a.took, left)
	}
	c.note("%s of %s", a.took.Round(time.Millisecond), limits.Clocks[0].Left)
	return err
}

// checkNodes allows the program to look at its count now and then only.
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
	c.note("%d of %d", nodes, limit)
	return nil
}

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
	c.note("%d of %d", depth, limit)
	return nil
}
