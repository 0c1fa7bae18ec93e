package gametest

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"thera/game"
)

// perftLimit and referenceLimit are the largest counts checked without -long, chosen so
// that a whole file takes seconds even under the race detector.
const (
	perftLimit     = 3_000_000
	referenceLimit = 1_000
)

// Perft checks the counts in a file. Each line is a position followed by its counts,
// "D1" for depth 1 and so on, in ascending order, possibly with gaps. Blank lines and
// lines that begin with # are skipped:
//
//	3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w ; D1 2176 ; D2 4307152
//
// Counts above a few million are checked only with -long.
func Perft(t *testing.T, g game.Game, path string) {
	t.Helper()
	checkCounts(t, path, perftLimit, func(position string, depth int) (uint64, error) {
		pos, err := g.Parse(position)
		if err != nil {
			return 0, err
		}
		return game.Perft(t.Context(), pos, depth)
	})
}

// PerftReference checks the counts in a file of [Perft] with the reference alone, those
// above a thousand only with -long.
func PerftReference(t *testing.T, ref Reference, path string) {
	t.Helper()
	checkCounts(t, path, referenceLimit, func(position string, depth int) (uint64, error) {
		return countReference(ref, position, depth), nil
	})
}

// countReference counts by playing every move except the last.
func countReference(ref Reference, position string, depth int) uint64 {
	moves := ref.Moves(position)
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		n += countReference(ref, ref.Play(position, m), depth-1)
	}
	return n
}

// checkCounts compares a file's counts up to a limit, at least one, with those of count.
func checkCounts(t *testing.T, path string, limit uint64, count func(position string, depth int) (uint64, error)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checked := 0
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, ";")
		position := strings.TrimSpace(fields[0])
		work := uint64(0) // the largest count so far: a few long games may take many short ones
		for _, field := range fields[1:] {
			depth, want, ok := parseCount(field)
			if !ok {
				t.Fatalf("%s:%d: count %q: want a depth from 1 and a number, as in D2 4307152", path, number, field)
			}
			if work = max(work, want); work > limit && !*long {
				continue
			}
			checked++
			if got, err := count(position, depth); got != want || err != nil {
				t.Errorf("%s:%d: %s: perft %d is %d, %v, want %d", path, number, position, depth, got, err, want)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if checked == 0 {
		t.Errorf("%s: no counts of at most %d: want lines such as START ; D1 24 ; D2 448", path, limit)
	}
}

func parseCount(field string) (depth int, count uint64, ok bool) {
	d, n, _ := strings.Cut(strings.TrimSpace(field), " ")
	depth, errD := strconv.Atoi(strings.TrimPrefix(d, "D"))
	count, errN := strconv.ParseUint(n, 10, 64)
	return depth, count, strings.HasPrefix(d, "D") && errD == nil && errN == nil && depth > 0
}
