package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"thera/internal/site/store/storetest"
)

// TestRestoreStore restores a store that is not a backup: one that a crash has left, whose
// last turns are only in SQLite's log, and one that is served, whose files change.
func TestRestoreStore(t *testing.T) {
	dir := t.TempDir()
	served := storetest.SQLite(t)
	s := storetest.Open(t, served)
	if err := s.Reserve(t.Context()); err != nil {
		t.Fatal(err)
	}
	startGame(t, s, "last")
	crashed, links := filepath.Join(dir, "crashed.db"), t.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(served + suffix)
		if err == nil {
			err = os.WriteFile(crashed+suffix, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	linked := func(to string) string {
		link := filepath.Join(links, filepath.Base(to))
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
		return link
	}

	for _, from := range []string{crashed, linked(crashed)} {
		restored := filepath.Join(t.TempDir(), "restored.db")
		if status, _, stderr := runOnTerminal(t.Context(), "admin", "restore", from, "--store", restored); status != 0 {
			t.Fatalf("status %d: %s", status, stderr)
		}
		if log, err := storetest.Open(t, restored).Events(t.Context(), "last", 0); err != nil || len(log) != 1 {
			t.Errorf("from %s: %d events of the last game, %v, want 1", from, len(log), err)
		}
		if left, err := filepath.Glob(restored + ".*"); err != nil || len(left) != 0 {
			t.Errorf("%q is left behind, %v", left, err)
		}
	}

	other := filepath.Join(dir, "other.db")
	for _, from := range []string{served, linked(served)} {
		status, _, stderr := runOnTerminal(t.Context(), "admin", "restore", from, "--store", other)
		if status != 1 || !strings.Contains(stderr, "another program serves this file") {
			t.Errorf("from a store that is served: status %d, %q", status, stderr)
		}
		if made, err := filepath.Glob(other + "*"); err != nil || len(made) != 0 {
			t.Errorf("from a store that is served: %q is made, %v", made, err)
		}
	}
}

// TestRestoreIntoPostgres leaves the folder of the backup alone, which may be read-only, and
// nothing in the folder for temporary files.
func TestRestoreIntoPostgres(t *testing.T) {
	target, _ := storetest.PostgresToRestart(t)
	folder, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	backup, longAgo := filepath.Join(folder, "backup.db"), time.UnixMilli(1000)
	s := storetest.Open(t, storetest.SQLite(t))
	startGame(t, s, "game")
	if err := errors.Join(s.Backup(t.Context(), backup), os.Chtimes(folder, longAgo, longAgo)); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := runOnTerminal(t.Context(), "admin", "restore", backup, "--store", target); status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if info, err := os.Stat(folder); err != nil || !info.ModTime().Equal(longAgo) {
		t.Errorf("the folder of the backup has changed, %v", err)
	}
	if log, err := storetest.Open(t, target).Events(t.Context(), "game", 0); err != nil || len(log) != 1 {
		t.Errorf("%d events of the game, %v, want 1", len(log), err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) != 0 {
		t.Errorf("%v is left behind, %v", left, err)
	}
}
