package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"thera/internal/catalog"
	"thera/internal/match"
)

// TestInterruptedCount wants the message of an interrupted match to count games
// as its standing does, in pairs.
func TestInterruptedCount(t *testing.T) {
	entry := catalog.Hermit()
	start, err := entry.Game.Start("")
	if err != nil {
		t.Fatal(err)
	}
	random := match.Spec{Kind: "random"}
	m := &match.Match{
		Entry: entry, Players: []match.Spec{random, random}, Games: 10,
		Book: match.RandomBook(start, 0, 1, nil), Patience: time.Minute, Concurrency: 1,
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	log := match.NewLog()
	standing, err := m.Play(ctx, log, func(g match.Result, _ *match.Standing) {
		if g.Number == 3 {
			stop()
		}
	})
	if err == nil {
		t.Fatal("the match was not interrupted")
	}
	want := "interrupted after 2 of 10 games, and 1 that will count when "
	if got := interrupted(standing, log, matchFlags{}).Error(); !strings.HasPrefix(got, want) || newDuel(standing).(duelResult).Games != 2 {
		t.Errorf("%s; want %s…, and %d games in the standing", got, want, 2)
	}
}
