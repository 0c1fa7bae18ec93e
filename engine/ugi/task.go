package ugi

import (
	"context"
	"errors"

	"thera/engine"
)

// task is what runs while a session goes on reading: a search, or a perft.
// The zero value is no task; its channels never have anything to say.
type task struct {
	cancel   context.CancelFunc
	searches bool          // for an answer to "go"
	ponder   chan struct{} // nil unless the search is on the opponent's time
	// isEndless is true of a search without limits, which only a command ends.
	isEndless bool
	said      chan string   // lines on the way
	done      chan []string // the last lines, once
}

// running reports whether there is a task that has not ended.
func (t task) running() bool { return t.done != nil }

// start runs a task beside the session. The last lines come back from run
// rather than through say, so that the session writes them when the task is
// over, and a command that answers them finds none running.
func (x *session) start(ctx context.Context, run func(ctx context.Context, say func(line string)) (last []string)) {
	ctx, cancel := context.WithCancel(ctx)
	t := task{cancel: cancel, said: make(chan string), done: make(chan []string)}
	x.task = t
	go func() { t.done <- run(ctx, func(line string) { t.said <- line }) }()
}

// finish takes the last lines of the task.
func (x *session) finish(last []string) {
	x.task.cancel()
	x.task = task{}
	for _, line := range last {
		x.say(line)
	}
}

// halt stops the task, if one runs, and waits for its end.
func (x *session) halt() {
	if x.task.running() {
		x.task.cancel()
	}
	for x.task.running() {
		select {
		case line := <-x.task.said:
			x.say(line)
		case last := <-x.task.done:
			x.finish(last)
		}
	}
}

// noMove is the answer to a "go" that finds no move, or is refused: who sent it waits
// for a move, and this is how chess programs say that there is none.
const noMove = "bestmove (none)"

// complete waits for the task to end by itself, if it ever does. It stops
// waiting at the end of ctx and when nothing can be written any more.
func (x *session) complete(ctx context.Context) {
	if x.task.isEndless || x.task.ponder != nil {
		return
	}
	for x.task.running() && x.err == nil {
		select {
		case line := <-x.task.said:
			x.say(line)
		case last := <-x.task.done:
			x.finish(last)
		case <-ctx.Done():
			return
		}
	}
}

// search starts a search of the position.
func (x *session) search(ctx context.Context, args []string) error {
	order, err := parseGo(args)
	if err != nil {
		return err
	}
	x.prepare()
	e, p := x.engine, x.protocol
	req := engine.Request{Position: x.pos, Limits: order.limits, Seed: x.seed, Lines: x.lines}
	var ponder chan struct{}
	if order.ponder {
		ponder = make(chan struct{})
		req.Ponder = ponder
	}
	x.start(ctx, func(ctx context.Context, say func(string)) []string {
		req.Report = func(info engine.Info) { say(p.FormatInfo(info)) }
		info, err := engine.SearchByClock(ctx, e, req)
		if err != nil {
			return []string{errorLine("go", err), noMove}
		}
		if order.infinite {
			<-ctx.Done()
		}
		return []string{p.FormatInfo(info), "bestmove " + FormatMove(info.Best())}
	})
	x.task.searches, x.task.ponder = true, ponder
	l := order.limits
	x.task.isEndless = l.Time == 0 && l.Nodes == 0 && l.Depth == 0 && l.Clock(x.pos.Turn()).Left == 0
	return nil
}

// ponderHit tells the search that its time has begun.
func (x *session) ponderHit() error {
	if x.task.ponder == nil {
		return errors.New("want go ponder first")
	}
	close(x.task.ponder)
	x.task.ponder = nil
	return nil
}
