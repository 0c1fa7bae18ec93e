package endgame

import (
	"math/bits"

	"thera/game"
	"thera/hermit"
)

// Placing is a block put on a [Field]: bits 8–9 hold its color, bits 6–7 its kind, bits
// 0–5 the lowest square it covers.
type Placing uint16

// AppendMoves appends the moves of a part. Those that cover most come first, because
// what they leave is the most likely to be known already.
func (f *Field) AppendMoves(moves []Placing, p *Part) []Placing {
	for kind := len(f.blocks) - 1; kind >= 0; kind-- {
		for color, open := range p {
			code := Placing(color<<8 | kind<<6)
			for fits := f.fits(kind, open); fits != 0; fits &= fits - 1 {
				moves = append(moves, code|Placing(bits.TrailingZeros64(fits)))
			}
		}
	}
	return moves
}

// fits returns the lowest squares of the blocks of a kind that fit in a set.
func (f *Field) fits(kind int, open uint64) uint64 {
	if f.width > 0 || kind == int(hermit.Upright) {
		return open & (open >> (f.step[kind] & 63)) & f.room[kind]
	}
	fits := uint64(0)
	for rest := open & f.room[kind]; rest != 0; rest &= rest - 1 {
		square := bits.TrailingZeros64(rest)
		if f.blocks[kind][square&63].covers&^open == 0 {
			fits |= 1 << square
		}
	}
	return fits
}

// Hardness estimates the work of finding the nimber of a part, by the formula that was
// seen to order moves best: moves count once, squares twice.
func (f *Field) Hardness(p *Part) int {
	n := 2 * bits.OnesCount64(p[hermit.Red]|p[hermit.Yellow]|p[hermit.Blue])
	for _, open := range p {
		n += bits.OnesCount64(open) + bits.OnesCount64(f.fits(1, open)) + bits.OnesCount64(f.fits(2, open))
	}
	return n
}

// Key returns a 126-bit number that is different for all parts of the field.
func (f *Field) Key(p *Part) (hi, lo uint64) {
	return key(p[hermit.Red], p[hermit.Yellow], p[hermit.Blue])
}

func key(red, yellow, blue uint64) (hi, lo uint64) {
	const half = MaxField / 2
	return red | yellow<<MaxField&(1<<63-1), blue | yellow>>half<<MaxField
}

// AppendCut cuts what is open into independent parts and appends them. It leaves out
// the parts with a single square, in which any move is the last, and returns the nimber
// of their sum, 0 or 1.
func (f *Field) AppendCut(parts []Part, open Part) (all []Part, nimber int) {
	return f.appendCut(parts, open[hermit.Red], open[hermit.Yellow], open[hermit.Blue], open[hermit.Red], open[hermit.Yellow], open[hermit.Blue])
}

// AppendLeft makes a move in a connected part and appends what it leaves, like AppendCut.
func (f *Field) AppendLeft(parts []Part, p *Part, m Placing) (all []Part, nimber int) {
	block := &f.blocks[m>>6&3][m&63]
	red, yellow, blue := p[hermit.Red]&^block.covers, p[hermit.Yellow]&^block.covers, p[hermit.Blue]&^block.covers
	// Any piece that came apart was connected to what is gone.
	edgeRed, edgeYellow, edgeBlue := red&block.takes, yellow&block.takes, blue&block.takes
	edge := f.spread(p[m>>8]&block.takes) &^ block.takes
	switch hermit.Color(m >> 8) {
	case hermit.Red:
		red, edgeRed = red&^block.takes, red&edge
	case hermit.Yellow:
		yellow, edgeYellow = yellow&^block.takes, yellow&edge
	case hermit.Blue:
		blue, edgeBlue = blue&^block.takes, blue&edge
	}
	return f.appendCut(parts, red, yellow, blue, edgeRed, edgeYellow, edgeBlue)
}

// appendCut cuts what is open into parts. The edge is a subset that has a spot of every
// part.
//
// A part is the flood fill of one edge square over three layers, one for each color. A
// spot spreads to touching spots of its own color, and through its square to the other
// colors:
//
//	red     . r r .      r spreads to touching r,
//	            |        and through its square
//	yellow  . . y y      to y, which spreads on
//
// Each round grows r, y and b by one king step within their layer, and adds the squares
// reached so far in any layer. There are two ways to end: when nothing grows, the part
// is complete; when all of the edge has been reached, everything that is open is one
// part, and the rest of the fill can be skipped.
func (f *Field) appendCut(parts []Part, red, yellow, blue, edgeRed, edgeYellow, edgeBlue uint64) (all []Part, nimber int) {
	if f.width == 0 {
		return f.appendCutFree(parts, Part{red, yellow, blue}, Part{edgeRed, edgeYellow, edgeBlue})
	}
	// The solver spends most of its time here: the unrolled spread stays in registers.
	notFirst, notLast, up := f.grid.notFirst, f.grid.notLast, uint(f.grid.width)&63
	for edgeRed|edgeYellow|edgeBlue != 0 {
		edge := edgeRed | edgeYellow | edgeBlue
		squares := edge & -edge
		var r, y, b uint64
		for {
			// A king step is one step sideways, here, and then one up or down.
			r1 := r | r<<1&notFirst | r>>1&notLast
			y1 := y | y<<1&notFirst | y>>1&notLast
			b1 := b | b<<1&notFirst | b>>1&notLast
			r1 = (squares | r1 | r1<<(up&63) | r1>>(up&63)) & red
			y1 = (squares | y1 | y1<<(up&63) | y1>>(up&63)) & yellow
			b1 = (squares | b1 | b1<<(up&63) | b1>>(up&63)) & blue
			if edgeRed&^r1|edgeYellow&^y1|edgeBlue&^b1 == 0 {
				// All of the edge is reached, so there is no other part.
				r, y, b = red, yellow, blue
				break
			}
			if r1 == r && y1 == y && b1 == b {
				break
			}
			r, y, b = r1, y1, b1
			squares = r | y | b
		}
		if squares = r | y | b; squares&(squares-1) == 0 {
			nimber ^= 1
		} else {
			parts = append(parts, Part{r, y, b})
		}
		red, yellow, blue = red&^r, yellow&^y, blue&^b
		edgeRed, edgeYellow, edgeBlue = edgeRed&red, edgeYellow&yellow, edgeBlue&blue
	}
	return parts, nimber
}

// appendCutFree is appendCut on fields that are not rectangles.
func (f *Field) appendCutFree(parts []Part, open, edge Part) (all []Part, nimber int) {
	for edge.squares() != 0 {
		var part Part
		for squares := edge.squares() & -edge.squares(); ; squares = part.squares() {
			var grown Part
			out := uint64(0) // the part of the edge that has not been reached
			for color := range open {
				grown[color] = (squares | f.spread(part[color])) & open[color]
				out |= edge[color] &^ grown[color]
			}
			if out == 0 {
				grown, part = open, open
			}
			if grown == part {
				break
			}
			part = grown
		}
		if squares := part.squares(); squares&(squares-1) == 0 {
			nimber ^= 1
		} else {
			parts = append(parts, part)
		}
		for color := range open {
			open[color] &^= part[color]
			edge[color] &= open[color]
		}
	}
	return parts, nimber
}

func (p *Part) squares() uint64 { return p[hermit.Red] | p[hermit.Yellow] | p[hermit.Blue] }

// CanonicalKey returns the key of the canonical form that a part shares with all its
// images: moved, rotated, reflected and with colors exchanged. On a field that is not a
// rectangle, only colors are exchanged. Candidates are the images in the corner of the
// field that are not wider than high. The canonical form is the one with the smallest set
// of squares that an odd number of colors may cover, as a number, and among those the one
// with the smallest sets of colors in ascending order.
func (f *Field) CanonicalKey(p *Part) (hi, lo uint64) {
	if f.width == 0 {
		return key(sorted(p[hermit.Red], p[hermit.Yellow], p[hermit.Blue]))
	}
	corner, w, h := f.grid.box(p.squares())
	red, yellow, blue := p[hermit.Red]>>(corner&63), p[hermit.Yellow]>>(corner&63), p[hermit.Blue]>>(corner&63)
	shape := f.grid.shape(w, h)
	first, last := shape.least(red ^ yellow ^ blue)
	r, y, b := sorted(shape.image(red, first), shape.image(yellow, first), shape.image(blue, first))
	for kind := first + 1; kind <= last; kind++ {
		if shape.image(red^yellow^blue, kind) != shape.image(red^yellow^blue, first) {
			continue
		}
		r1, y1, b1 := sorted(shape.image(red, kind), shape.image(yellow, kind), shape.image(blue, kind))
		if r1 < r || r1 == r && y1 < y { // these two determine the third
			r, y, b = r1, y1, b1
		}
	}
	return key(r, y, b)
}

func sorted(a, b, c uint64) (x, y, z uint64) {
	a, b = min(a, b), max(a, b)
	b, c = min(b, c), max(b, c)
	return min(a, b), max(a, b), c
}

// IsZero reports whether a part is its own image under a rotation or reflection,
// possibly with two colors exchanged, and no move excludes its own image. Then the seat
// to move loses: the other one answers each move with its image, which restores the
// symmetry. It works on rectangular fields only.
func (f *Field) IsZero(p *Part) bool {
	covered := p.squares()
	// No square may be its own image.
	if f.width == 0 || bits.OnesCount64(covered)%2 != 0 {
		return false
	}
	corner, w, h := f.grid.box(covered)
	shape := f.grid.shape(w, h)
	moved := Part{p[hermit.Red] >> (corner & 63), p[hermit.Yellow] >> (corner & 63), p[hermit.Blue] >> (corner & 63)}
	covered >>= corner & 63
	for _, kind := range [...]int{turned, flipped, flipped | turned, transposed, transposed | turned} {
		if kind&transposed != 0 && w != h {
			break
		}
		if shape.image(covered, kind) == covered && f.answers(&moved, &shape, kind) {
			return true
		}
	}
	return false
}

// answers reports whether each move has its image as answer, for some exchange of colors.
func (f *Field) answers(p *Part, shape *shape, kind int) bool {
	for _, exchange := range [...][hermit.NumColors]hermit.Color{
		{hermit.Red, hermit.Yellow, hermit.Blue}, {hermit.Yellow, hermit.Red, hermit.Blue}, {hermit.Blue, hermit.Yellow, hermit.Red}, {hermit.Red, hermit.Blue, hermit.Yellow},
	} {
		same := true
		for color, open := range p {
			same = same && shape.image(open, kind) == p[exchange[color]]
		}
		if same && f.apart(p, shape, kind, exchange) {
			return true
		}
	}
	return false
}

// apart reports whether no move excludes its own image.
func (f *Field) apart(p *Part, shape *shape, kind int, exchange [hermit.NumColors]hermit.Color) bool {
	var buffer [3 * hermit.NumColors * MaxField]Placing
	for _, m := range f.AppendMoves(buffer[:0], p) {
		block := &f.blocks[m>>6&3][m&63]
		color := hermit.Color(m >> 8)
		far := shape.image(block.covers, kind)
		if far&block.covers != 0 || exchange[color] == color && far&block.takes != 0 {
			return false
		}
	}
	return true
}

// maxPart is the number of spots of the largest part that Settled solves. The table for
// all its subsets takes 4 KiB. Chosen by hand, not tuned.
const maxPart = 12

// nimberOf returns the nimber of a part of at most maxPart spots: the mex of the nimbers
// after each move.
func nimberOf(s *hermit.Spots) int {
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

// load numbers the spots of a part, lists the blocks that fit and returns all spots.
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

// Settled returns the winner if it is known without a search, and 0 otherwise. A
// position that consists of small parts is solved: the seat to move loses exactly if
// the nimbers of the parts cancel (Sprague 1935, Grundy 1939). It also loses a position
// that is [Mirrored].
//
// It allocates nothing and is cheap enough for every node of a search.
func Settled(p *hermit.Position) (winners game.Seats) { return settled(p, maxPart) }

// Plain returns the winner if it is obvious without nimbers, and at most how many plies
// are left to play; otherwise 0. The seat to move loses a position that is [Mirrored],
// and one in which an even number of single blocks is left.
func Plain(p *hermit.Position) (winners game.Seats, plies int) {
	winners = settled(p, 2)
	if winners != 0 {
		left := p.Spots()
		plies = left.Len()
	}
	return winners, plies
}

// settled returns the winner if no part exceeds most spots or the position is mirrored.
func settled(p *hermit.Position, most int) (winners game.Seats) {
	left := p.Spots()
	if mirrored(p, &left) {
		return game.Only(1 - p.Turn())
	}
	sum := 0
	for !left.IsEmpty() {
		part := cutPart(&left)
		switch n := part.Len(); {
		case n > most:
			return 0
		case n <= 2:
			sum ^= 1 // any move uses it up
		default:
			sum ^= nimberOf(&part)
		}
	}
	if sum == 0 {
		return game.Only(1 - p.Turn())
	}
	return game.Only(p.Turn())
}

// cutPart removes one part from the spots, which must not be empty, and returns it. Two
// spots exclude each other if they have the same square, or the same color and squares
// that touch. A part is a connected component of that relation, so a move in one part
// leaves the others unchanged.
func cutPart(s *hermit.Spots) (part hermit.Spots) {
	squares := game.Single(s.Squares().First())
	for {
		var grown hermit.Spots
		for color := range s {
			grown[color] = squares.Or(part[color].Spread()).And(s[color])
		}
		if grown == part {
			break
		}
		part, squares = grown, grown.Squares()
	}
	for color := range s {
		s[color] = s[color].AndNot(part[color])
	}
	return part
}
