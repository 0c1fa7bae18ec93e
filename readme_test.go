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

// TestReadmeExample runs the library example of the README in a module of its own, by the
// commands of library.md, and wants a program with nothing else not to link what starts
// other programs.
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
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	output := ""
	for _, command := range append(append([]string{"go mod init example"}, libraryCommands(t)...), "go list -deps .") {
		words := strings.Fields(command)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOSUMDB=off") // the modules are those of go.sum
		out, err := cmd.CombinedOutput()
		if output = string(out); err != nil {
			t.Fatalf("%s: %v\n%s\n%s", command, err, out, source)
		}
	}
	if slices.Contains(strings.Fields(output), "os/exec") {
		t.Error("the example depends on os/exec")
	}
}

// libraryCommands returns the commands by which library.md imports thera, from this clone.
func libraryCommands(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("docs/programs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	block, _, _ := strings.Cut(strings.TrimPrefix(string(page), "# The Go library\n\n"), "\n\n")
	clone, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.ReplaceAll(block, "../thera", clone), "\n")
}
