package terminal

import (
	"fmt"
	"slices"

	"thera/game"
	"thera/internal/catalog"
	"thera/record"
)

// Table is a game in progress with who sits at it. Tables are values: those
// methods that change one return a new one.
type Table struct {
	Catalog catalog.Entry
	// Persons are the seats that persons play; an engine plays all others.
	Persons game.Seats
	// Level is the engine's, 1 to catalog.MaxLevel.
	Level int

	seats     game.Seats // in play at the start
	tags      []record.Tag
	turns     []record.Turn   // those on the board and then those taken back
	positions []game.Position // from the start, one more than turns
	at        int             // turns on the board
	// ended is how the game was ended otherwise than on the board.
	ended ending
}

// ending is a result that the board does not show.
type ending struct {
	winners game.Seats
	reason  string
}

// NewTable returns a table with nothing played yet and persons at all seats.
func NewTable(entry catalog.Entry, start game.Position, level int) Table {
	seats := seatsOf(start)
	return Table{Catalog: entry, Persons: seats, Level: level, seats: seats, positions: []game.Position{start}}
}

// open reports whether there is a game at the table; a zero Table has none.
func (t Table) open() bool { return len(t.positions) > 0 }

func (t Table) position() game.Position { return t.positions[t.at] }

// winners returns who has won, on the board or otherwise.
func (t Table) winners() game.Seats {
	if t.ended.winners != 0 {
		return t.ended.winners
	}
	return t.position().Winners()
}

func (t Table) over() bool { return t.winners() != 0 }

// personToMove reports whether the game waits for a person.
func (t Table) personToMove() bool { return !t.over() && t.Persons.Has(t.position().Turn()) }

// last returns the turn that led to the position, if there is one.
func (t Table) last() (record.Turn, bool) {
	if t.at == 0 {
		return record.Turn{}, false
	}
	return t.turns[t.at-1], true
}

// play makes a legal move in canonical text. What was taken back is gone
// unless it is what is played.
func (t Table) play(m game.Move) (Table, error) {
	if t.at < len(t.turns) && t.turns[t.at].Move == m {
		t.at++
		return t, nil
	}
	next, err := t.position().Play(m)
	if err != nil {
		return t, err
	}
	t.turns = append(slices.Clip(t.turns[:t.at]), record.Turn{Move: m})
	t.positions = append(slices.Clip(t.positions[:t.at+1]), next)
	t.at++
	t.ended = ending{}
	return t, nil
}

// undo takes turns back until a person is to move again, and with them a
// resignation. It reports whether there was anything to take back.
func (t Table) undo() (Table, bool) {
	if t.ended.winners != 0 {
		t.ended = ending{}
		if t.personToMove() {
			return t, true
		}
	}
	for at := t.at - 1; at >= 0; at-- {
		if t.Persons.Has(t.positions[at].Turn()) {
			t.at = at
			return t, true
		}
	}
	return t, false
}

// redo plays again what was taken back, until a person is to move or no more
// is left.
func (t Table) redo() (Table, bool) {
	if t.at == len(t.turns) {
		return t, false
	}
	for t.at++; t.at < len(t.turns) && !t.personToMove(); t.at++ {
	}
	return t, true
}

// resigner returns the seat that resigns if a person does: the one to move if
// that is a person's, else the first person's.
func (t Table) resigner() game.Seat {
	seat := t.position().Turn()
	if t.Persons.Has(seat) {
		return seat
	}
	for seat = 0; !t.Persons.Has(seat); seat++ {
	}
	return seat
}

// resign ends the game; all other seats win.
func (t Table) resign() Table {
	t.ended = ending{t.seats &^ game.Only(t.resigner()), record.ByResignation}
	return t
}

// seatsOf returns the seats that are in play. A position tells only whose turn
// it is, so this plays on, with any moves, until it is the first one's again.
func seatsOf(pos game.Position) game.Seats {
	var seats game.Seats
	for !seats.Has(pos.Turn()) {
		seats |= game.Only(pos.Turn())
		moves := pos.Moves()
		if len(moves) == 0 {
			break
		}
		next, err := pos.Play(moves[0])
		if err != nil {
			break
		}
		pos = next
	}
	return seats | pos.Winners()
}

// piece returns the letter of a seat's pieces on the board, 0 if it has none.
func (t Table) piece(seat game.Seat) byte {
	for _, cell := range t.position().Board().Cells {
		if cell.Owner == game.Only(seat) {
			return cell.Piece
		}
	}
	return 0
}

// name returns what the screen calls a seat: "Seat 1", with the letter of its
// pieces if it has any.
func (t Table) name(seat game.Seat) string {
	if piece := t.piece(seat); piece != 0 {
		return fmt.Sprintf("Seat %s %c", seat, piece)
	}
	return "Seat " + seat.String()
}

// player returns who sits at a seat, as records name players.
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

// result returns who has won and why, "" while the game goes on.
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

// reason says why the game is over.
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
		s, err := game.ParseSquare(steps[len(steps)-1])
		if cell := pos.Board().At(s); err == nil && cell.Level == 3 && cell.Owner&pos.Winners() != 0 {
			return fmt.Sprintf("a worker stands on the third storey at %s", s)
		}
	}
	if loser := pos.Turn(); !pos.Winners().Has(loser) {
		return fmt.Sprintf("seat %s has no move left", loser)
	}
	return "nobody else has a move left"
}
