package game

import (
	"fmt"
	"slices"
)

// Symmetry maps a board onto itself: it may flip the board left to right, then flip it
// top to bottom, then transpose it. If the rules do not distinguish some kinds of pieces,
// it may also exchange those. It is a comparable value; the zero value changes nothing.
//
// Packed positions and tables are mapped with [Symmetry.Place], positions and moves as
// text with [Image] and [ImageMove].
type Symmetry struct {
	files, ranks uint8 // the size of the board
	flips        uint8 // flipFiles, flipRanks and transpose
	exchange     uint8 // an index of kindOrders
}

const (
	flipFiles = 1 << iota
	flipRanks
	transpose
)

// kindOrders are the permutations of three kinds: kind i becomes kindOrders[…][i].
var kindOrders = [...][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}}

// Symmetries returns the symmetries of an empty board: eight if it is square and four
// otherwise. The first changes nothing.
func Symmetries(files, ranks int) []Symmetry {
	all := make([]Symmetry, 0, 8)
	for flips := range uint8(8) {
		if flips&transpose == 0 || files == ranks {
			all = append(all, Symmetry{files: uint8(files), ranks: uint8(ranks), flips: flips})
		}
	}
	return all
}

// Exchanges returns the symmetries that only exchange pieces. The first changes nothing.
func Exchanges() []Symmetry {
	all := make([]Symmetry, len(kindOrders))
	for i := range all {
		all[i].exchange = uint8(i)
	}
	return all
}

// SymmetriesOf returns the symmetries of a position's board, combined with exchanges of
// the kinds that its rules do not distinguish. The first changes nothing.
func SymmetriesOf(pos Position) []Symmetry {
	all := pos.Board().Symmetries()
	if x, ok := pos.(interface{ alike() []string }); ok && x.alike() != nil {
		flips := all
		for _, exchange := range Exchanges()[1:] {
			for _, y := range flips {
				y.exchange = exchange.exchange
				all = append(all, y)
			}
		}
	}
	return all
}

// Symmetries returns the symmetries of the board, without exchanges of kinds.
func (b Board) Symmetries() []Symmetry { return Symmetries(b.Files, b.Ranks) }

// Inverse returns the symmetry that undoes y. Flips undo themselves; if a transposition
// follows, the other flip undoes each.
func (y Symmetry) Inverse() Symmetry {
	if y.flips&transpose != 0 {
		y.flips = transpose | y.flips&flipFiles<<1 | y.flips&flipRanks>>1
	}
	if y.exchange >= 4 { // the two cycles; all others undo themselves
		y.exchange ^= 1
	}
	return y
}

// Place returns the image of a file and a rank. Places off the board do not change.
func (y Symmetry) Place(file, rank int) (int, int) {
	if uint(file) >= uint(y.files) || uint(rank) >= uint(y.ranks) { // negative ones too
		return file, rank
	}
	if y.flips&flipFiles != 0 {
		file = int(y.files) - 1 - file
	}
	if y.flips&flipRanks != 0 {
		rank = int(y.ranks) - 1 - rank
	}
	if y.flips&transpose != 0 {
		return rank, file
	}
	return file, rank
}

// Square returns the image of a square.
func (y Symmetry) Square(s Square) Square { return At(y.Place(s.File(), s.Rank())) }

// Squares returns the images of squares.
func (y Symmetry) Squares(set Squares) (images Squares) {
	for ; !set.IsEmpty(); set = set.WithoutFirst() {
		images = images.With(y.Square(set.First()))
	}
	return images
}

// Kind returns the image of one of three kinds, counted from 0.
func (y Symmetry) Kind(i int) int { return int(kindOrders[y.exchange][i]) }

// image returns the image of a board. Pieces of exchanged kinds keep their letters, which
// are only for diagrams.
func (b Board) image(y Symmetry, alike []string) Board {
	image := b
	image.Cells = make([]Cell, len(b.Cells))
	for s, cell := range b.All() {
		if i := slices.Index(alike, cell.Kind); i >= 0 {
			cell.Kind = alike[y.Kind(i)]
		}
		*image.At(y.Square(s)) = cell
	}
	return image
}

// symmetric is what positions made by [New] know about symmetries.
type symmetric interface {
	image(Symmetry) (Position, error)
	imageMove(Move, Symmetry) (string, error)
}

// Image returns the image of a position made by [New], or an error if there is none.
func Image(pos Position, y Symmetry) (Position, error) {
	x, ok := pos.(symmetric)
	if !ok {
		return nil, fmt.Errorf("position %q: its symmetries are not known", pos)
	}
	image, err := x.image(y)
	if err != nil {
		return nil, fmt.Errorf("position %q, mirrored: %w", pos, err)
	}
	return image, nil
}

// ImageMove returns the image of a legal move, given the image of its position.
func ImageMove(m Move, y Symmetry, image Position) (Move, error) {
	x, ok := image.(symmetric)
	if !ok {
		return "", fmt.Errorf("position %q: its symmetries are not known", image)
	}
	text, err := x.imageMove(m, y)
	if err != nil {
		return "", err
	}
	moved, err := image.Read(text)
	if err != nil {
		return "", fmt.Errorf("move %q, as %q: %w", m, text, err)
	}
	return moved, nil
}

// Least returns the position with the least text among the images of a position, which is
// the same for all of them, and the symmetries that lead to it, at least one. The
// symmetries must be all those of a board, such as [SymmetriesOf] returns: the first changes
// nothing.
func Least(pos Position, all []Symmetry) (least Position, by []Symmetry, err error) {
	least, by = pos, all[:1:1]
	text := pos.String()
	for _, y := range all[1:] {
		image, err := Image(pos, y)
		if err != nil {
			return nil, nil, err
		}
		switch other := image.String(); {
		case other < text:
			least, text, by = image, other, []Symmetry{y}
		case other == text:
			by = append(by, y)
		}
	}
	return least, by, nil
}

func (x *position[P, M, K]) alike() []string { return x.rules.Alike }

func (x *position[P, M, K]) image(y Symmetry) (Position, error) {
	p, err := x.rules.Compose(x.Board().image(y, x.rules.Alike), x.Turn())
	if err != nil {
		return nil, err
	}
	return &position[P, M, K]{x.rules, p}, nil
}

func (x *position[P, M, K]) imageMove(m Move, y Symmetry) (string, error) {
	if x.rules.Image == nil {
		return "", fmt.Errorf("%s has no symmetries", x.rules.Name)
	}
	code, err := x.rules.ParseMove(string(m))
	if err != nil {
		return "", fmt.Errorf("%s move %q: %w", x.rules.Name, m, err)
	}
	return x.rules.Image(code, y).String(), nil
}
