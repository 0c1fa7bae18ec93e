package safefile_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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
	f.Close()
	f = safefile.NewCheckpoint(path, "test 1 of a position", 3)
	if records, err := load(f); err != nil || !slices.Equal(records, []string{"one", "two"}) || f.Past() != spent {
		t.Errorf("read %v, %v, %v", records, f.Past(), err)
	}
	if left := f.UntilSave(); left <= 0 || left > time.Minute {
		t.Errorf("%v until the next save, want up to a minute", left)
	}
	f.Close()
	if files, _ := filepath.Glob(path + "*"); len(files) != 1 {
		t.Errorf("files left: %v", files)
	}
}

// TestCheckpointLocked wants a checkpoint to be one process's, also after it is saved and by
// another name, until that closes it or can't read it, and nothing to stay beside it.
func TestCheckpointLocked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need rights there")
	}
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	f := safefile.NewCheckpoint(path, "title", 3)
	if _, err := load(f); err != nil {
		t.Fatal(err)
	}
	save(t, f, safefile.Spent{}, "one")
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		if _, err := load(safefile.NewCheckpoint(name, "title", 3)); !errors.Is(err, safefile.ErrLocked) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s, which is in use: %v", name, err)
		}
	}
	save(t, f, safefile.Spent{}, "one", "two")
	f.Close()
	if _, err := load(safefile.NewCheckpoint(path, "another title", 3)); err == nil || errors.Is(err, safefile.ErrLocked) {
		t.Errorf("with another title: %v", err)
	}
	f = safefile.NewCheckpoint(link, "title", 3)
	if records, err := load(f); err != nil || len(records) != 2 {
		t.Errorf("after it is closed: %q, %v", records, err)
	}
	f.Close()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("files are %v, %v; want the file and the link to it", entries, err)
	}
}

// TestCheckpointLocks has many at once take one checkpoint: at most one of them has it.
func TestCheckpointLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var having, had atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				f := safefile.NewCheckpoint(path, "title", 3)
				if _, err := load(f); err != nil {
					if !errors.Is(err, safefile.ErrLocked) {
						t.Error(err)
					}
					continue
				}
				if having.Add(1) > 1 {
					t.Error("two have the checkpoint")
				}
				had.Add(1)
				having.Add(-1)
				f.Close()
			}
		})
	}
	all.Wait()
	if had.Load() == 0 {
		t.Error("nobody had the checkpoint")
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
			if _, err := load(safefile.NewCheckpoint(path, "title", 3)); err == nil || errors.Is(err, safefile.ErrLocked) || !strings.Contains(err.Error(), path) {
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
