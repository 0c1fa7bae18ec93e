package game

import "errors"

// ErrIllegal is wrapped by the errors of [Position.Read] and [Position.Play]
// when the move can be read but the rules do not allow it here.
var ErrIllegal = errors.New("illegal move")

// Ending is how the rules have ended a game; the zero value means that it goes
// on. A rules package may have more of them than these.
type Ending string

const (
	// Stuck is the end of a game whose seat to move cannot move, and has lost.
	Stuck Ending = "stuck"
	// Last is the end of a game in which all seats but one are out.
	Last Ending = "last"
)

// Game is the rules of a game as programs see them. Implementations are
// immutable and safe for concurrent use.
type Game interface {
	// Name returns the game's name in lower case.
	Name() string
	// Variants names the boards the game can start on; the first is the default.
	Variants() []string
	// Start returns the start position of a variant; "" means the default.
	// An unknown variant is an error that lists the known ones.
	Start(variant string) (Position, error)
	// Parse reads a position's text. It accepts what String writes and the
	// relaxations that the rules state, and refuses positions that can't be.
	Parse(text string) (Position, error)
	// Compose returns the position with what stands on a board and a seat to
	// move, as somebody sets it up. It refuses what Parse would refuse. For a
	// position that is not over it is the reverse of Board.
	Compose(Board, Seat) (Position, error)
}

// Position is a position with the side to move. It is immutable and safe for
// concurrent use.
type Position interface {
	// String returns the canonical text: equal positions have equal texts,
	// and Game.Parse reads it back.
	String() string
	// Turn returns the seat to move, and after the end the seat that would be.
	Turn() Seat
	// Seats returns the seats that are still in play: all but those that the
	// rules have eliminated. The end of the game eliminates nobody by itself,
	// and winners are always among them.
	Seats() Seats
	// Winners returns the seats that have won, nobody until the game is over.
	Winners() Seats
	// Ending returns how the rules have ended the game, "" until they have.
	Ending() Ending
	// Moves returns the legal moves in the order the rules state, without
	// duplicates; none exactly when the game is over.
	Moves() []Move
	// Read returns the legal move that a text means, which may be in any form
	// that the rules accept, in its canonical text: the one that Moves lists.
	// A move that can be read but is not legal gives an error wrapping
	// [ErrIllegal].
	Read(text string) (Move, error)
	// Play returns the position after a move, in any text that Read takes.
	// The position itself stays as it is.
	Play(Move) (Position, error)
	// Board returns what stands where, for drawing.
	Board() Board
}
