package terminal

import (
	"fmt"
	"strings"

	"thera/game"
)

// piece returns the letter of a seat's pieces on the board, 0 if it has none.
func (t Table) piece(seat game.Seat) byte {
	for _, cell := range t.position().Board().Cells {
		if cell.Owner.Has(seat) {
			return cell.Piece
		}
	}
	return 0
}

// name returns the name of a seat on the screen: "Seat 1", with the letter of its
// pieces if it has any.
func (t Table) name(seat game.Seat) string {
	if piece := t.piece(seat); piece != 0 {
		return fmt.Sprintf("Seat %s %c", seat, piece)
	}
	return "Seat " + seat.String()
}

// player returns the player at a seat, named as in records.
func (t Table) player(seat game.Seat) string {
	if t.Persons.Has(seat) {
		return person
	}
	return fmt.Sprintf(computerFormat, t.Level)
}

// The names of players in records.
const (
	person         = "person"
	computerFormat = "thera level %d"
)

// result returns the winner and the reason, "" while the game is in progress.
func (t Table) result() string {
	winners := t.winners()
	if winners == 0 {
		return ""
	}
	var text string
	switch {
	case t.Persons.Len() == 1 && t.Persons&winners != 0:
		text = "You win"
	case t.Persons.Len() == 1:
		text = "You lose"
	case winners.Len() > 1:
		text = fmt.Sprintf("Seats %s win", winners)
	default:
		text = fmt.Sprintf("Seat %s wins", winners)
	}
	return text + ": " + t.reason() + "."
}

// reason returns why the game is over.
func (t Table) reason() string {
	pos := t.position()
	switch {
	case t.ended.reason != "":
		return t.ended.reason
	case t.ended.winners != 0:
		return "so the record says"
	}
	if last, ok := t.last(); ok && pos.Board().Storeys {
		steps := last.Move.Steps()
		s, err := game.ParseSquare(strings.TrimPrefix(steps[len(steps)-1], "-"))
		if cell := pos.Board().At(s); err == nil && cell.Level == 3 && cell.Owner&pos.Winners() != 0 {
			return fmt.Sprintf("a worker stands on the third storey at %s", s)
		}
		if e := pos.Ending(); e != game.Stuck && e != game.Last {
			return fmt.Sprintf("the step to %s wins", strings.TrimPrefix(steps[len(steps)-1], "-"))
		}
	}
	if loser := pos.Turn(); !pos.Winners().Has(loser) {
		return fmt.Sprintf("seat %s has no move left", loser)
	}
	return "nobody else has a move left"
}
