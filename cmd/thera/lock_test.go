package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"thera/internal/safefile"
	"thera/internal/site/store/storetest"
)

// TestFileInUse starts commands that continue a file which another process has open.
func TestFileInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	journal, err := safefile.OpenJournal(path, safefile.JournalOptions{Title: "title"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = journal.Close() }()
	searched := filepath.Join(t.TempDir(), "file")
	checkpoint := safefile.NewCheckpoint(searched, "title", 1)
	if err := checkpoint.Load(nil); err != nil {
		t.Fatal(err)
	}
	defer checkpoint.Close()
	for command, path := range map[string]string{
		"match random random --games 2 --resume --out":                               path,
		"openings hermit --variant 3x3 --plies 1 --count 1 --depth 1 --resume --out": path,
		"solve hermit 4x4 --resume":                                                  searched,
		"solve amazons 4x4 --resume":                                                 searched,
		"solve santorini --nodes 100 --resume":                                       searched,
	} {
		cmd := exec.Command(os.Args[0], append(strings.Fields(command), path)...)
		cmd.Args[0] = "thera"
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "file: the file is in use by another process: ") {
			t.Errorf("%s: status %d, %s", command, cmd.ProcessState.ExitCode(), out)
		}
	}
	if text, err := os.ReadFile(path); err != nil || len(text) > 0 {
		t.Errorf("%q, %v: want nothing before the first entry", text, err)
	}
}

// A file is served by one program, which continues when another one is rejected.
func TestFileIsServedOnce(t *testing.T) {
	s := &killed{TB: t, listen: storetest.Address(t), store: storetest.SQLite(t)}
	s.start()
	defer s.kill()
	second := exec.Command(os.Args[0], "serve", "--listen", storetest.Address(t), "--no-open", "--store", s.store)
	second.Args[0] = "thera"
	out, err := second.CombinedOutput()
	if second.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "another program serves this file") || strings.Contains(string(out), "panic") {
		t.Errorf("%v: %s", err, out)
	}
}
