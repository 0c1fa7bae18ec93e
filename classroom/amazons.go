package classroom

import (
	"fmt"
	"slices"
	"unicode"
)

const amazonsSize = 10

const arrow = '*'

// opening holds the start squares of the amazons.
var opening = map[rune]Square{
	'a': {6, 0}, 'b': {9, 3}, 'c': {9, 6}, 'd': {6, 9}, // white
	'A': {3, 0}, 'B': {0, 3}, 'C': {0, 6}, 'D': {3, 9}, // black
}

// Amazons is a board of the Game of the Amazons: 10×10 squares, the four white amazons
// a to d, the four black ones A to D, and the arrows shot so far. Use [NewAmazons]; the
// zero value is an empty board without amazons.
type Amazons struct {
	language   Language
	amazons    []Piece         // moved amazons last
	arrows     []Square        // in shooting order
	occupied   map[Square]rune // letters and arrows; a free square is absent
	lastArcher rune            // 0 until somebody shoots
}

// NewAmazons returns a board with the amazons on their start squares. It reads
// directions and refuses moves in the given language.
func NewAmazons(l Language) *Amazons {
	b := &Amazons{language: l, occupied: make(map[Square]rune)}
	for _, letter := range l.letters() {
		b.amazons = append(b.amazons, Piece{letter, opening[letter]})
		b.occupied[opening[letter]] = letter
	}
	return b
}

// Amazons returns the eight amazons. Those that have moved come last, in the order of
// their last moves; the others come first, in the order in which the exercise in that
// language lists them.
func (b *Amazons) Amazons() []Piece { return slices.Clone(b.amazons) }

// Arrows returns the squares where arrows have landed, in shooting order.
func (b *Amazons) Arrows() []Square { return slices.Clone(b.arrows) }

// Position returns the square of an amazon. An unknown letter is an error.
func (b *Amazons) Position(letter rune) (Square, error) {
	i := find(b.amazons, letter)
	if i < 0 {
		return Square{}, fmt.Errorf("amazon %q: want a to d or A to D", letter)
	}
	return b.amazons[i].Square, nil
}

// PossibleDirections returns the directions in which an amazon can move or shoot,
// clockwise from north: those whose first square is on the board and free. An unknown
// letter is an error.
func (b *Amazons) PossibleDirections(letter rune) ([]string, error) {
	from, err := b.Position(letter)
	if err != nil {
		return nil, err
	}
	var possible []string
	for i, name := range b.language.directions() {
		if b.free(from.plus(vectors[i])) {
			possible = append(possible, name)
		}
	}
	return possible, nil
}

// MoveAmazon moves an amazon n squares in a direction and returns the board. The move
// is refused if n is less than 1, if a square it crosses or enters is occupied or off
// the board, or if there is no such letter or direction.
func (b *Amazons) MoveAmazon(letter rune, direction string, n int) (*Amazons, error) {
	to, ok := b.target(letter, direction, n)
	if !ok {
		return b, b.language.refusal()
	}
	i := find(b.amazons, letter)
	delete(b.occupied, b.amazons[i].Square)
	b.occupied[to] = letter
	b.amazons = append(slices.Delete(b.amazons, i, i+1), Piece{letter, to})
	return b, nil
}

// ShootArrow lets an amazon shoot an arrow that lands n squares away in a direction,
// and returns the board. It is refused for the same reasons as MoveAmazon.
func (b *Amazons) ShootArrow(letter rune, direction string, n int) (*Amazons, error) {
	to, ok := b.target(letter, direction, n)
	if !ok {
		return b, b.language.refusal()
	}
	b.occupied[to] = arrow
	b.arrows = append(b.arrows, to)
	b.lastArcher = letter
	return b, nil
}

// Winner returns 0 while both colors can move, 1 if white has won and 2 if black has
// won. Regardless of whose turn it is, a color has lost if none of its four amazons has
// a possible direction. If that holds for both, the color that shot the last arrow has
// won, and black if there is no arrow.
func (b *Amazons) Winner() int {
	white, black := b.canMove(isWhite), b.canMove(isBlack)
	switch {
	case white && black:
		return 0
	case white, !black && isWhite(b.lastArcher):
		return 1
	default:
		return 2
	}
}

// String returns ten lines of ten symbols: the letter of an amazon, * for an arrow, _
// for a free square. There is no final newline.
func (b *Amazons) String() string {
	return draw(amazonsSize, "", func(s Square) rune {
		if symbol, ok := b.occupied[s]; ok {
			return symbol
		}
		return '_'
	})
}

func (b *Amazons) free(s Square) bool {
	return s.on(amazonsSize) && b.occupied[s] == 0
}

// target returns the square n squares from an amazon, if a move or a shot can get there.
func (b *Amazons) target(letter rune, direction string, n int) (to Square, ok bool) {
	i := find(b.amazons, letter)
	step, known := b.language.vector(direction)
	if i < 0 || !known || n < 1 {
		return Square{}, false
	}
	to = b.amazons[i].Square
	for range n {
		if to = to.plus(step); !b.free(to) {
			return Square{}, false
		}
	}
	return to, true
}

func (b *Amazons) canMove(color func(letter rune) bool) bool {
	return slices.ContainsFunc(b.amazons, func(amazon Piece) bool {
		return color(amazon.Letter) && slices.ContainsFunc(vectors[:], func(step Square) bool {
			return b.free(amazon.Square.plus(step))
		})
	})
}

func isWhite(letter rune) bool { return unicode.IsLower(letter) }
func isBlack(letter rune) bool { return unicode.IsUpper(letter) }
