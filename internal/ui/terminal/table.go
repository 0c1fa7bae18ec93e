package terminal

import (
	"slices"

	"thera/game"
	"thera/internal/catalog"
	"thera/record"
)

// Table is a game in progress and its players. Tables are values: methods that change
// one return a new one.
type Table struct {
	Catalog catalog.Entry
	// Persons are the seats that persons play; an engine plays all others.
	Persons game.Seats
	// Level is the engine's, 1 to catalog.MaxLevel.
	Level int

	seats     game.Seats // in play at the start
	tags      []record.Tag
	turns     []record.Turn   // those on the board, then those taken back
	positions []game.Position // from the start, one more than turns
	at        int             // turns on the board
	// ended is a result that the board does not show.
	ended ending
}

// ending is a result that the board does not show.
type ending struct {
	winners game.Seats
	reason  string
}

// NewTable returns a table with no turns and persons at all seats.
func NewTable(entry catalog.Entry, start game.Position, level int) Table {
	seats := start.Seats()
	return Table{Catalog: entry, Persons: seats, Level: level, seats: seats, positions: []game.Position{start}}
}

// open reports whether there is a game at the table; a zero Table has none.
func (t Table) open() bool { return len(t.positions) > 0 }

func (t Table) position() game.Position { return t.positions[t.at] }

// winners returns the winners, on the board or otherwise.
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

// play makes a legal move in canonical text. It drops turns that were taken back,
// unless the move is the first of them.
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

// undo takes back a resignation, and turns until a person is to move again. It reports
// whether there was anything to take back.
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

// redo plays turns that were taken back, until a person is to move or none is left.
func (t Table) redo() (Table, bool) {
	if t.at == len(t.turns) {
		return t, false
	}
	for t.at++; t.at < len(t.turns) && !t.personToMove(); t.at++ {
	}
	return t, true
}

// resigner returns the seat that resigns when a person does: the one to move if it is a
// person's, else the first person's.
func (t Table) resigner() game.Seat {
	seat := t.position().Turn()
	if t.Persons.Has(seat) {
		return seat
	}
	for seat = 0; !t.Persons.Has(seat); seat++ {
	}
	return seat
}

// resign ends the game; all other seats win, but for partners.
func (t Table) resign() Table {
	t.ended = ending{t.seats &^ t.position().Board().Allies(t.resigner()), record.ByResignation}
	return t
}
