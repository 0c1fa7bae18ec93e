package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"thera/internal/catalog"
	"thera/internal/lab/rating"
)

// Match is who plays whom, how often and by which terms. Its fields do not
// change while it is played.
type Match struct {
	Entry   catalog.Entry // the game, and the engines that can be players
	Variant string        // "" is the game's default
	Players []Spec        // two or more
	// Gauntlet has the first player meet all others; else all meet each other.
	Gauntlet bool
	// Games is how many each two players play who meet, an even number; 0 is
	// without end.
	Games int
	// SPRT, if not nil, ends a match of two, for the first of them.
	SPRT *rating.SPRT
	Book Book
	// Seed varies the play of players that take one. Each game has its own,
	// made of this one and its number.
	Seed uint64
	// Control is what all players may spend, each limit of which a player's own
	// stands in place of; who has none at all has DefaultMoveTime. A text
	// program knows no limits, so only its own are for it.
	Control Control
	// Margin and Patience are as in Game.
	Margin, Patience time.Duration
	// Concurrency is how many games are played at a time, at least 1.
	Concurrency int
	// Started says that all programs have been seen to start: one that does not
	// start any more loses its game, also if it is the first.
	Started bool
	// Elsewhere, if not nil, has the game with a number played by its [Order].
	Elsewhere func(ctx context.Context, number int) (Result, error)
}

// Check refuses a match that can't be played, as far as that can be told
// before its programs are started.
func (m *Match) Check() error {
	switch {
	case len(m.Players) < 2:
		return fmt.Errorf("%d players: want two or more", len(m.Players))
	case m.Games < 0 || m.Games%2 != 0:
		return fmt.Errorf("%d games: want an even number, for each opening is played with both colors", m.Games)
	case m.Games == 0 && m.SPRT == nil:
		return errors.New("no end: want a number of games or a sequential test")
	case m.SPRT != nil && len(m.Players) > 2:
		return fmt.Errorf("a sequential test of %d players: want two", len(m.Players))
	case m.Margin < 0 || m.Patience <= 0:
		return fmt.Errorf("margin %v, patience %v: want none below 0, and some patience", m.Margin, m.Patience)
	case m.Concurrency < 1:
		return fmt.Errorf("concurrency %d: want 1 or more", m.Concurrency)
	}
	if m.SPRT != nil {
		if err := m.SPRT.Check(); err != nil {
			return err
		}
	}
	if err := m.checkPowers(); err != nil {
		return err
	}
	for _, s := range m.Players {
		switch s.Kind {
		case kindUGI, kindUCI:
		case kindText:
			if m.variant() != m.Entry.TextVariant {
				return fmt.Errorf("player %q: a text program plays only %s, on its usual board", s.Text, strings.Join(textGames(), ", "))
			}
			if b, ok := m.Book.(OpeningList); ok {
				for i := range b.Len() {
					o, _ := b.Opening(i) // in a list there is one for each number
					if err := m.checkTextStart(s, o.Start); err != nil {
						return err
					}
				}
			}
		default:
			if _, err := m.openEngine(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// variant returns the name of the variant.
func (m *Match) variant() string { return cmp.Or(m.Variant, m.Entry.Game.Variants()[0]) }

// control returns what a player may spend.
func (m *Match) control(s Spec) Control {
	if s.Kind == kindText {
		return s.Control
	}
	return s.Control.or(m.Control).orDefault()
}

// names returns the players' names, made different where they are not.
func (m *Match) names() []string {
	names, seen := make([]string, len(m.Players)), map[string]int{}
	for i, s := range m.Players {
		names[i] = s.Name
		if seen[s.Name]++; seen[s.Name] > 1 {
			names[i] = fmt.Sprintf("%s (%d)", s.Name, seen[s.Name])
		}
	}
	return names
}
