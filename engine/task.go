package engine

import (
	"context"
)

// task is what runs while a session goes on reading: a search, or a perft.
// The zero value is no task; its channels never have anything to say.
type task struct {
	cancel context.CancelFunc
	said   chan string   // lines on the way
	done   chan []string // the last lines, once
}

func (t task) running() bool { return t.done != nil }

// start runs a task beside the session. The last lines come back from run
// rather than through say, so that the session writes them when the task is
// over, and a command that answers them finds none running.
func (x *session) start(run func(ctx context.Context, say func(line string)) (last []string)) {
	ctx, cancel := context.WithCancel(x.ctx)
	t := task{cancel, make(chan string), make(chan []string)}
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

// search starts a search of the position.
func (x *session) search(args []string) error {
	limits, infinite, err := parseGo(args)
	if err != nil {
		return err
	}
	x.prepare()
	e, p, req := x.engine, x.protocol, Request{Position: x.pos, Limits: limits, Seed: x.seed}
	x.start(func(ctx context.Context, say func(string)) []string {
		req.Report = func(info Info) { say(p.infoLine(info)) }
		info, err := SearchByClock(ctx, e, req)
		if err != nil {
			// Who asked waits for a move; this is how chess programs say that
			// there is none.
			return []string{errorLine("go", err), "bestmove (none)"}
		}
		if infinite {
			<-ctx.Done()
		}
		return []string{p.infoLine(info), "bestmove " + wireText(info.Best())}
	})
	return nil
}
