package thera

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// TestArchitectureTable holds the table of packages in docs/contributing/architecture.md
// against the floors: each package has a row with its floor, in their order.
func TestArchitectureTable(t *testing.T) {
	text, err := os.ReadFile("docs/contributing/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\d+) \| (\[.*?) \| `)
	name := regexp.MustCompile(`\[([^]]+)\]\(`)
	listed := map[string]bool{}
	last := 0
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		floor, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		if floor < last {
			t.Errorf("row %s: floor %d comes after floor %d", m[2], floor, last)
		}
		last = floor
		for _, n := range name.FindAllStringSubmatch(m[2], -1) {
			listed["thera/"+n[1]] = true
			if want, ok := floors["thera/"+n[1]]; !ok || want != floor {
				t.Errorf("row %s: floor %d, but %d in the policy, known %v", n[1], floor, want, ok)
			}
		}
	}
	for path := range floors {
		if !listed[path] {
			t.Errorf("%s has no row in docs/contributing/architecture.md", path)
		}
	}
}
