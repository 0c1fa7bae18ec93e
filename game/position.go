package game

import "errors"

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

// Position is a position with the side to move. It is immutable and safe for
// concurrent use.
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
