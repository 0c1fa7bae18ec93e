package eval

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"thera/amazons"
	"thera/game"
	"thera/internal/vector"
)

// Network evaluates what the terms leave out: how the squares that each side gets to
// first are arranged. It looks at all blocks of 2 by 2 squares. The pattern of each
// block adds to 16 units, whose initial values depend on the phase of the game.
// Negative units count as 0; the first half speak for the side to move, the second half
// against it. Rotating or reflecting the board does not change the value.
type Network struct {
	starts   [NumPhases]vector.Short
	patterns vector.Patterns
}

const (
	// NumUnits is the number of units, 16.
	NumUnits = vector.ShortWidth

	// Unit is how many units of weight make one logit.
	Unit = 1024
)

// value returns the network's contribution for the side to move, in centilogits.
func (n *Network) value(p *amazons.Position, contest int, s *arrivals) int {
	g := gridOf(p, s)
	return n.patterns.Rectified(&n.starts[phase(contest)], g.tiles()) * 100 / Unit
}

// NetworkWeights are the numbers of a network.
type NetworkWeights struct {
	Starts   [NumPhases][NumUnits]int16 // in units of 1/1024 logit
	Patterns [NumPatterns][NumUnits]int16
}

// NewNetwork returns the network with the given weights. It refuses weights with which
// a unit could overflow 16 bits, and any weights for pattern 0, four unreachable
// squares, which is never looked up.
func NewNetwork(w *NetworkWeights) (*Network, error) {
	if w.Patterns[0] != [NumUnits]int16{} {
		return nil, fmt.Errorf("the weights of pattern 0 are %v: want none", w.Patterns[0])
	}
	n := &Network{patterns: vector.Patterns{Numbers: patternOf}}
	for i := range w.Patterns {
		n.patterns.Rows[i] = vector.PackShort(&w.Patterns[i])
	}
	for i := range w.Starts {
		n.starts[i] = vector.PackShort(&w.Starts[i])
	}
	for unit := range NumUnits {
		if least, most := w.bounds(unit); least < math.MinInt16 || most > math.MaxInt16 {
			return nil, fmt.Errorf("unit %d can be %d to %d: want 16 bits", unit, least, most)
		}
	}
	return n, nil
}

// bounds returns the range of values that a unit can have.
func (w *NetworkWeights) bounds(unit int) (least, most int) {
	for i := range w.Patterns {
		least = min(least, numCorners*int(w.Patterns[i][unit]))
		most = max(most, numCorners*int(w.Patterns[i][unit]))
	}
	low, high := math.MaxInt16, math.MinInt16
	for i := range w.Starts {
		low = min(low, int(w.Starts[i][unit]))
		high = max(high, int(w.Starts[i][unit]))
	}
	return low + least, high + most
}

// A network's file is a line of text that states its origin, followed by 16-bit
// little-endian integers: the initial values of the units, phase by phase, and what
// each pattern adds to them.

// ParseNetwork reads the file of a network.
func ParseNetwork(file []byte) (*Network, error) {
	w, err := ParseNetworkWeights(file)
	if err != nil {
		return nil, err
	}
	return NewNetwork(w)
}

// ParseNetworkWeights reads the weights from the file of a network.
func ParseNetworkWeights(file []byte) (*NetworkWeights, error) {
	_, numbers, ok := bytes.Cut(file, []byte("\n"))
	const want = 2 * NumUnits * (NumPhases + NumPatterns)
	if !ok || len(numbers) != want {
		return nil, fmt.Errorf("%d bytes after the first line: want %d", len(numbers), want)
	}
	w := new(NetworkWeights)
	// By hand: binary.Decode would be a large part of the program that the page loads first.
	for _, rows := range [...][][NumUnits]int16{w.Starts[:], w.Patterns[:]} {
		for i := range rows {
			for unit := range rows[i] {
				rows[i][unit] = int16(binary.LittleEndian.Uint16(numbers))
				numbers = numbers[2:]
			}
		}
	}
	return w, nil
}

// AppendFile appends the file of a network with these weights. The origin is one line.
func (w *NetworkWeights) AppendFile(file []byte, origin string) ([]byte, error) {
	return binary.Append(append(append(file, origin...), '\n'), binary.LittleEndian, w)
}

// arrivals holds which side gets to the empty squares first, by queen moves.
type arrivals struct {
	own, other arrival
	tied       game.Squares
}

// arrival holds the squares that a side reaches first, and the subset where the other
// side needs at least 2 more moves or never gets there.
type arrival struct{ first, lead game.Squares }

// The state of a square in a pattern, seen from the side to move. Unreachable squares
// are treated as off the board.
const (
	shut      = iota
	ownAmazon // an amazon of the side to move stands there
	otherAmazon
	ownLead // the side to move is first by 2 moves or more, or alone
	ownFirst
	tied
	otherFirst
	otherLead
	numStates
)

const (
	// corner is added to the number of a block's lowest square: blocks begin at the
	// square diagonally below a1.
	corner = game.Stride + 1

	// numCorners is the number of blocks that touch the largest board.
	numCorners = (game.MaxFiles + 1) * (game.MaxRanks + 1)
)

// grid holds for each square, shifted by corner, its state in bits 0–2 and that of its
// eastern neighbor in bits 3–5.
type grid [160]uint8

// tiles returns the blocks that begin at each square.
func (g *grid) tiles() vector.Tiles {
	return vector.Tiles{Lower: (*[128]uint8)(g[:]), Upper: (*[128]uint8)(g[game.Stride:])}
}

func gridOf(p *amazons.Position, s *arrivals) (g grid) {
	own, other := p.Amazons(p.Turn()), p.Amazons(1-p.Turn())
	a, b := &s.own, &s.other
	// The bits of the states.
	ones := own.Or(a.lead).Or(s.tied).Or(b.lead).Up(corner)
	twos := other.Or(a.lead).Or(b.first).Up(corner)
	fours := a.first.AndNot(a.lead).Or(s.tied).Or(b.first).Up(corner)
	g.spread(64, ones.Hi, twos.Hi, fours.Hi, 0)
	g.spread(0, ones.Lo, twos.Lo, fours.Lo, vector.Bytes[ones.Hi&1]|vector.Bytes[twos.Hi&1]<<1|vector.Bytes[fours.Hi&1]<<2)
	return g
}

// spread writes 64 squares, given the bits of their states. next is the state of the
// square after them.
func (g *grid) spread(at int, ones, twos, fours, next uint64) {
	for i := 56; i >= 0; i -= 8 {
		eight := vector.Bytes[ones>>i&255] | vector.Bytes[twos>>i&255]<<1 | vector.Bytes[fours>>i&255]<<2
		east := eight>>8 | next<<56
		binary.LittleEndian.PutUint64(g[at+i:], eight|east<<3)
		next = eight
	}
}

// NumPatterns is the number of patterns of four squares, counting rotations and
// reflections once. Pattern 0 is four unreachable squares.
const NumPatterns = 666

// patternOf maps the states of four squares to their pattern.
var patternOf = func() (table [numStates * numStates * numStates * numStates]uint16) {
	numbers := map[int]uint16{}
	for x := range table {
		v := [4]int{x & 7, x >> 3 & 7, x >> 6 & 7, x >> 9}
		least := x
		for _, y := range game.Symmetries(2, 2) {
			image := 0
			for i, state := range v {
				file, rank := y.Place(i&1, i>>1)
				image |= state << (3 * (2*rank + file))
			}
			least = min(least, image)
		}
		if _, ok := numbers[least]; !ok {
			numbers[least] = uint16(len(numbers))
		}
		table[x] = numbers[least]
	}
	return table
}()

// phase returns the network's phase for an amount of contest, 0 to NumPhases-1.
func phase(contest int) int { return min(contest/12, NumPhases-1) }

// NumPhases is the number of phases that the network distinguishes, by amount of contest.
const NumPhases = 16

// AppendInputs appends the network's inputs for a position: its patterns, each from 1
// to NumPatterns-1 and as often as it occurs, and NumPatterns plus the phase.
func AppendInputs(p *amazons.Position, list []uint16) []uint16 {
	_, contest, s := termsOf(p)
	g := gridOf(p, &s)
	for i := range numCorners {
		if x := patternOf[int(g[i])|int(g[i+game.Stride])<<6]; x > 0 {
			list = append(list, x)
		}
	}
	return append(list, uint16(NumPatterns+phase(contest)))
}

// MaxActive is the largest number of inputs that can be true at once.
const MaxActive = numCorners + 1
