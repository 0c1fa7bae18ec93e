package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/safefile"
)

// playedLog returns the path of a log of a whole match.
func playedLog(t *testing.T, m *Match) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	log, err := OpenLog(path, m, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Play(t.Context(), log, nil); err != nil {
		t.Fatal(err)
	}
	closeLog(t, log)
	return path
}

func closeLog(t *testing.T, log *Log) {
	t.Helper()
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestTornLog cuts a log in many places, as a process may be killed there, and
// plays the rest: the games are always the same.
func TestTornLog(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "drawer", "winner")
	m.Games = 4
	want := playAll(t, m)
	path := playedLog(t, m)
	whole := gametest.Must(t, os.ReadFile, path)
	for n := 0; n <= len(whole); n += 41 {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		log, err := OpenLog(path, m, true)
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if lines := bytes.Count(whole[:n], []byte("\n")); len(log.games) != max(lines-1, 0) {
			t.Fatalf("cut at %d, after %d lines: %d games", n, lines, len(log.games))
		}
		if _, err := m.Play(t.Context(), log, nil); err != nil {
			t.Fatal(err)
		}
		closeLog(t, log)
		log, err = OpenLog(path, m, true)
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if diff := cmp.Diff(want, gamesOf(log)); diff != "" {
			t.Fatalf("cut at %d: %s", n, diff)
		}
		closeLog(t, log)
	}
}

func TestRefusedLogs(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "drawer", "winner")
	m.Games = 4
	path := playedLog(t, m)
	whole := gametest.Must(t, os.ReadFile, path)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	other := *m
	other.Book = RandomOpenings(start(t, m.Entry.Game, m.Variant), 1, 8, nil)
	longer := *m
	longer.Games = 40
	confined := *m
	confined.Confinement = "memory=1g"
	older := bytes.Replace(whole, []byte(`,"confinement":""`), nil, 1)
	for _, test := range []struct {
		name   string
		match  *Match
		resume bool
		text   []byte
		want   string // "" if it is accepted
	}{
		{"again", m, true, whole, ""},
		{"longer", &longer, true, whole, ""},
		{"not resumed", m, false, whole, "the file is not empty: want a new one"},
		{"another match", &other, true, whole, "line 1: the match there has openings \"1 random plies, seed 7\": want \"1 random plies, seed 8\", to resume it"},
		{"confined, after games that were not", &confined, true, whole, "line 1: the match there has confinement \"\": want \"memory=1g\", to resume it"},
		{"of a version that did not say", &confined, true, older, ""},
		{"another file", m, true, []byte("hello\n"), `line 1: "hello": want the terms of a match`},
		{"another file of half a line", m, true, []byte("hello"), `line 1: "hello": want "{\"match\":{`},
		{"half a line, not resumed", m, false, []byte("hello"), "the file is not empty: want a new one"},
		{"another object", m, true, []byte("{}\n"), `line 1: "{}": want the terms of a match`},
		{"no game", m, true, append(bytes.Clone(lines[0]), "hello\n"...), `line 2: "hello\n": invalid character`},
		{"no number", m, true, append(bytes.Clone(lines[0]), "{}\n"...), `line 2: "{}\n": game 0: want a number from 1`},
		{"other players", m, true, append(bytes.Clone(lines[0]), `{"game":1,"players":["drawer","drawer"],"winner":1}`+"\n"...), `game 1 of ["drawer" "drawer"]: want ["drawer" "winner"]`},
		{"three players", m, true, append(bytes.Clone(lines[0]), `{"game":1,"players":["drawer","winner","drawer"],"winner":3}`+"\n"...), `game 1 of ["drawer" "winner" "drawer"]: want`},
		{"no winner", m, true, append(bytes.Clone(lines[0]), `{"game":1,"players":["drawer","winner"]}`+"\n"...), "game 1, won by seat 0: want one of the 2 seats"},
		{"twice", m, true, bytes.Join([][]byte{lines[0], lines[1], lines[1]}, nil), " is there twice"},
	} {
		if err := os.WriteFile(path, test.text, 0o666); err != nil {
			t.Fatal(err)
		}
		log, err := OpenLog(path, test.match, test.resume)
		if err == nil {
			closeLog(t, log)
		}
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
		if text, _ := os.ReadFile(path); !bytes.Equal(text, test.text) {
			t.Errorf("%s: the file was changed", test.name)
		}
	}
	path = filepath.Join(t.TempDir(), "log.jsonl")
	log, err := OpenLog(path, m, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenLog(path, m, true); !errors.Is(err, safefile.ErrLocked) {
		t.Errorf("a file that is in use: %v", err)
	}
	closeLog(t, log)
	if log, err := OpenLog(t.TempDir(), m, true); err == nil {
		t.Errorf("a folder: %+v", log)
	}
}

// killedMatch is the match that playMatch plays. Its games take some ms.
func killedMatch() *Match {
	g := hermit.Rules()
	pos, err := g.Start("3x3")
	if err != nil {
		panic(err)
	}
	slow := func(name string) Spec { return Spec{Text: name, Name: name, Kind: "slow"} }
	return &Match{
		Entry: testEntry(g), Variant: "3x3", Players: []Spec{slow("a"), slow("b")}, Games: 100,
		Book: RandomOpenings(pos, 1, 1, nil), Control: Control{Nodes: 1}, Patience: time.Minute, Concurrency: 3,
	}
}

// playMatch plays killedMatch into the log that the second argument names and
// prints the number of each game when the game is reported.
func playMatch() {
	m := killedMatch()
	log, err := OpenLog(os.Args[2], m, true)
	if err == nil {
		_, err = m.Play(context.Background(), log, func(g Result, _ *Standing) { fmt.Println(g.Number) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestKilled kills a process that plays a match, again and again, at a time
// when it has told of some games: none of those may be lost, and none played
// twice.
func TestKilled(t *testing.T) {
	m := killedMatch()
	want := playAll(t, m)
	path := filepath.Join(t.TempDir(), "log.jsonl")
	told := map[string]bool{}
	for round := 0; len(told) < m.Games; round++ {
		if round > m.Games {
			t.Fatalf("%d games in %d rounds", len(told), round)
		}
		var out bytes.Buffer
		ctx, kill := context.WithTimeout(t.Context(), time.Duration(150+37*round)*time.Millisecond)
		argv := strings.Fields(act("play-match", path))
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...) // which is killed when ctx ends
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		_ = cmd.Run()
		kill()
		for number := range strings.Lines(out.String()) {
			if told[number] {
				t.Errorf("game %s was played twice", strings.TrimSpace(number))
			}
			told[number] = true
		}
		log, err := OpenLog(path, m, true)
		if err != nil {
			t.Fatal(err)
		}
		if len(log.games) < len(told) {
			t.Errorf("%d games in the log, %d told of", len(log.games), len(told))
		}
		closeLog(t, log)
		if len(log.games) == m.Games {
			t.Logf("killed %d times", round)
			break // it may have been killed before it could tell of the last
		}
	}
	log, err := OpenLog(path, m, true)
	if err != nil {
		t.Fatal(err)
	}
	defer closeLog(t, log)
	if diff := cmp.Diff(want, gamesOf(log)); diff != "" {
		t.Error(diff)
	}
}
