package ugi

import (
	"context"
	"errors"

	"thera/engine"
)

// task is what runs while a session keeps reading: a search or a perft. The
// zero value is no task; its channels never deliver.
type task struct {
	cancel   context.CancelFunc
	searches bool          // for an answer to "go"
	ponder   chan struct{} // nil unless the search is pondering
	// isEndless is true of a search without limits, which only a command ends.
	isEndless bool
	said      chan string   // lines to write during the task
	done      chan []string // the last lines, sent once
}

// running reports whether there is a task that has not ended.
func (t task) running() bool { return t.done != nil }

// startTask runs a task concurrently with the session. run returns the last
// lines instead of passing them to say, so that the session writes them when
// the task is over, and a command that follows them finds no task running.
func (x *session) startTask(ctx context.Context, run func(ctx context.Context, say func(line string)) (last []string)) {
	ctx, cancel := context.WithCancel(ctx)
	t := task{cancel: cancel, said: make(chan string), done: make(chan []string)}
	x.task = t
	go func() { t.done <- run(ctx, func(line string) { t.said <- line }) }()
}

// finishTask writes the last lines of the task.
func (x *session) finishTask(last []string) {
	x.task.cancel()
	x.task = task{}
	for _, line := range last {
		x.write(line)
	}
}

// stopTask stops the running task, if any, and waits for it to end.
func (x *session) stopTask() {
	if x.task.running() {
		x.task.cancel()
	}
	for x.task.running() {
		select {
		case line := <-x.task.said:
			x.write(line)
		case last := <-x.task.done:
			x.finishTask(last)
		}
	}
}

// noMove answers a "go" that is refused or finds no move: the client waits for
// a bestmove, and chess programs say this if there is none.
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
			x.write(line)
		case last := <-x.task.done:
			x.finishTask(last)
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
	x.ensureEngine()
	e, p := x.engine, x.protocol
	req := engine.Request{Position: x.pos, Limits: order.limits, Seed: x.seed, Lines: x.lines}
	var ponder chan struct{}
	if order.ponder {
		ponder = make(chan struct{})
		req.Ponder = ponder
	}
	x.startTask(ctx, func(ctx context.Context, say func(string)) []string {
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

// ponderHit tells the search that its own time has begun.
func (x *session) ponderHit() error {
	if x.task.ponder == nil {
		return errors.New("want go ponder first")
	}
	close(x.task.ponder)
	x.task.ponder = nil
	return nil
}
