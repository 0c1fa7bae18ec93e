package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"

	"thera/internal/catalog"
	"thera/internal/lab/match"
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
		Book: match.RandomOpenings(start, 0, 1, nil), Patience: time.Minute, Concurrency: 1,
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
	want := "interrupted after 2 of 10 games, and 1 that will count once "
	if got := interrupted(standing, log, matchFlags{}).Error(); !strings.HasPrefix(got, want) || newDuel(standing).(duelResult).Games != 2 {
		t.Errorf("%s; want %s…, and %d games in the standing", got, want, 2)
	}
}

// TestGamesInFile wants the games in standard output if that is a file, even while the
// terminal shows the standing.
func TestGamesInFile(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "games.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var errs bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: file, stderr: &errs, terminal: true}
	if status := p.run(t.Context(), strings.Fields("match random random --game hermit --games 2")); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count("\n"+string(text), "\ngame "); n != 2 || !strings.Contains(errs.String(), "LOS") {
		t.Errorf("%d games in the file, want 2, and the standing on the terminal:\n%s\n%q", n, text, &errs)
	}
}

// TestFaultsStay wants a game lost by fault to stay on a terminal's screen with
// its detail, above the standing that is kept up to date.
func TestFaultsStay(t *testing.T) {
	status, _, errs := runOnTerminal(t.Context(),
		"match", "random", "text,movetime=1ms,name=cat:cat", "--games", "6", "--margin", "0s", "--depth", "1")
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	screen := vt10x.New(vt10x.WithSize(200, rows))
	if _, err := io.WriteString(screen, strings.ReplaceAll(errs, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(screen.String(), "time: no answer within 1ms"); n != 6 || strings.Contains(screen.String(), "LOS") {
		t.Errorf("%d faults on the screen, want 6 and no standing any more:\n%s", n, screen)
	}
}
