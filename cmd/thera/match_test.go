package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/lab/rating"
)

// TestInterruptedCount wants the message of an interrupted match to count games
// as its standing does, in pairs.
func TestInterruptedCount(t *testing.T) {
	entry := catalog.Hermit()
	start := gametest.Must(t, entry.Game.Start, "")
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
	text := gametest.Must(t, os.ReadFile, file.Name())
	if n := strings.Count("\n"+string(text), "\ngame "); n != 2 || !strings.Contains(errs.String(), "LOS") {
		t.Errorf("%d games in the file, want 2, and the standing on the terminal:\n%s\n%q", n, text, &errs)
	}
}

// TestRecordsWithoutGames wants a match that was interrupted in its first game to leave the
// records of an earlier one.
func TestRecordsWithoutGames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "records")
	if err := os.WriteFile(name, []byte("earlier"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeRecords(name, &match.Match{Entry: catalog.Hermit()}, match.NewLog()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "earlier" {
		t.Errorf("the file has %q, %v", text, err)
	}
}

// TestShort wants names in tables to differ wherever they differ themselves, and to say how.
func TestShort(t *testing.T) {
	a, b := "ugi:python3 engines/candidate-a/run.py", "ugi:python3 engines/candidate-b/run.py"
	for _, test := range []struct{ all, want []string }{
		{[]string{"random", a}, []string{"random", "ugi:python3 engines/can…"}},
		{[]string{a, b, "random"}, []string{"ugi:python3 …te-a/run.py", "ugi:python3 …te-b/run.py", "random"}},
		{[]string{a + " --depth 12", b + " --depth 12"}, []string{"ugi:python3 …a/run.py --depth 12", "ugi:python3 …b/run.py --depth 12"}},
		{[]string{a, a + " (2)", "x" + a}, []string{"ugi:python3 …te-a/run.py", "ugi:python3 …/run.py (2)", "xugi:python3 engines/ca…"}},
		{[]string{"ugi:python3 engines/candidate", "ugi:python3 engines/candidates"}, []string{"ugi:python3 …s/candidate", "ugi:python3 …/candidates"}},
	} {
		for i, name := range test.all {
			if got := short(name, test.all); got != test.want[i] {
				t.Errorf("%q of %q: %q, want %q", name, test.all, got, test.want[i])
			}
		}
	}
}

// TestDisplayArea wants a narrow or low terminal to show the newest block alone, and one that
// has become narrower to have all rows of the block before erased.
func TestDisplayArea(t *testing.T) {
	if !hasTerminals() {
		t.Skip("no terminals")
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	written := make(chan string)
	go func() {
		text, _ := io.ReadAll(master) // the end is an error
		written <- string(text)
	}()
	resize := func(columns uint16) {
		if err := pty.Setsize(master, &pty.Winsize{Cols: columns, Rows: rows}); err != nil {
			t.Fatal(err)
		}
	}
	d := display{out: slave}
	line := strings.Repeat("x", 100)
	resize(40)
	d.show(line + "\n" + line)
	d.show("\n" + line)
	resize(20)
	d.show(line)
	d.show(strings.Repeat("x\n", rows))
	d.show("")
	slave.Close()
	want := strings.Repeat("x", 38) + "…"
	want = want + "\n" + want + "\n\x1b[2A\x1b[J\n" + want + "\n\x1b[3A\x1b[J" + strings.Repeat("x", 18) + "…\n" +
		"\x1b[1A\x1b[J" + strings.Repeat("x\n", rows-2) + "…\n" + fmt.Sprintf("\x1b[%dA\x1b[J", rows-1)
	if got := strings.ReplaceAll(<-written, "\r\n", "\n"); got != want {
		t.Errorf("written is %q\nwant %q", got, want)
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

// TestSharedPlaces prints rows and columns of players who share a place under one label each.
func TestSharedPlaces(t *testing.T) {
	table := match.CrossTable{Games: 4, Total: 6}
	for _, name := range []string{"a", "b", "c"} {
		table.Players = append(table.Players, match.Row{Name: name, Games: 2, Against: make([]rating.Pentanomial, 3)})
	}
	table.Players[0].Elo, table.Players[0].Won = 100, 2
	lines := strings.Split(crossResult{table}.String(), "\n")
	if got := strings.Fields(lines[0]); !slices.Equal(got, []string{"player", "Elo", "±", "won", "1", "2.1", "2.2"}) {
		t.Errorf("columns %q", got)
	}
	for i, want := range []string{"  1 a ", "2.1 b ", "2.2 c "} {
		if !strings.HasPrefix(lines[i+1], want) {
			t.Errorf("row %q, want %q", lines[i+1], want)
		}
	}
}
