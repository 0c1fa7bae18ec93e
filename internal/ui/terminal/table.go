package terminal

import (
	"fmt"
	"slices"
	"strings"

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

func (t Table) personToMove() bool { return !t.over() && t.Persons.Has(t.position().Turn()) }

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

// resign ends the game; all other seats win, but for partners. It drops turns that were
// taken back: the game ended before them.
func (t Table) resign() Table {
	t.turns, t.positions = t.turns[:t.at], t.positions[:t.at+1]
	t.ended = ending{t.seats &^ t.position().Board().Allies(t.resigner()), record.ByResignation}
	return t
}

// Record returns the game at the table as it is on the board, with its players. Tags
// that were read from a record and still apply stay in it.
func (t Table) Record() record.Game {
	g := record.Game{
		Game:    t.Catalog.Game.Name(),
		Start:   t.positions[0].String(),
		Tags:    slices.Clone(t.tags),
		Turns:   slices.Clone(t.turns[:t.at]),
		Winners: t.winners(),
		Reason:  t.ended.reason,
	}
	for seat := range t.seats.All() {
		if !t.named(seat) {
			setTag(&g, playerTag(seat), t.player(seat))
		}
	}
	return g
}

// named reports whether the person at a seat has a name from a record.
func (t Table) named(seat game.Seat) bool {
	name := record.Game{Tags: t.tags}.Tag(playerTag(seat))
	return t.Persons.Has(seat) && name != "" && levelOf(name) == 0
}

func playerTag(seat game.Seat) string { return "Player" + seat.String() }

func setTag(g *record.Game, name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, record.Tag{Name: name, Value: value})
}

// levelOf returns the level in the name of an engine of this program, 0 for any other
// name.
func levelOf(player string) int {
	for level := 1; level <= catalog.MaxLevel; level++ {
		if player == fmt.Sprintf(computerFormat, level) {
			return level
		}
	}
	return 0
}

// FromRecord returns the table of a recorded game, with all turns on the board. Engines
// of this program, such as "thera level 3", play their seats again; all others are
// persons'.
func FromRecord(g record.Game) (Table, error) {
	entry, err := catalog.Find(g.Game)
	if err != nil {
		return Table{}, err
	}
	positions, err := g.Record().Replay(entry.Game)
	if err != nil {
		return Table{}, err
	}
	t := NewTable(entry, positions[0], DefaultLevel)
	t.tags, t.turns, t.positions, t.at = g.Tags, g.Turns, positions, len(g.Turns)
	if end := positions[t.at].Winners(); g.Winners != end {
		t.ended = ending{g.Winners, g.Reason}
	}
	for seat := range t.seats.All() {
		if level := levelOf(g.Tag(playerTag(seat))); level > 0 {
			t.Persons &^= game.Only(seat)
			t.Level = level
		}
	}
	if t.Persons == 0 {
		t.Persons = t.seats
	}
	return t, nil
}

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

func (t Table) reason() string {
	pos := t.position()
	switch {
	case t.ended.reason != "":
		return t.ended.reason
	case t.ended.winners != 0:
		return "so the record says"
	}
	if last, ok := t.last(); ok && pos.Board().HasLevels {
		steps := last.Move.Steps()
		s, err := game.ParseSquare(strings.TrimPrefix(steps[len(steps)-1], "-"))
		if cell := pos.Board().At(s); err == nil && cell.Level == 3 && cell.Owner&pos.Winners() != 0 {
			return fmt.Sprintf("a worker stands on level 3 at %s", s)
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
