package santorini

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"thera/game/gametest"
)

// readTable reads a file of tab-separated values with a line of column names.
// Columns "levels", "p1", "p2" and "stm" give the position.
func readTable(t *testing.T, path string) []row {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma, r.Comment = '\t', '#'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, line := range lines[1:] {
		row := row{}
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// row holds the values of one line by column name.
type row map[string]string

func (r row) position(t *testing.T) Position {
	t.Helper()
	workers := strings.ReplaceAll(r["p1"], ",", "") + "," + strings.ReplaceAll(r["p2"], ",", "")
	return gametest.Must(t, Parse, r["levels"]+" "+workers+" "+r["stm"])
}

func (r row) number(t *testing.T, column string) int {
	t.Helper()
	return gametest.Must(t, strconv.Atoi, r[column])
}

// ends counts sequences of a given number of turns: all, those whose last
// turn is a winning climb, and those after which the seat to move is stuck.
type ends struct{ sequences, climbs, stuck int }

func (e *ends) count(p Position, depth int) {
	for _, m := range p.AppendMoves(nil) {
		next := after(p, m)
		switch {
		case depth > 1:
			e.count(next, depth-1)
			continue
		case next.climbed:
			e.climbs++
		case next.winners != 0:
			e.stuck++
		}
		e.sequences++
	}
}

func TestEnds(t *testing.T) {
	maxDepth := 3
	if gametest.Long() {
		maxDepth = 4
	}
	for _, r := range readTable(t, "testdata/santorini_perft.tsv") {
		for depth := 1; depth <= maxDepth; depth++ {
			d := strconv.Itoa(depth)
			want := ends{r.number(t, "n"+d), r.number(t, "w"+d), r.number(t, "s"+d)}
			var got ends
			p := r.position(t)
			if got.count(p, depth); got != want {
				t.Errorf("%s: depth %d: %+v, want %+v", &p, depth, got, want)
			}
		}
	}
}

// wins reports whether the seat to move, of two, can win within some plies.
func wins(p Position, plies int) bool {
	return plies > 0 && slices.ContainsFunc(p.AppendMoves(nil), func(m Move) bool {
		return loses(after(p, m), plies-1)
	})
}

// loses reports whether the seat to move, of two, has lost or must lose
// within some plies.
func loses(p Position, plies int) bool {
	if p.winners != 0 || plies <= 0 {
		return p.winners != 0
	}
	return !slices.ContainsFunc(p.AppendMoves(nil), func(m Move) bool {
		return !wins(after(p, m), plies-1)
	})
}

// after returns the position after a move.
func after(p Position, m Move) Position {
	p.Play(m)
	return p
}

func TestSolved(t *testing.T) {
	maxPlies := 5
	if gametest.Long() {
		maxPlies = 8
	}
	for _, r := range readTable(t, "testdata/santorini_wins.tsv") {
		p := r.position(t)
		if got, want := p.CountMoves(), r.number(t, "moves"); got != want {
			t.Errorf("%s: %d moves, want %d", &p, got, want)
		}
		result := r.number(t, "result")
		switch {
		case max(result, -result) > maxPlies:
		case result < 0:
			if !loses(p, -result) || loses(p, -result-2) {
				t.Errorf("%s: not a loss in %d plies", &p, -result)
			}
		case wins(p, result-2):
			t.Errorf("%s: won in fewer than %d plies", &p, result)
		default:
			checkBest(t, p, result, strings.Fields(r["best"]))
		}
	}
}

// checkBest checks that just the given moves win within some plies.
func checkBest(t *testing.T, p Position, plies int, want []string) {
	t.Helper()
	var got []string
	for _, m := range p.AppendMoves(nil) {
		if loses(after(p, m), plies-1) {
			got = append(got, m.from().String()+m.to().String()+m.build().String())
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q win in %d plies, want %q", &p, got, plies, want)
	}
}
