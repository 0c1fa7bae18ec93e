package jobs

import (
	"context"
	"fmt"
	"time"

	"thera/internal/cluster/queue"
	"thera/solve"
)

// asking is the questions of a proof that are being answered.
type asking struct {
	*proof
	answers   chan proofAnswer
	asked     map[string]context.CancelFunc // here
	elsewhere map[string]bool               // by others who work at the proof
}

// run asks until the root is proven or ctx is done.
func (p *proof) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	a := asking{p, make(chan proofAnswer), map[string]context.CancelFunc{}, map[string]bool{}}
	defer func() {
		cancel()
		for range a.asked {
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
		if len(a.asked)+len(a.elsewhere) == 0 {
			return fmt.Errorf("position %q: nothing is left to ask", p.root)
		}
		var err error
		select {
		case one := <-a.answers:
			a.asked[one.text]()
			delete(a.asked, one.text)
			if ctx.Err() == nil {
				err = p.take(ctx, one)
			}
		case <-ticker.C:
			err = a.beat(ctx)
		case <-ctx.Done():
		}
		if err != nil || ctx.Err() != nil {
			return ended(ctx, err)
		}
		for text, stop := range a.asked {
			if !p.tree.Wanted(text) {
				stop()
			}
		}
	}
	return nil
}

// ended is an error, unless it only says that ctx is done.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// fill asks as many questions as keep all workers busy.
func (a *asking) fill(ctx context.Context) error {
	for len(a.asked) < a.room() && a.tree.Result() == solve.Open {
		pos, ok := a.tree.Next()
		if !ok {
			return nil
		}
		text := pos.String()
		if a.asked[text] != nil || a.elsewhere[text] {
			continue // by a tree before this one
		}
		if err := a.ask(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// ask asks a question unless another does, or has had an answer meanwhile.
func (a *asking) ask(ctx context.Context, text string) error {
	mine, err := a.ledger.claim(ctx, text)
	if err != nil {
		return err
	}
	if a.elsewhere[text] = !mine; !mine {
		return nil
	}
	delete(a.elsewhere, text)
	if err := a.ledger.news(ctx, a.restore); err != nil {
		return err
	}
	if a.known[text] || !a.tree.Wanted(text) {
		a.tree.Withdraw(text)
		return a.ledger.drop(ctx, text)
	}
	one, stop := context.WithCancel(ctx)
	a.asked[text] = stop
	go func() { a.answers <- a.answer(one, text) }()
	return nil
}

// beat keeps the claims of this process, hears what others have found out, and
// takes over questions of those who are not heard of any more.
func (a *asking) beat(ctx context.Context) error {
	if !a.ledger.shared() {
		return nil
	}
	if err := a.ledger.beat(ctx); err != nil {
		return err
	}
	if err := a.ledger.news(ctx, a.restore); err != nil {
		return err
	}
	for text := range a.elsewhere {
		if a.known[text] || !a.tree.Wanted(text) {
			delete(a.elsewhere, text)
			a.tree.Withdraw(text)
		} else if len(a.asked) < a.room() {
			if err := a.ask(ctx, text); err != nil {
				return err
			}
		}
	}
	return nil
}
