package thera

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestReadmeExample runs the library example of the README in a module of its own, by the
// commands of library.md. Its engine must search as that of the catalog does, and a program
// with nothing else must not link what starts other programs.
func TestReadmeExample(t *testing.T) {
	readme := gametest.Must(t, os.ReadFile, "README.md")
	example := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(readme)
	if example == nil {
		t.Fatal("no example in Go")
	}
	body := strings.ReplaceAll(string(example[1]), "…\n", "if err != nil { panic(err) }\n")
	body = strings.Replace(body, "Time: time.Second", "Depth: 4", 1) + "fmt.Println(info.Nodes)\n"
	source := "package main\n\nimport (\n"
	for _, path := range []string{
		"context", "fmt", "thera/amazons", "thera/amazons/eval", "thera/engine", "thera/search", "thera/search/alphabeta",
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
	var outputs []string
	for _, command := range append(append([]string{"go mod init example"}, libraryCommands(t)...), "go list -deps .") {
		words := strings.Fields(command)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOSUMDB=off") // the modules are those of go.sum
		out, err := cmd.CombinedOutput()
		if outputs = append(outputs, string(out)); err != nil {
			t.Fatalf("%s: %v\n%s\n%s", command, err, out, source)
		}
	}
	ran, deps := outputs[len(outputs)-2], outputs[len(outputs)-1]
	if want := catalogAnswer(t, "d1-d7(g7)", engine.Limits{Depth: 4}); ran != want {
		t.Errorf("the example prints %q, the catalog's engine finds %q", ran, want)
	}
	if slices.Contains(strings.Fields(deps), "os/exec") {
		t.Error("the example depends on os/exec")
	}
}

// catalogAnswer returns what the example prints, as found by the engine of the catalog.
func catalogAnswer(t *testing.T, move game.Move, limits engine.Limits) string {
	t.Helper()
	entry := catalog.Amazons()
	pos := gametest.Must(t, entry.Game.Start, "10x10")
	pos = gametest.Must(t, pos.Play, move)
	info, err := entry.NewEngine(engine.Defaults(catalog.Parameters())).Search(t.Context(), engine.Request{Position: pos, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintln(info.Best(), info.Score) + fmt.Sprintln(info.Nodes)
}

// libraryCommands returns the commands by which library.md imports thera, from this clone.
func libraryCommands(t *testing.T) []string {
	t.Helper()
	page := gametest.Must(t, os.ReadFile, "docs/programs/library.md")
	block, _, _ := strings.Cut(strings.TrimPrefix(string(page), "# The Go library\n\n"), "\n\n")
	clone, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.ReplaceAll(block, "../thera", clone), "\n")
}
