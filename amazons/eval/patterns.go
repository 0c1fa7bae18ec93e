package eval

import (
	"encoding/binary"

	"thera/amazons"
	"thera/game"
	"thera/internal/vector"
)

// shares holds who gets to the empty squares of a position first, by queen moves.
type shares struct {
	own, other share
	tied       game.Squares
}

// share holds the squares that a side reaches first, and those of them to which the
// other one needs at least 2 moves more, or never gets.
type share struct{ first, lead game.Squares }

// What a square is in a pattern, seen from the side to move. All that can't be
// reached is as if off the board.
const (
	shut      = iota
	ownAmazon // stands there
	otherAmazon
	ownLead // the own side is first, by 2 moves or more, or alone
	ownFirst
	tied
	otherFirst
	otherLead
	numStates
)

const (
	// corner is how much more than the number of its first square that of a
	// pattern is: patterns begin at the square diagonally below a1.
	corner = game.Stride + 1

	// numCorners is the number of patterns that touch the largest board.
	numCorners = (game.MaxFiles + 1) * (game.MaxRanks + 1)
)

// grid holds for each square, raised by corner, its state and that of the eastern
// one above it: 3 bits each.
type grid [160]uint8

// tiles returns the patterns that begin at each square.
func (g *grid) tiles() vector.Tiles {
	return vector.Tiles{Lower: (*[128]uint8)(g[:]), Upper: (*[128]uint8)(g[game.Stride:])}
}

// gridOf returns what the squares of a position are.
func gridOf(p *amazons.Position, s *shares) (g grid) {
	own, other := p.Amazons(p.Turn()), p.Amazons(1-p.Turn())
	a, b := &s.own, &s.other
	// The states' bits.
	ones := own.Or(a.lead).Or(s.tied).Or(b.lead).Up(corner)
	twos := other.Or(a.lead).Or(b.first).Up(corner)
	fours := a.first.AndNot(a.lead).Or(s.tied).Or(b.first).Up(corner)
	g.spread(64, ones.Hi, twos.Hi, fours.Hi, 0)
	g.spread(0, ones.Lo, twos.Lo, fours.Lo, bytesOf[ones.Hi&1]|bytesOf[twos.Hi&1]<<1|bytesOf[fours.Hi&1]<<2)
	return g
}

// spread writes 64 numbers, of states whose bits are given and those of their
// neighbors. next is the state of the square behind them.
func (g *grid) spread(at int, ones, twos, fours, next uint64) {
	for i := 56; i >= 0; i -= 8 {
		eight := bytesOf[ones>>i&255] | bytesOf[twos>>i&255]<<1 | bytesOf[fours>>i&255]<<2
		east := eight>>8 | next<<56
		binary.LittleEndian.PutUint64(g[at+i:], eight|east<<3)
		next = eight
	}
}

// bytesOf holds for eight bits the bytes that are 1 where these are.
var bytesOf = func() (table [256]uint64) {
	for bits := range table {
		for i := range 8 {
			table[bits] |= uint64(bits>>i&1) << (8 * i)
		}
	}
	return table
}()

// NumPatterns is how many patterns of four squares there are, if those that turns
// and reflections make of one another count once. That of four shut squares is 0.
const NumPatterns = 666

// patternOf maps the states of four squares to their pattern.
var patternOf = func() (table [numStates * numStates * numStates * numStates]uint16) {
	numbers := map[int]uint16{}
	for x := range table {
		v := [4]int{x & 7, x >> 3 & 7, x >> 6 & 7, x >> 9}
		least := x
		for way := range 8 {
			image := 0
			for i, state := range v {
				file, rank := game.Lay(way, i&1, i>>1, 2, 2)
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

// phase is how much is contested as the network sees it, 0 to NumPhases-1.
func phase(contest int) int { return min(contest/12, NumPhases-1) }

// NumPhases is the number of phases of a game that the network tells apart, by how
// much is contested.
const NumPhases = 16

// AppendInputs appends what is true of a position as the network sees it: the
// patterns there, each from 1 to NumPatterns-1 and as often as there are such, and
// NumPatterns and the phase.
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

// MaxInputs is the largest number of inputs of a position.
const MaxInputs = numCorners + 1
