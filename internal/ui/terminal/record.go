package terminal

import (
	"fmt"
	"slices"

	"thera/game"
	"thera/internal/catalog"
	"thera/record"
)

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
	var level int
	if n, err := fmt.Sscanf(player, computerFormat, &level); n != 1 || err != nil || level > catalog.MaxLevel {
		return 0
	}
	return max(level, 0)
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
