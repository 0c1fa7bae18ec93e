package tune

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestElsewhere has others play what a file is short of: it comes out as if all had been
// played here, and what half of the games were kept in is gone.
func TestElsewhere(t *testing.T) {
	games := amazonsGames{variant: "6x6", nodes: 10, seed: 1}
	dir := t.TempDir()
	file := func(name string, number int) gameFile {
		return gameFile{
			name: filepath.Join(dir, name), title: games.title(), games: number, play: games.play,
			order: SelfPlay{Game: "amazons", Variant: "6x6", Nodes: 10, Seed: 1},
		}
	}
	extend := func(f gameFile) []byte {
		t.Helper()
		if err := f.extend(t.Context()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(f.name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	want := extend(file("here", 7))
	begun := extend(file("there", 3))

	failing := file("there", 7)
	failing.elsewhere = func(context.Context, SelfPlay, int, int) ([][]byte, error) { return nil, errors.New("nobody is there") }
	if err := failing.extend(t.Context()); err == nil {
		t.Error("nobody plays, and no error")
	}
	if text, err := os.ReadFile(failing.name); err != nil || !bytes.Equal(text, begun) {
		t.Errorf("what was there is changed, or gone: %v", err)
	}

	there := file("there", 7)
	there.elsewhere = func(ctx context.Context, s SelfPlay, first, last int) (lines [][]byte, err error) {
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
	if got := extend(there); !bytes.Equal(got, want) {
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
