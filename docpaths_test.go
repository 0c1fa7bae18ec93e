package thera

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"thera/game/gametest"
)

// repositoryPath is a code span in the documentation that names a file or a
// folder of this repository.
var repositoryPath = regexp.MustCompile("`((?:amazons|classroom|cmd|deploy|docs|engine|examples|game|hermit|internal|record|santorini|search|solve|web)/[\\w./-]+)`")

// TestDocumentedPaths looks for each file and folder that the documentation
// names. Capital letters stand for any name, as in docs/play/rules/NAME.md, and
// what is built is not there in a fresh checkout.
func TestDocumentedPaths(t *testing.T) {
	placeholder := regexp.MustCompile(`\b(NAME|LANGUAGE|TOPIC|X)\b`)
	built := regexp.MustCompile(`^web/(dist|wasm)/`)
	check := func(page string) {
		text := gametest.Must(t, os.ReadFile, page)
		for _, m := range repositoryPath.FindAllStringSubmatch(string(text), -1) {
			path := strings.TrimSuffix(m[1], "/...")
			if placeholder.MatchString(path) || built.MatchString(path) {
				continue
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s names %s, which does not exist", page, path)
			}
		}
	}
	files(t, "docs", ".md", check)
	check("README.md")
	check("CONTRIBUTING.md")
}
