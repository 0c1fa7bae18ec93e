package classroom

import (
	"fmt"
	"slices"
)

const (
	santoriniSize = 5

	top  = 3 // level that wins for the worker who stands on it
	dome = 4 // level of a complete tower
)

// Santorini is a board of Santorini: 5×5 towers and the workers of two, three or four
// players, two each: A and B, C and D, E and F, G and H. Use [NewSantorini]; the zero
// value is a board without workers.
type Santorini struct {
	workers []Piece        // A, B, … in that order
	levels  map[Square]int // 0 where nothing is built
	winner  rune           // 0 until a worker reaches the top
}

// NewSantorini returns a board without towers and with worker A at the first position,
// B at the second and so on. It is an error if there are not 4, 6 or 8 positions, if
// one is off the board or if two are the same.
func NewSantorini(positions []Square) (*Santorini, error) {
	switch len(positions) {
	case 4, 6, 8:
	default:
		return nil, fmt.Errorf("workers at %v: want 4, 6 or 8 positions, not %d", positions, len(positions))
	}
	b := &Santorini{levels: make(map[Square]int)}
	for i, s := range positions {
		if !s.on(santoriniSize) {
			return nil, fmt.Errorf("worker at %v: want a row and a column from 0 to %d", s, santoriniSize-1)
		}
		if worker, taken := b.workerOn(s); taken {
			return nil, fmt.Errorf("worker at %v: want another square than worker %c", s, worker)
		}
		b.workers = append(b.workers, Piece{'A' + rune(i), s})
	}
	return b, nil
}

// Workers returns the workers in the order of their letters.
func (b *Santorini) Workers() []Piece { return slices.Clone(b.workers) }

// Level returns the level of the tower that a worker stands on, from 0 for the ground
// to 3. An unknown letter is an error.
func (b *Santorini) Level(letter rune) (int, error) {
	i := find(b.workers, letter)
	if i < 0 {
		return 0, fmt.Errorf("worker %q: want one of the %d letters from A", letter, len(b.workers))
	}
	return b.levels[b.workers[i].Square], nil
}

// MoveWorker moves a worker to the next square in a direction, and returns the board.
// The move is refused if that square is off the board, holds a worker or a complete
// tower or is more than one level higher, or if there is no such letter or direction.
func (b *Santorini) MoveWorker(letter rune, direction string) (*Santorini, error) {
	worker, to, ok := b.target(letter, direction)
	if !ok || b.levels[to] > b.levels[worker.Square]+1 {
		return b, ErrInvalidMove
	}
	worker.Square = to
	if b.winner == 0 && b.levels[to] == top {
		b.winner = letter
	}
	return b, nil
}

// BuildTower lets a worker build one level, or on level 3 the dome, on the next square
// in a direction, and returns the board. It is refused if that square is off the board
// or holds a worker or a complete tower, or if there is no such letter or direction.
func (b *Santorini) BuildTower(letter rune, direction string) (*Santorini, error) {
	_, to, ok := b.target(letter, direction)
	if !ok {
		return b, ErrInvalidMove
	}
	b.levels[to]++
	return b, nil
}

// WinningWorker returns the letter of the first worker to reach level 3. It reports
// false until there is one, and never changes afterwards.
func (b *Santorini) WinningWorker() (letter rune, ok bool) {
	return b.winner, b.winner != 0
}

// String returns five lines of five symbols: the letter of a worker, whatever the level
// below, and elsewhere the level from 0 to 4. There is no final newline.
func (b *Santorini) String() string {
	return draw(santoriniSize, "", func(s Square) rune {
		if worker, ok := b.workerOn(s); ok {
			return worker
		}
		return '0' + rune(b.levels[s])
	})
}

// target returns a worker and the next square in a direction, if that is on the board
// and holds neither a worker nor a complete tower.
func (b *Santorini) target(letter rune, direction string) (worker *Piece, to Square, ok bool) {
	i := find(b.workers, letter)
	step, known := English.vector(direction)
	if i < 0 || !known {
		return nil, Square{}, false
	}
	worker = &b.workers[i]
	to = worker.Square.plus(step)
	_, taken := b.workerOn(to)
	return worker, to, to.on(santoriniSize) && !taken && b.levels[to] < dome
}

func (b *Santorini) workerOn(s Square) (letter rune, ok bool) {
	i := slices.IndexFunc(b.workers, func(w Piece) bool { return w.Square == s })
	if i < 0 {
		return 0, false
	}
	return b.workers[i].Letter, true
}
