package safefile_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"thera/internal/safefile"
)

// load returns the records of a file of three-byte records.
func load(f *safefile.Checkpoint) (records []string, err error) {
	err = f.Load(func(record []byte) { records = append(records, string(record)) })
	return records, err
}

func save(t *testing.T, f *safefile.Checkpoint, spent safefile.Spent, records ...string) {
	t.Helper()
	err := f.Save(spent, func(yield func([]byte) bool) {
		for _, r := range records {
			if !yield([]byte(r)) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f := safefile.NewCheckpoint(path, "test 1 of a position", 3)
	if records, err := load(f); err != nil || records != nil || f.Past() != (safefile.Spent{}) {
		t.Fatalf("a new file has %v, %v, %v", records, f.Past(), err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("a new file is not there: %v", err)
	}
	spent := safefile.Spent{Nodes: 12, Time: 34 * time.Second}
	save(t, f, spent, "one", "two")
	f = safefile.NewCheckpoint(path, "test 1 of a position", 3)
	if records, err := load(f); err != nil || !slices.Equal(records, []string{"one", "two"}) || f.Past() != spent {
		t.Errorf("read %v, %v, %v", records, f.Past(), err)
	}
	if left := f.UntilSave(); left <= 0 || left > time.Minute {
		t.Errorf("%v until the next save, want up to a minute", left)
	}
	if files, _ := filepath.Glob(path + "*"); len(files) != 1 {
		t.Errorf("files left: %v", files)
	}
}

// TestChanged changes each byte of a file, and cuts it off before each.
func TestChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	save(t, safefile.NewCheckpoint(path, "title", 3), safefile.Spent{Nodes: 1}, "one")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		changed := slices.Clone(whole)
		changed[at] ^= 1
		for _, text := range [][]byte{changed, whole[:at]} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := load(safefile.NewCheckpoint(path, "title", 3)); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("byte %d of %d changed or cut off: %v", at, len(text), err)
			}
		}
	}
}

func TestNotKept(t *testing.T) {
	f := safefile.NewCheckpoint("", "title", 3)
	records, err := load(f)
	if err != nil || records != nil || f.UntilSave() < time.Hour {
		t.Errorf("%v, %v, %v until a save", records, err, f.UntilSave())
	}
	save(t, f, safefile.Spent{}, "one")
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := load(safefile.NewCheckpoint(filepath.Join(dir, "none", "file"), "title", 3)); err == nil {
		t.Error("no error for a file that can't be written")
	}
	path := filepath.Join(dir, "file")
	save(t, safefile.NewCheckpoint(path, "title of one", 3), safefile.Spent{})
	if _, err := load(safefile.NewCheckpoint(path, "title of two", 3)); err == nil || !strings.Contains(err.Error(), `"title of two"`) {
		t.Errorf("another title: %v", err)
	}
}
