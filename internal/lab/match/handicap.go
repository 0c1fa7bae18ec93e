package match

import (
	"fmt"
	"time"

	"thera/internal/catalog/setup"
)

// GiveHandicap lets the second player of a match of two give the first a handicap in
// each game. Between equal players, the Elo difference of the match is its worth. The
// openings are random with a number of plies, from the starts of the handicap.
func (m *Match) GiveHandicap(h setup.Handicap, plies int) error {
	if len(m.Players) != 2 {
		return fmt.Errorf("handicap %q for %d players: want two", h.Name, len(m.Players))
	}
	b := handicapBook{h.Name, [2]Book{m.Book, m.Book}}
	if h.Time > 0 {
		giver := &m.Players[1]
		giver.Control = m.control(*giver).dividedBy(h.Time)
		m.Book, m.byGiver = b, true
		return nil
	}
	for giver, start := range h.Starts {
		pos, err := start.Begin(m.Entry.Game)
		if err != nil {
			return err
		}
		b.books[giver] = RandomOpenings(pos, plies, m.Seed, m.Entry.Openings)
	}
	m.Book, m.Variant, m.byGiver = b, h.Variant(), true
	return nil
}

// handicapBook has the openings of games in which seat 1 gives a handicap as its even
// ones, and of those in which seat 2 does as its odd ones.
type handicapBook struct {
	name  string
	books [2]Book
}

func (b handicapBook) String() string { return fmt.Sprintf("handicap %s, %s", b.name, b.books[0]) }

// Opening returns the opening of a book.
func (b handicapBook) Opening(i int) (Opening, error) { return b.books[i%2].Opening(i / 2) }

// dividedBy returns the limits of a player who gives a shorter clock. Nodes count as time.
func (c Control) dividedBy(n int) Control {
	c.Clock.Left, c.Clock.Increment = c.Clock.Left/time.Duration(n), c.Clock.Increment/time.Duration(n)
	c.Move, c.Nodes = c.Move/time.Duration(n), c.Nodes/uint64(n)
	return c
}
