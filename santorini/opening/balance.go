package opening

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"thera/santorini"
)

//go:embed balance.txt
var balanceData string

// PairingCount is a number of games, and how many of them were won.
type PairingCount struct {
	Won, Games int
}

// Rate returns the share of games won, 0 to 1, or one half if there are no games.
func (c PairingCount) Rate() float64 {
	if c.Games == 0 {
		return 0.5
	}
	return float64(c.Won) / float64(c.Games)
}

// Interval returns the 95% interval of the rate (Wilson 1927), or 0 to 1 without games.
func (c PairingCount) Interval() (low, high float64) {
	if c.Games == 0 {
		return 0, 1
	}
	const z = 1.96
	n, p := float64(c.Games), c.Rate()
	middle := p + z*z/(2*n)
	width := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	low, high = max((middle-width)/scale, 0), min((middle+width)/scale, 1)
	return min(low, p), max(high, p) // equal at the ends, but for rounding
}

// BalanceOf returns how often seat 1 won with its power against seat 2 with the other.
// No games are played between equal powers.
func BalanceOf(first, second santorini.Power) PairingCount { return measured()[first][second] }

// measured panics if the embedded file is broken, which is a mistake in the build.
var measured = sync.OnceValue(func() [][]PairingCount {
	table, err := parse(balanceData)
	if err != nil {
		panic(err)
	}
	return table
})

// parse reads a cross table into counts by the first player's power and the second's.
// Each line is a power and, by the order of the lines, its games against each.
func parse(text string) ([][]PairingCount, error) {
	powers := santorini.Powers()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	order := make([]santorini.Power, len(lines))
	for i, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		power, err := santorini.ParsePower(name)
		if err != nil {
			return nil, fmt.Errorf("balance of powers: line %d: %w", i+1, err)
		}
		if slices.Contains(order[:i], power) {
			return nil, fmt.Errorf("balance of powers: %s is there twice", power)
		}
		order[i] = power
	}
	table := make([][]PairingCount, len(powers))
	for i := range table {
		table[i] = make([]PairingCount, len(powers))
	}
	for i, line := range lines {
		counts := strings.Fields(line)[1:]
		if len(counts) != len(order) {
			return nil, fmt.Errorf("balance of powers: %s has met %d: want %d, by the order of the lines", order[i], len(counts), len(order))
		}
		for j, text := range counts {
			count, err := parseCount(text)
			if err != nil {
				return nil, fmt.Errorf("balance of powers: %s against %s: %w", order[i], order[j], err)
			}
			table[order[i]][order[j]] = count
		}
	}
	return table, nil
}

// parseCount reads a count such as 33/50, games won of games played.
func parseCount(text string) (PairingCount, error) {
	won, games, _ := strings.Cut(text, "/")
	w, err := strconv.Atoi(won)
	g, err2 := strconv.Atoi(games)
	if err != nil || err2 != nil || w < 0 || w > g {
		return PairingCount{}, fmt.Errorf("count %q: want games won of games played, as 33/50", text)
	}
	return PairingCount{w, g}, nil
}
