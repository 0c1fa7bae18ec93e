package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
)

// Frame is what a stream tells first and last: how far an analysis is.
type Frame struct {
	Event    string `json:"event" enum:"analysis"`
	State    State  `json:"state"`
	Of       int    `json:"of"`
	Nodes    uint64 `json:"nodes"`
	Possible bool   `json:"possible"`
}

// JudgedFrame is a position that has been judged.
type JudgedFrame struct {
	Event string `json:"event" enum:"judged"`
	Judged
}

// follower is a stream of one analysis.
type follower struct {
	service *API
	id      string
	board   *board
	told    int   // positions; what follows is guarded by service.mu
	state   State // that was told, "" before
	wake    func()
}

// errEnd is the end of a stream that has nothing more to tell.
var errEnd = errors.New("the analysis has ended")

// watch lets somebody follow an analysis, who knows so many positions already.
func (s *API) watch(id string, found row, after int, wake func()) *follower {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.boards[id]
	if b == nil {
		b = &board{row: found}
		s.boards[id] = b
	}
	f := &follower{service: s, id: id, board: b, told: after, wake: wake}
	b.followers = append(b.followers, f)
	return f
}

// Next implements [feed.Feed].
func (f *follower) Next() ([]byte, error) {
	possible := f.service.Others.Places() > 0
	f.service.mu.Lock()
	defer f.service.mu.Unlock()
	b := f.board
	switch {
	case f.state == "" || f.state != b.state && f.told >= len(b.judged):
		f.state = b.state
		return json.Marshal(Frame{"analysis", b.state, b.of, b.nodes, possible})
	case f.told < len(b.judged):
		f.told++
		return json.Marshal(JudgedFrame{"judged", b.judged[f.told-1]})
	case b.state == Begun:
		return nil, nil
	}
	return nil, errEnd
}

// Hear implements [feed.Feed]: streams say nothing.
func (*follower) Hear(context.Context, []byte) []byte { return nil }

// Close implements [feed.Feed].
func (f *follower) Close() {
	s := f.service
	s.mu.Lock()
	defer s.mu.Unlock()
	b := f.board
	b.followers = slices.DeleteFunc(b.followers, func(other *follower) bool { return other == f })
	if !b.mine && len(b.followers) == 0 && s.boards[f.id] == b {
		delete(s.boards, f.id)
	}
}
