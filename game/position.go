package game

import "errors"

// ErrIllegal is wrapped by the error of [Position.Play] when the move can be
// read but the rules do not allow it here.
var ErrIllegal = errors.New("illegal move")

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
}

// Position is a position with the side to move. It is immutable and safe for
// concurrent use.
type Position interface {
	// String returns the canonical text: equal positions have equal texts,
	// and Game.Parse reads it back.
	String() string
	// Turn returns the seat to move, and after the end the seat that would be.
	Turn() Seat
	// Seats returns the seats that are in play, or have won.
	Seats() Seats
	// Winners returns the seats that have won, nobody until the game is over.
	Winners() Seats
	// Moves returns the legal moves in the order the rules state, without
	// duplicates; none exactly when the game is over.
	Moves() []Move
	// Play returns the position after a move, in canonical text or any form
	// that the rules accept. The position itself stays as it is. A move that
	// can be read but is not legal gives an error wrapping [ErrIllegal].
	Play(Move) (Position, error)
	// Board returns what stands where, for drawing.
	Board() Board
}
