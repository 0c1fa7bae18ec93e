package thera

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSizes keeps files and packages small enough to be read in one go: a file
// has one notion, a package one purpose. Blank lines don't count for packages.
// Tests and what is generated may be longer, and cmd/thera has a file for each
// subcommand.
func TestSizes(t *testing.T) {
	const maxFile, maxPackage = 300, 2000
	packages := map[string]int{}
	for _, suffix := range []string{".go", ".ts", ".svelte"} {
		files(t, ".", suffix, func(path string) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(path, "_test.go") || strings.Contains(path, ".test.") {
				return
			}
			lines := bytes.Count(text, []byte("\n"))
			if lines > maxFile && !bytes.Contains(text[:200], []byte("Made from Go's types")) && !strings.Contains(path, "i18n") {
				t.Errorf("%s has %d lines: want at most %d", path, lines, maxFile)
			}
			if suffix == ".go" {
				packages[filepath.Dir(path)] += lines - bytes.Count(text, []byte("\n\n"))
			}
		})
	}
	for dir, lines := range packages {
		if lines > maxPackage && dir != filepath.Join("cmd", "thera") {
			t.Errorf("%s has %d lines: want at most %d", dir, lines, maxPackage)
		}
	}
}
