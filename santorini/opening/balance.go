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

// BalanceCommand is the command that measured the balance; balance.json is the last
// line of its output.
const BalanceCommand = "thera tournament docs/research/santorini-powers.players --game santorini --games 100 --nodes 10000 --json"

//go:embed balance.json
var balanceData []byte

// PairingCount is a number of games, and how many of them were won.
type PairingCount struct {
	Won   int `json:"won"`
	Games int `json:"games"`
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
	return max((middle-width)/scale, 0), min((middle+width)/scale, 1)
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

// parse reads the cross table of a tournament between powers, as printed by thera
// tournament --json, into counts by the first player's power and the second's.
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
