package thera

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReadmeExample compiles the library example of the README and wants a
// program with nothing else not to link what starts other programs.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(readme)
	if example == nil {
		t.Fatal("no example in Go")
	}
	body := strings.ReplaceAll(string(example[1]), "…\n", "if err != nil { panic(err) }\n")
	source := "package main\n\nimport (\n"
	for _, path := range []string{
		"context", "fmt", "time", "thera/amazons", "thera/amazons/eval", "thera/engine", "thera/search", "thera/search/alphabeta",
	} {
		if strings.Contains(body, filepath.Base(path)+".") || path == "context" {
			source += "\t\"" + path + "\"\n"
		}
	}
	source += ")\n\nfunc main() {\nctx := context.Background()\n" + body + "}\n"
	path := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "vet", path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, source)
	}
	deps, err := exec.Command("go", "list", "-deps", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(strings.Fields(string(deps)), "os/exec") {
		t.Error("the example depends on os/exec")
	}
}
