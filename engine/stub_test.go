package engine

import (
	"context"
	"io"
	"testing"
	"time"

	"thera/amazons"
	"thera/game"
)

// stub is an engine whose answers are the same on every machine: the first
// legal move, and the first reply to it.
type stub struct {
	score Score
	// share is the share of its time that it takes; 0 means all.
	share float64
	// deaf keeps it from heeding the end of its context.
	deaf bool
	// overdo is how many times the limits on nodes and depth it goes.
	overdo int
}

func (e stub) Search(ctx context.Context, req Request) (Info, error) {
	if req.Position.Winners() != 0 {
		return Info{}, ErrOver
	}
	start := time.Now()
	info := Info{Score: e.score, Depth: 1, Nodes: 10, Line: e.line(req.Position)}
	if req.Report != nil {
		req.Report(info)
	}
	if moves := req.Position.Moves(); req.Lines > 1 && len(moves) > 1 && req.Report != nil {
		second := info
		second.Rank, second.Line = 1, moves[1:2]
		req.Report(second)
	}
	req.pondered(ctx)
	e.think(ctx, req)
	times := max(e.overdo, 1)
	info.Depth, info.Nodes = 2*times, 1000*uint64(times)
	if d := req.Limits.Depth; d > 0 {
		info.Depth = d * times
	}
	if n := req.Limits.Nodes; n > 0 {
		info.Nodes = n * uint64(times)
	}
	info.Time = time.Since(start)
	return info, nil
}

func (e stub) line(pos game.Position) []game.Move {
	first := pos.Moves()[0]
	next, err := pos.Play(first)
	if err != nil || next.Winners() != 0 {
		return []game.Move{first}
	}
	return []game.Move{first, next.Moves()[0]}
}

// think passes the time that the limits give.
func (e stub) think(ctx context.Context, req Request) {
	if e.deaf {
		ctx = context.WithoutCancel(ctx)
	}
	l := req.Limits
	wait := l.Time
	if left := l.Clocks[req.Position.Turn()].Left; wait == 0 {
		wait = left / 10
	}
	if e.share > 0 {
		wait = time.Duration(e.share * float64(wait))
	}
	switch {
	case wait > 0:
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	case l.Nodes == 0 && l.Depth == 0:
		<-ctx.Done()
	}
}

// small is a variant quick to examine.
var small = Variant{Name: "amazons6", Game: amazons.Rules(), Start: "6x6"}

// testServer serves e on two boards.
func testServer(e Engine) *Server {
	server := &Server{
		Name: "Stub 1", Author: "Nobody",
		Default: Config{HashMiB: 16, Threads: 1, Level: 10},
		Max:     Config{HashMiB: 1024, Threads: 8, Level: 10},
	}
	for _, v := range []Variant{small, {Name: "amazons", Game: amazons.Rules()}} {
		v.New = func(Config) Engine { return e }
		server.Variants = append(server.Variants, v)
	}
	return server
}

// program is an engine program in this process.
type program func(ctx context.Context, in io.Reader, out io.Writer) error

// connect starts a program and connects to it. Everything about it has ended
// when the connection is closed.
func connect(t *testing.T, run program) *conn {
	ctx, cancel := context.WithCancel(t.Context())
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, inRead, outWrite)
		cancel()
		_ = inRead.Close()
		_ = outWrite.Close()
		done <- err
	}()
	return newConn(inWrite, outRead, new(tail), func() error { return <-done }, func() {
		cancel()
		_ = inRead.Close()
		_ = outRead.Close()
	})
}
