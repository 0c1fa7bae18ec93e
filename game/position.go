package game

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// ErrIllegal is wrapped by the errors of [Position.Read] and [Position.Play] if the
// text is a move that the rules do not allow here.
var ErrIllegal = errors.New("illegal move")

// Ending says how a game ended under the rules; it is "" while the game is in progress.
// A rules package may define more endings than these.
type Ending string

const (
	// Stuck is the end of a game in which the seat to move cannot move and has lost.
	Stuck Ending = "stuck"
	// Last is the end of a game in which all seats but one are out.
	Last Ending = "last"
)

// Game is the rules of a game as programs see them. Implementations are
// immutable and safe for concurrent use.
type Game interface {
	// Name returns the game's name in lower case.
	Name() string
	// Variants names the start positions; the first is the default.
	Variants() []string
	// Start returns the start position of a variant; "" means the default.
	// An unknown variant is an error that lists the known ones.
	Start(variant string) (Position, error)
	// Parse reads a position's text. It accepts what String writes and the relaxations
	// that the rules state, and refuses impossible positions.
	Parse(text string) (Position, error)
	// Compose returns the position with the given board and seat to move, as in a
	// position editor. It refuses what Parse would refuse. For a game in progress it is
	// the inverse of Board.
	Compose(Board, Seat) (Position, error)
}

// Position is a position with the side to move, immutable and safe for concurrent use.
type Position interface {
	// String returns the canonical text: equal positions have equal texts, and
	// Game.Parse reads it back.
	String() string
	// Turn returns the seat to move; in a finished game, the seat that would be next.
	Turn() Seat
	// Seats returns the seats still in play: all except those that the rules have
	// eliminated. The end of the game itself eliminates no seat, and the winners are
	// always in play.
	Seats() Seats
	// Winners returns the seats that have won, none until the game is over.
	Winners() Seats
	// Ending returns how the game ended, "" until it has.
	Ending() Ending
	// Moves returns the legal moves in the order the rules state, without duplicates.
	// There are none exactly if the game is over.
	Moves() []Move
	// Read returns the legal move that a text stands for, in its canonical text, as
	// Moves lists it. The text may be in any form that the rules accept. A move that
	// can be read but is not legal gives an error wrapping [ErrIllegal].
	Read(text string) (Move, error)
	// Play returns the position after a move, given in any text that Read accepts.
	Play(Move) (Position, error)
	// Board returns what stands on each square.
	Board() Board
}

// Record is a game as it was played.
type Record struct {
	Game  string // the game's name
	Start string // text of the position it started from
	Moves []Move
	// Out lists the seats whose players gave up while others played on, in that order,
	// by the number of moves made before, 0 to len(Moves); see [Eliminate].
	Out map[int][]Seat
}

// Replay plays the record by the rules of g and returns the positions from the start to
// the end, one more than there are moves, each without the seats that have given up by
// then. The error names the first move that cannot be played, counted from 1; the
// positions before it are returned with the error.
func (r Record) Replay(g Game) ([]Position, error) {
	if g.Name() != r.Game {
		return nil, fmt.Errorf("record of game %q: want one of %s", r.Game, g.Name())
	}
	pos, err := g.Parse(r.Start)
	if err != nil {
		return nil, err
	}
	for made := range r.Out {
		if made < 0 || made > len(r.Moves) {
			return nil, fmt.Errorf("seats out after move %d: want 0 to %d", made, len(r.Moves))
		}
	}
	var positions []Position
	for made := range len(r.Moves) + 1 {
		if made > 0 {
			if pos, err = pos.Play(r.Moves[made-1]); err != nil {
				return positions, fmt.Errorf("move %d: %w", made, err)
			}
		}
		for _, seat := range r.Out[made] {
			if pos, err = Eliminate(pos, seat); err != nil {
				return positions, fmt.Errorf("after move %d: %w", made, err)
			}
		}
		positions = append(positions, pos)
	}
	return positions, nil
}

// Seat is a player's place, counted from 0 in order of play; texts count from 1.
type Seat uint8

// String returns the seat as texts write it: "1" for Seat(0).
func (s Seat) String() string { return strconv.Itoa(s.Number()) }

// Number returns the seat's number counted from 1, as texts and users count.
func (s Seat) Number() int { return int(s) + 1 }

// Seats is a set of seats: bit i is Seat(i). Winners are a set because teams win
// together. The zero value is the empty set.
type Seats uint8

// Only returns the set that holds s alone.
func Only(s Seat) Seats { return 1 << s }

// Has reports whether s is in the set.
func (ss Seats) Has(s Seat) bool { return ss>>s&1 != 0 }

// Len returns the number of seats in the set.
func (ss Seats) Len() int { return bits.OnesCount8(uint8(ss)) }

// First returns the lowest seat of a non-empty set.
func (ss Seats) First() Seat { return Seat(bits.TrailingZeros8(uint8(ss))) }

// All yields the seats in the set in order.
func (ss Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for rest := ss; rest != 0; rest &= rest - 1 {
			if !yield(rest.First()) {
				return
			}
		}
	}
}

// Numbers lists the seats' numbers counted from 1, as a non-nil slice.
func (ss Seats) Numbers() []int {
	numbers := []int{}
	for s := range ss.All() {
		numbers = append(numbers, s.Number())
	}
	return numbers
}

// String lists the seats as texts write them: "1", "1+3", and "-" for the empty set.
func (ss Seats) String() string {
	if ss == 0 {
		return "-"
	}
	var names []string
	for s := range ss.All() {
		names = append(names, s.String())
	}
	return strings.Join(names, "+")
}
