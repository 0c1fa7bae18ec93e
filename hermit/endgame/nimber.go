package endgame

import (
	"math/bits"

	"thera/game"
	"thera/hermit"
)

// maxPart is the number of spots of the largest part that Settled solves. The table for
// all its subsets takes 4 KiB. Chosen by hand, not tuned.
const maxPart = 12

// nimber returns the nimber of a part of at most maxPart spots: the mex of the nimbers
// after each move.
func nimber(s *hermit.Spots) int {
	var g partGame
	return g.nimber(g.load(s))
}

// partGame is the game on one part. Its spots are numbered from 0.
type partGame struct {
	// For each spot there is a block on it alone, and at most one from it to the west
	// and one to the south.
	blocks    [3 * maxPart]partBlock
	numBlocks int
	nimbers   [1 << maxPart]uint8 // by the spots left: their nimber + 1, or 0 if not known
}

// partBlock is a block that fits: the spots it covers and the spots it takes away,
// which are those and all that they exclude.
type partBlock struct{ covers, takes spotBits }

// spotBits is a set of numbered spots: bit i is spot i.
type spotBits uint16

// load numbers the spots of a part, lists the blocks that fit and returns the set of
// all spots.
func (g *partGame) load(s *hermit.Spots) spotBits {
	var colors [maxPart]int
	var squares [maxPart]game.Square
	n := 0
	for color, open := range s {
		for ; !open.IsEmpty(); open = open.WithoutFirst() {
			colors[n], squares[n] = color, open.First()
			g.blocks[n] = partBlock{covers: 1 << n, takes: 1 << n}
			n++
		}
	}
	for i := range n {
		near := game.Single(squares[i]).Spread()
		for j := range i {
			if squares[i] == squares[j] || colors[i] == colors[j] && near.Has(squares[j]) {
				g.blocks[i].takes |= 1 << j
				g.blocks[j].takes |= 1 << i
			}
		}
	}
	g.numBlocks = n
	for i := range n {
		for j := range i {
			// Squares ascend within a color, so i is east or north of j.
			if d := squares[i] - squares[j]; colors[i] == colors[j] && (d == 1 || d == game.Stride) {
				g.blocks[g.numBlocks] = partBlock{covers: 1<<i | 1<<j, takes: g.blocks[i].takes | g.blocks[j].takes}
				g.numBlocks++
			}
		}
	}
	return 1<<n - 1
}

// nimber returns the nimber of the game on the spots left. It is at most their number,
// because each move takes at least one.
func (g *partGame) nimber(left spotBits) int {
	if left == 0 {
		return 0
	}
	if known := g.nimbers[left]; known != 0 {
		return int(known - 1)
	}
	var reached uint32 // bit n: a move leaves nimber n
	for _, b := range g.blocks[:g.numBlocks] {
		if b.covers&^left == 0 {
			reached |= 1 << g.nimber(left&^b.takes)
		}
	}
	n := bits.TrailingZeros32(^reached)
	g.nimbers[left] = uint8(n + 1)
	return n
}
