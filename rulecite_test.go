package thera

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"thera/game/gametest"
)

// A clause of a rules page is a paragraph that begins with its number in bold:
//
//	**2.3** The worker may go up at most one level.
//
// A comment cites clauses of its own game's page as in
//
//	// rules/santorini.md 2.3, 3.1
var (
	clause   = regexp.MustCompile(`(?m)^\*\*(\d+\.\d+)\*\* `)
	citation = regexp.MustCompile(`rules/([a-z]+)\.md ((?:\d+\.\d+)(?:,\s+\d+\.\d+)*)`)
)

// TestRuleCitations checks that each clause cited in a comment exists, and that
// the rules package of each game cites every clause of its page.
func TestRuleCitations(t *testing.T) {
	pages, err := filepath.Glob("docs/play/rules/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("rules pages: %v, %v", pages, err)
	}
	cited := map[string]map[string]bool{} // clauses cited by a game's own package
	clauses := map[string]map[string]bool{}
	for _, page := range pages {
		game := strings.TrimSuffix(filepath.Base(page), ".md")
		clauses[game], cited[game] = pageClauses(t, page), map[string]bool{}
	}
	files(t, ".", ".go", func(path string) {
		for _, group := range parse(t, path).Comments {
			for _, m := range citation.FindAllStringSubmatch(group.Text(), -1) {
				game := m[1]
				for number := range strings.SplitSeq(m[2], ",") {
					number = strings.TrimSpace(number)
					if !clauses[game][number] && filepath.Base(path) != "rulecite_test.go" {
						t.Errorf("%s cites %s of docs/play/rules/%s.md, which has no such clause", path, number, game)
					}
					if filepath.Dir(path) == game && !strings.HasSuffix(path, "_test.go") {
						cited[game][number] = true
					}
				}
			}
		}
	})
	for game := range clauses {
		for number := range clauses[game] {
			if !cited[game][number] {
				t.Errorf("no code in %s/ cites docs/play/rules/%s.md %s", game, game, number)
			}
		}
	}
}

// pageClauses returns the numbers of a page's clauses and refuses doubles.
func pageClauses(t *testing.T, page string) map[string]bool {
	t.Helper()
	text := gametest.Must(t, os.ReadFile, page)
	numbers := map[string]bool{}
	for _, m := range clause.FindAllStringSubmatch(string(text), -1) {
		if numbers[m[1]] {
			t.Errorf("%s has clause %s twice", page, m[1])
		}
		numbers[m[1]] = true
	}
	if len(numbers) == 0 {
		t.Errorf("%s has no numbered clauses", page)
	}
	return numbers
}
