package santorini

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// The table of docs/research/perft.md, and the turns one by one.
const (
	counts = "../docs/research/perft.md"
	turns  = "../docs/research/perft-powers.tsv"
)

var (
	countsRow     = regexp.MustCompile(`^\| ([a-z]+) \| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]+) \|$`)
	countsCommand = regexp.MustCompile(`--position '([^']*) 1\s+POWER,mortal'`)
)

// TestCounts wants the counts in the documentation to be those of the rules.
func TestCounts(t *testing.T) {
	data := gametest.Must(t, os.ReadFile, counts)
	text := string(data)
	command := countsCommand.FindStringSubmatch(text)
	if command == nil {
		t.Fatalf("%s has no command that matches %s", counts, countsCommand)
	}
	with := func(power Power) game.Position {
		return gametest.Must(t, Rules().Parse, fmt.Sprintf("%s 1 %s,mortal", command[1], power))
	}
	rows := map[string][]string{}
	for line := range strings.Lines(text) {
		if row := countsRow.FindStringSubmatch(strings.TrimSpace(line)); row != nil {
			rows[row[1]] = row[2:]
		}
	}
	list := gametest.Must(t, os.ReadFile, turns)
	for _, power := range Powers() {
		if len(rows[power.String()]) == 0 {
			t.Errorf("%s has no row for %s", counts, power)
		}
		for i, cell := range rows[power.String()] {
			n, err := game.Perft(t.Context(), with(power), i+1)
			if want := fmt.Sprint(n); err != nil || strings.ReplaceAll(cell, ",", "") != want {
				t.Errorf("%s: perft %d is %s, %v, and %s in %s", power, i+1, want, err, cell, counts)
			}
		}
		var got []string
		for line := range strings.Lines(string(list)) {
			if fields := strings.Fields(line); fields[0] == power.String() {
				got = append(got, fields[1:]...)
			}
		}
		if want := divided(t, with(power)); !slices.Equal(got, want) {
			t.Errorf("%s: %s has\n%s\nwant\n%s", power, turns, got, want)
		}
	}
}

// divided returns the turns, each followed by how many the other seat then has.
func divided(t *testing.T, pos game.Position) (words []string) {
	t.Helper()
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		words = append(words, string(m), fmt.Sprint(len(next.Moves())))
	}
	return words
}
