package ugi

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"thera/hermit"
)

// TestCheckPythonEngine examines the engine in the documentation.
func TestCheckPythonEngine(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	text, err := os.ReadFile("../../docs/programs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	source := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(text)
	if source == nil {
		t.Fatal("no engine in Python in the documentation")
	}
	path := filepath.Join(t.TempDir(), "random_engine.py")
	if err := os.WriteFile(path, source[1], 0o666); err != nil {
		t.Fatal(err)
	}
	variant := Variant{Name: "hermit6", Game: hermit.Rules(), Start: "6x6"}
	for p := range Check(t.Context(), []string{python, path}, variant, ClientOptions{}) {
		if !p.OK {
			t.Errorf("%s: %s", p.Name, p.Detail)
		}
	}
}
