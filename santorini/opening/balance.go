package opening

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"thera/santorini"
)

// BalanceCommand is what was typed to measure: its last line of output is balance.json.
const BalanceCommand = "thera tournament docs/research/santorini-powers.players --game santorini --games 80 --nodes 2000 --json"

//go:embed balance.json
var balanceData []byte

// PairingCount is games, and how many of them have been won.
type PairingCount struct {
	Won   int `json:"won"`
	Games int `json:"games"`
}

// Rate returns the share of games won, 0 to 1, and one half of none.
func (c PairingCount) Rate() float64 {
	if c.Games == 0 {
		return 0.5
	}
	return float64(c.Won) / float64(c.Games)
}

// Interval returns the 95 % interval of the rate (Wilson 1927), all from 0 to 1
// where there are no games.
func (c PairingCount) Interval() (low, high float64) {
	if c.Games == 0 {
		return 0, 1
	}
	const z = 1.96
	n, p := float64(c.Games), c.Rate()
	middle := p + z*z/(2*n)
	width := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return max((middle-width)/scale, 0), min((middle+width)/scale, 1)
}

// BalanceOf returns how often seat 1 has won with its power against that of seat 2.
// There are no games of a power against itself.
func BalanceOf(first, second santorini.Power) PairingCount { return measured()[first][second] }

// measured panics if the file is broken, which can only be if the program was
// built from such a one.
var measured = sync.OnceValue(func() [][]PairingCount {
	table, err := parse(balanceData)
	if err != nil {
		panic(err)
	}
	return table
})

// parse reads the cross table of a tournament between powers, as thera
// tournament --json prints it, into counts by the power that moved first and by
// the other.
func parse(file []byte) ([][]PairingCount, error) {
	var cross struct {
		Players []struct {
			Name  string         `json:"name"`
			First []PairingCount `json:"first"`
		} `json:"players"`
	}
	if err := json.Unmarshal(file, &cross); err != nil {
		return nil, fmt.Errorf("balance of powers: %w", err)
	}
	powers := santorini.Powers()
	table := make([][]PairingCount, len(powers))
	for i := range table {
		table[i] = make([]PairingCount, len(powers))
	}
	var order []santorini.Power
	for _, player := range cross.Players {
		power, err := santorini.ParsePower(player.Name)
		if err != nil {
			return nil, fmt.Errorf("balance of powers: player: %w", err)
		}
		if slices.Contains(order, power) {
			return nil, fmt.Errorf("balance of powers: player %s is there twice", power)
		}
		if len(player.First) != len(cross.Players) {
			return nil, fmt.Errorf("balance of powers: player %s has met %d: want %d, by the order of the players", power, len(player.First), len(cross.Players))
		}
		order = append(order, power)
	}
	for i, player := range cross.Players {
		for j, count := range player.First {
			if count.Won < 0 || count.Won > count.Games {
				return nil, fmt.Errorf("balance of powers: %s against %s: %d won of %d", order[i], order[j], count.Won, count.Games)
			}
			table[order[i]][order[j]] = count
		}
	}
	return table, nil
}
