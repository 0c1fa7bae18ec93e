package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
)

// Frame is the first and the last frame of a stream: the progress of an analysis.
type Frame struct {
	Event    string `json:"event" enum:"analysis"`
	State    State  `json:"state"`
	Of       int    `json:"of"`
	Nodes    uint64 `json:"nodes"`
	Possible bool   `json:"possible"`
}

// JudgedFrame is a judged position.
type JudgedFrame struct {
	Event string `json:"event" enum:"judged"`
	Judged
}

type follower struct {
	service *API
	id      string
	board   *localAnalysis
	sent    int   // positions sent; guarded, with the following fields, by API.mu
	state   State // as last sent, "" before
	wake    func()
}

var errEnd = errors.New("the analysis has ended")

// watch adds a follower that already has a number of positions.
func (a *API) watch(id string, found row, after int, wake func()) *follower {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.local[id]
	if b == nil {
		b = &localAnalysis{row: found}
		a.local[id] = b
	}
	f := &follower{service: a, id: id, board: b, sent: after, wake: wake}
	b.followers = append(b.followers, f)
	return f
}

// Next implements [stream.Feed].
func (f *follower) Next() ([]byte, error) {
	possible := f.service.Workers.Slots() > 0
	f.service.mu.Lock()
	defer f.service.mu.Unlock()
	b := f.board
	switch {
	case f.state == "" || f.state != b.state && f.sent >= len(b.judged):
		f.state = b.state
		return json.Marshal(Frame{"analysis", b.state, b.of, b.nodes, possible})
	case f.sent < len(b.judged):
		f.sent++
		return json.Marshal(JudgedFrame{"judged", b.judged[f.sent-1]})
	case b.state == Begun:
		return nil, nil
	}
	return nil, errEnd
}

// Hear implements [stream.Feed]: clients send nothing.
func (*follower) Hear(context.Context, []byte) []byte { return nil }

// Close implements [stream.Feed].
func (f *follower) Close() {
	s := f.service
	s.mu.Lock()
	defer s.mu.Unlock()
	b := f.board
	b.followers = slices.DeleteFunc(b.followers, func(other *follower) bool { return other == f })
	if !b.isMine && len(b.followers) == 0 && s.local[f.id] == b {
		delete(s.local, f.id)
	}
}
