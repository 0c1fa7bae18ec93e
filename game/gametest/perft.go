package gametest

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"thera/game"
)

// perftLimit is the largest count that is checked without -long, chosen so
// that a whole file takes seconds even under the race detector.
const perftLimit = 3_000_000

// Perft checks the counts in a file. Each line is a position followed by its
// counts, "D1" for one move deep, and so on, in any order and with gaps;
// blank lines and lines that begin with # are skipped:
//
//	3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w ; D1 2176 ; D2 4307152
//
// Counts above a few million are checked with -long only.
func Perft(t *testing.T, g game.Game, path string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, ";")
		pos, err := g.Parse(strings.TrimSpace(fields[0]))
		if err != nil {
			t.Fatalf("%s:%d: %v", path, number, err)
		}
		for _, field := range fields[1:] {
			depth, want, ok := parseCount(field)
			if !ok {
				t.Fatalf("%s:%d: count %q: want a depth and a number, as in D2 4307152", path, number, field)
			}
			if want > perftLimit && !*long {
				continue
			}
			if got, err := game.Perft(t.Context(), pos, depth); got != want || err != nil {
				t.Errorf("%s:%d: %s: perft %d is %d, %v, want %d", path, number, pos, depth, got, err, want)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func parseCount(field string) (depth int, count uint64, ok bool) {
	d, n, _ := strings.Cut(strings.TrimSpace(field), " ")
	depth, errD := strconv.Atoi(strings.TrimPrefix(d, "D"))
	count, errN := strconv.ParseUint(n, 10, 64)
	return depth, count, strings.HasPrefix(d, "D") && errD == nil && errN == nil
}
