package jobs

import (
	"context"
	"fmt"
	"time"

	"thera/internal/cluster/queue"
	"thera/solve"
)

type questions struct {
	*proof
	answers chan proofAnswer
	own     map[string]context.CancelFunc // asked by this process
	others  map[string]bool               // being answered for other processes
}

// run asks questions until the root is proven or ctx is done.
func (p *proof) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	a := questions{p, make(chan proofAnswer), map[string]context.CancelFunc{}, map[string]bool{}}
	defer func() {
		cancel()
		for range a.own {
			<-a.answers
		}
	}()
	if err := p.ledger.news(ctx, p.restore); err != nil {
		return ended(ctx, err)
	}
	ticker := time.NewTicker(queue.DefaultHeartbeat / 2)
	defer ticker.Stop()
	for p.tree.Result() == solve.Open {
		if err := a.fill(ctx); err != nil {
			return ended(ctx, err)
		}
		if len(a.own)+len(a.others) == 0 {
			return fmt.Errorf("position %q: no question is left to ask", p.root)
		}
		var err error
		select {
		case one := <-a.answers:
			a.own[one.text]()
			delete(a.own, one.text)
			if ctx.Err() == nil {
				err = p.record(ctx, one)
			}
		case <-ticker.C:
			err = a.heartbeat(ctx)
		case <-ctx.Done():
		}
		if err != nil || ctx.Err() != nil {
			return ended(ctx, err)
		}
		for text, stop := range a.own {
			if !p.tree.Wanted(text) {
				stop()
			}
		}
	}
	return nil
}

func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// fill asks as many questions as keep all workers busy.
func (a *questions) fill(ctx context.Context) error {
	for len(a.own) < a.room() && a.tree.Result() == solve.Open {
		pos, ok := a.tree.Next()
		if !ok {
			return nil
		}
		text := pos.String()
		if a.own[text] != nil || a.others[text] {
			continue // asked before the tree was rebuilt
		}
		if err := a.ask(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// ask asks a question unless another process does, or it has been answered.
func (a *questions) ask(ctx context.Context, text string) error {
	mine, err := a.ledger.claim(ctx, text)
	if err != nil {
		return err
	}
	if a.others[text] = !mine; !mine {
		return nil
	}
	delete(a.others, text)
	if err := a.ledger.news(ctx, a.restore); err != nil {
		return err
	}
	if a.known[text] || !a.tree.Wanted(text) {
		a.tree.Withdraw(text)
		return a.ledger.drop(ctx, text)
	}
	one, stop := context.WithCancel(ctx)
	a.own[text] = stop
	go func() { a.answers <- a.answer(one, text) }()
	return nil
}

// heartbeat keeps the claims of this process, reads the answers of others, and
// takes over questions of processes that have disappeared.
func (a *questions) heartbeat(ctx context.Context) error {
	if !a.ledger.shared() {
		return nil
	}
	if err := a.ledger.heartbeat(ctx); err != nil {
		return err
	}
	if err := a.ledger.news(ctx, a.restore); err != nil {
		return err
	}
	for text := range a.others {
		if a.known[text] || !a.tree.Wanted(text) {
			delete(a.others, text)
			a.tree.Withdraw(text)
		} else if len(a.own) < a.room() {
			if err := a.ask(ctx, text); err != nil {
				return err
			}
		}
	}
	return nil
}
