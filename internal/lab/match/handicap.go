package match

import (
	"fmt"
	"time"

	"thera/internal/catalog/setup"
)

// GiveHandicap lets the second player of a match of two give the first a handicap in
// each game. Between equal players, the Elo difference of the match is its worth. The
// openings are random with a number of plies, from the starts of the handicap. It refuses
// a handicap in time of a player whose limits it does not change.
func (m *Match) GiveHandicap(h setup.Handicap, plies int) error {
	if len(m.Players) != 2 {
		return fmt.Errorf("handicap %q for %d players: want two", h.Name, len(m.Players))
	}
	b := handicapBook{h.Name, [2]Book{m.Book, m.Book}}
	if h.Time > 0 {
		giver := &m.Players[1]
		whole := m.control(*giver)
		giver.Control = whole.dividedBy(h.Time)
		if giver.Control == whole {
			return fmt.Errorf("handicap %q for player %q with limits %q: want a clock, a time or nodes to divide by %d", h.Name, giver.Text, whole, h.Time)
		}
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
	c.Clock.Left, c.Clock.Increment = divided(c.Clock.Left, n), divided(c.Clock.Increment, n)
	c.Move, c.Nodes = divided(c.Move, n), divided(c.Nodes, n)
	return c
}

// divided returns a part of a limit, and never 0 of one, which would be none.
func divided[T time.Duration | uint64](limit T, n int) T { return min(limit, max(limit/T(n), 1)) }
