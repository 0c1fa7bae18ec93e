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

// Match says who plays whom, how often and under which limits. Its fields do not change
// while it is played.
type Match struct {
	Entry   catalog.Entry // the game, and the engines that can be players
	Variant string        // "" is the game's default
	Players []Spec        // two or more
	// Gauntlet pairs the first player with all others; otherwise everyone plays
	// everyone.
	Gauntlet bool
	// Games is the number of games of each pairing, even; 0 is no limit.
	Games int
	// SPRT, if not nil, ends a match of two. It tests the first player.
	SPRT *rating.SPRT
	Book Book
	// Seed varies the play of players that take a seed. Each game's own seed is made of
	// this one and its number.
	Seed uint64
	// Control is the limits of all players. A player's own limits replace it, each one
	// separately; a player without any has DefaultMoveTime. A text program knows no
	// limits, so only its own apply.
	Control Control
	// Margin and Patience are as in Game.
	Margin, Patience time.Duration
	// Concurrency is the number of concurrent games, at least 1.
	Concurrency int
	// Started says that all programs are known to start: one that does not start then
	// loses its game, even the first.
	Started bool
	// Elsewhere, if not nil, plays the game with a number on another machine, by its
	// [Order].
	Elsewhere func(ctx context.Context, number int) (Result, error)
}

// Check refuses a match that can't be played, as far as is known before its programs
// start.
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
					o, _ := b.Opening(i) // a list has one for each number
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

// control returns the limits of a player.
func (m *Match) control(s Spec) Control {
	if s.Kind == kindText {
		return s.Control
	}
	return s.Control.or(m.Control).orDefault()
}

// names returns the players' names, made unique.
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
