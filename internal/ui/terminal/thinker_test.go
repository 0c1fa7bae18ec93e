package terminal

import (
	"context"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog"
)

// wait returns the next thought, or fails after a while.
func wait(t *testing.T, thinker *Thinker) Thought {
	t.Helper()
	answer := make(chan Thought, 1)
	go func() {
		if th, ok := thinker.Next().(Thought); ok {
			answer <- th
		}
	}()
	select {
	case th := <-answer:
		return th
	case <-time.After(time.Minute):
		t.Fatal("no thought in a minute")
		return Thought{}
	}
}

func TestThinker(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	thinker := NewThinker(ctx)
	start := gametest.Must(t, catalog.Amazons().Game.Start, "")
	first := Query{Game: "amazons", Position: start, Number: 1}
	second := Query{Game: "amazons", Position: start, Number: 1, Level: 1, Seed: 1}

	thinker.Follow(first)
	if th := wait(t, thinker); th.Query != first || th.Final || th.Err != nil || len(th.Info.Line) == 0 {
		t.Errorf("first thought: %+v", th)
	}
	thinker.Follow(second) // or waits for ever: the first one has no end
	for {
		th := wait(t, thinker)
		if th.Query != second || th.Err != nil {
			t.Fatalf("thought about another query: %+v", th)
		}
		if th.Final {
			break
		}
	}
	done := thinker.done
	thinker.Follow(second)
	if thinker.done != done {
		t.Error("what is answered is thought about again")
	}
	thinker.Follow(Query{Game: "chess", Number: 1})
	if th := wait(t, thinker); th.Err == nil {
		t.Errorf("chess is thought about: %+v", th)
	}
	thinker.Follow(first)
	cancel()
	thinker.Stop()
	if msg := thinker.Next(); msg != nil {
		t.Errorf("%+v after the end", msg)
	}
}
