package terminal

import (
	"context"
	"testing"
	"time"
)

// wait returns the next thought, or fails after a while.
func wait(t *testing.T, thinker *thinker) thought {
	t.Helper()
	answer := make(chan thought, 1)
	go func() {
		if th, ok := thinker.next().(thought); ok {
			answer <- th
		}
	}()
	select {
	case th := <-answer:
		return th
	case <-time.After(time.Minute):
		t.Fatal("no thought in a minute")
		return thought{}
	}
}

func TestThinker(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	thinker := newThinker(ctx)
	first := newDriver(t, "amazons", "", "first").model.wanted()
	second := newDriver(t, "amazons", middleGame, "second").model.wanted()

	thinker.follow(first)
	if th := wait(t, thinker); th.query != first || th.final || th.err != nil || len(th.info.Line) == 0 {
		t.Errorf("first thought: %+v", th)
	}
	begin := time.Now()
	thinker.follow(second)
	if d := time.Since(begin); d > time.Second {
		t.Errorf("it took %v to stop a search", d)
	}
	for {
		th := wait(t, thinker)
		if th.query != second || th.err != nil {
			t.Fatalf("thought about another query: %+v", th)
		}
		if th.final {
			break
		}
	}
	done := thinker.done
	thinker.follow(second)
	if thinker.done != done {
		t.Error("what is answered is thought about again")
	}
	thinker.follow(query{game: "chess", number: 1})
	if th := wait(t, thinker); th.err == nil {
		t.Errorf("chess is thought about: %+v", th)
	}
	thinker.follow(first)
	cancel()
	thinker.stop()
	if msg := thinker.next(); msg != nil {
		t.Errorf("%+v after the end", msg)
	}
}
