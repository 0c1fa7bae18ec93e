package ugi

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/hermit"
)

// TestCheckPythonEngine examines the engine in the documentation.
func TestCheckPythonEngine(t *testing.T) {
	python, path := documentedEngine(t)
	variant := Variant{Name: "hermit6", Game: hermit.Rules(), Start: "6x6"}
	for p := range Check(t.Context(), []string{python, path}, variant, ClientOptions{}) {
		if !p.OK {
			t.Errorf("%s: %s", p.Name, p.Detail)
		}
	}
}

// TestPythonEngineAnswers asks the engine in the documentation for moves that it can't
// give: each go has an answer all the same.
func TestPythonEngineAnswers(t *testing.T) {
	python, path := documentedEngine(t)
	engine := exec.CommandContext(t.Context(), python, path)
	engine.Stdin = strings.NewReader("go depth x\nposition fen R 2\ngo depth 1\nposition fen ? 1 moves x\n")
	out, err := engine.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile("(?m)^(info string error|bestmove).*").FindAllString(string(out), -1)
	for i := range got {
		got[i], _, _ = strings.Cut(got[i], ":")
	}
	want := []string{"info string error", "bestmove (none)", "info string error", "bestmove (none)", "info string error"}
	if !slices.Equal(got, want) {
		t.Errorf("the engine answers %q, want %q", got, want)
	}
}

// documentedEngine returns the command and the file of the engine in the documentation.
func documentedEngine(t *testing.T) (python, path string) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	text := gametest.Must(t, os.ReadFile, "../../docs/programs/protocol.md")
	source := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(text)
	if source == nil {
		t.Fatal("no engine in Python in the documentation")
	}
	path = filepath.Join(t.TempDir(), "random_engine.py")
	if err := os.WriteFile(path, source[1], 0o666); err != nil {
		t.Fatal(err)
	}
	return python, path
}
