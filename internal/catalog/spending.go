package catalog

import (
	"time"

	"thera/engine"
)

// spending is what a turn has taken so far.
type spending struct {
	nodes uint64
	time  time.Duration
}

func (s *spending) add(nodes uint64, took time.Duration) {
	s.nodes += nodes
	s.time += took
}

// on returns the info with what was spent before it.
func (s *spending) on(info engine.Info) engine.Info {
	info.Nodes += s.nodes
	info.Time += s.time
	return info
}

// leave returns the request with the limits that are left.
func (s *spending) leave(req engine.Request) engine.Request {
	if req.Limits.Time > 0 {
		req.Limits.Time = max(req.Limits.Time-s.time, time.Millisecond)
	}
	if req.Limits.Nodes > 0 {
		req.Limits.Nodes -= min(s.nodes, req.Limits.Nodes-1)
	}
	if turn := int(req.Position.Turn()); turn < len(req.Limits.Clocks) && req.Limits.Clocks[turn].Left > 0 {
		clock := &req.Limits.Clocks[turn]
		clock.Left = max(clock.Left-s.time, time.Millisecond)
	}
	return req
}
