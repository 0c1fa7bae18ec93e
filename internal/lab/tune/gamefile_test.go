package tune

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"thera/game/gametest"
)

// TestElsewhereThreads has others play what a file is short of: it comes out as if all had been
// played here, and what half of the games were kept in is gone.
func TestElsewhereThreads(t *testing.T) {
	games := SelfPlay{Game: "amazons", Variant: "6x6", Nodes: 10, Seed: 1}
	dir := t.TempDir()
	here, there := filepath.Join(dir, "here"), filepath.Join(dir, "there")
	extend := func(name string, opt Options) []byte {
		t.Helper()
		if err := games.extend(t.Context(), name, opt); err != nil {
			t.Fatal(err)
		}
		return gametest.Must(t, os.ReadFile, name)
	}
	want := extend(here, Options{Games: 7})
	begun := extend(there, Options{Games: 3})

	failing := func(context.Context, SelfPlay, int, int) ([][]byte, error) { return nil, errors.New("nobody is there") }
	if err := games.extend(t.Context(), there, Options{Games: 7, Elsewhere: failing}); err == nil {
		t.Error("nobody plays, and no error")
	}
	if text, err := os.ReadFile(there); err != nil || !bytes.Equal(text, begun) {
		t.Errorf("what was there is changed, or gone: %v", err)
	}

	elsewhere := func(ctx context.Context, s SelfPlay, first, last int) (lines [][]byte, err error) {
		if first != 3 || last != 7 {
			t.Errorf("games %d to %d are asked for, want 3 to 7", first, last)
		}
		if err := os.WriteFile(s.Journal, []byte("half of them"), 0o666); err != nil {
			return nil, err
		}
		for i := first; i < last; i++ {
			line, err := s.Play(ctx, i)
			if err != nil {
				return nil, err
			}
			if err := s.Check(line); err != nil {
				t.Errorf("game %d: %v", i, err)
			}
			lines = append(lines, line)
		}
		return lines, nil
	}
	if got := extend(there, Options{Games: 7, Elsewhere: elsewhere}); !bytes.Equal(got, want) {
		t.Error("the file comes out differently")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.work")); left != nil {
		t.Errorf("left behind: %s", left)
	}
}

// TestCheck wants one line each: others' games become lines of a file.
func TestCheck(t *testing.T) {
	for _, s := range []SelfPlay{
		{Game: "amazons", Variant: "6x6", Nodes: 10},
		{Game: "santorini", Nodes: 10},
		{Game: "santorini", Nodes: 10, Seats: true},
	} {
		line, err := s.Play(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(line); err != nil {
			t.Errorf("%s: %v", s.Game, err)
		}
		for name, broken := range map[string][]byte{
			"nothing": nil, "no end of line": bytes.TrimSpace(line), "two lines": bytes.Replace(line, []byte(" "), []byte("\n"), 1),
			"an empty line behind": append(bytes.Clone(line), '\n'), "half a game": append(bytes.Clone(line[:len(line)/2]), '\n'),
		} {
			if s.Check(broken) == nil {
				t.Errorf("%s: %s is accepted", s.Game, name)
			}
		}
	}
}
