package santorini

import (
	_ "embed"

	"thera/game"
)

// Evaluate estimates the chances of seat against all others, in centilogits
// within ±1900. With two seats that have placed their workers it first plays
// on as long as moves are forced, and then asks a network. Otherwise it judges
// as [ByHand] does.
func (p *Position) Evaluate(seat game.Seat) int {
	if p.seats != 2 || p.workers[1] == 0 {
		return p.judge(seat)
	}
	value := p.playedOut()
	if seat != p.turn {
		return -value
	}
	return value
}

// playedOut returns the value for the seat to move, of two, after what is
// forced.
func (p *Position) playedOut() int {
	var list [16]Move // two workers with eight steps, and one square to build on
	forced := p.AppendForced(list[:0])
	if len(forced) == 0 {
		return clamp(int32(fitted.Evaluate(p)))
	}
	best := -certain
	for _, m := range forced {
		next := *p
		if next.Play(m); next.winners != 0 {
			return certain
		}
		best = max(best, -next.playedOut())
	}
	return best
}

// fitted is the network that Evaluate uses.
var fitted = mustParse(networkFile)

//go:embed network.bin
var networkFile []byte

// mustParse panics if the file is not a network, which can only be if the
// program was built from a broken one.
func mustParse(file []byte) *Network {
	n, err := ParseNetwork(file)
	if err != nil {
		panic(err)
	}
	return n
}
