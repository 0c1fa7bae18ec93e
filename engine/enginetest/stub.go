package enginetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"thera/engine"
	"thera/game"
)

// Stub is an engine whose answers are the same on every machine: the first
// legal move, followed by the first reply.
type Stub struct {
	Score engine.Score
	// TimeFraction is the fraction of its time that it takes; 0 means all of it.
	TimeFraction float64
	// IgnoresCancel makes it ignore the end of its context.
	IgnoresCancel bool
	// LimitFactor multiplies the limits on nodes and depth; 0 means 1.
	LimitFactor int
}

// Search implements [engine.Engine].
func (e Stub) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	if req.Position.Winners() != 0 {
		return engine.Info{}, engine.ErrOver
	}
	start := time.Now()
	info := engine.Info{Score: e.Score, Depth: 1, Nodes: 10, Line: e.line(req.Position)}
	if req.Report != nil {
		req.Report(info)
	}
	if moves := req.Position.Moves(); req.Lines > 1 && len(moves) > 1 && req.Report != nil {
		second := info
		second.Rank, second.Line = 1, moves[1:2]
		req.Report(second)
	}
	req.AwaitPonderHit(ctx)
	e.think(ctx, req)
	times := max(e.LimitFactor, 1)
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

func (e Stub) line(pos game.Position) []game.Move {
	first := pos.Moves()[0]
	next, err := pos.Play(first)
	if err != nil || next.Winners() != 0 {
		return []game.Move{first}
	}
	return []game.Move{first, next.Moves()[0]}
}

// think waits for the time that the limits allow.
func (e Stub) think(ctx context.Context, req engine.Request) {
	if e.IgnoresCancel {
		ctx = context.WithoutCancel(ctx)
	}
	l := req.Limits
	wait := l.Time
	if left := l.Clocks[req.Position.Turn()].Left; wait == 0 {
		wait = left / 10
	}
	if e.TimeFraction > 0 {
		wait = time.Duration(e.TimeFraction * float64(wait))
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

// Program is an engine program that runs in this process: it reads commands until its
// input ends and writes answers. ctx is done when the program is killed.
type Program func(ctx context.Context, in io.Reader, out io.Writer) error

// Start starts the program. After kill, or after the program has ended by
// itself, wait returns once all of its goroutines are done.
func (run Program) Start(ctx context.Context) (in io.WriteCloser, out io.Reader, wait func() error, kill func()) {
	ctx, cancel := context.WithCancel(ctx)
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
	return inWrite, outRead, func() error { return <-done }, func() {
		cancel()
		_ = inRead.Close()
		_ = outRead.Close()
	}
}

// Filtered returns a program whose input and output lines pass through filters.
// A filter returns the line to use instead, "" to drop it.
func Filtered(run Program, in, out func(line string) string) Program {
	return func(ctx context.Context, r io.Reader, w io.Writer) error {
		inRead, inWrite := io.Pipe()
		outRead, outWrite := io.Pipe()
		passed := make(chan struct{})
		go func() {
			Pass(outRead, w, out)
			_ = outRead.Close()
			close(passed)
		}()
		go func() {
			Pass(r, inWrite, in)
			_ = inWrite.Close()
		}()
		err := run(ctx, inRead, outWrite)
		_ = inRead.Close()
		_ = outWrite.Close()
		<-passed
		return err
	}
}

// Pass copies lines through a filter.
func Pass(r io.Reader, w io.Writer, filter func(string) string) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if line := filter(lines.Text()); line != "" {
			if _, err := fmt.Fprintln(w, line); err != nil {
				return
			}
		}
	}
}

// Unchanged is the filter that changes nothing.
func Unchanged(line string) string { return line }

// Without returns a filter that drops lines with a prefix.
func Without(prefix string) func(string) string {
	return func(line string) string {
		if strings.HasPrefix(line, prefix) {
			return ""
		}
		return line
	}
}

// Replaced returns a filter that replaces a text in every line.
func Replaced(old, by string) func(string) string {
	return func(line string) string { return strings.ReplaceAll(line, old, by) }
}
