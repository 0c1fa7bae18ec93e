package match

import (
	"context"
	"fmt"
	"slices"

	"thera/game"
	"thera/internal/catalog"
)

// Order is one game of a match with all that decides it, so that any machine
// can play it and comes to the same moves.
type Order struct {
	Game     string      `json:"game"`
	Variant  string      `json:"variant"`
	Number   int         `json:"number"` // in the match, from 1
	Start    string      `json:"start"`
	Opening  []game.Move `json:"opening"`
	Players  []string    `json:"players"` // by seat, for ParseSpec
	Names    []string    `json:"names"`   // by seat
	Sides    []int       `json:"sides"`
	Controls []Control   `json:"controls"` // by seat
	Seed     uint64      `json:"seed"`
}

// Orderly refuses a match whose games another machine could not play with the
// same moves: one of programs, which may not be there, or by time.
func (m *Match) Orderly() error {
	for _, s := range m.Players {
		switch control := m.control(s); {
		case slices.Contains(programKinds, s.Kind):
			return fmt.Errorf("player %q: want engines of this program alone, which workers have", s.Text)
		case control.timed():
			return fmt.Errorf("player %q has %s: want a number of nodes or a depth, which is the same on every machine", s.Text, control)
		}
	}
	return nil
}

// Order returns the game with a number.
func (m *Match) Order(number int) (Order, error) {
	f := m.pairing(number)
	opening, err := m.Book.Opening(f.opening)
	if err != nil {
		return Order{}, err
	}
	start, err := m.start(f, opening)
	if err != nil {
		return Order{}, err
	}
	o := Order{
		Game: m.Entry.Game.Name(), Variant: m.Variant, Number: number, Start: start.String(),
		Opening: opening.Moves, Sides: f.sides, Seed: f.seed,
	}
	names := m.names()
	for seat := range f.sides {
		i := f.player(seat)
		o.Players = append(o.Players, m.Players[i].Text)
		o.Names = append(o.Names, names[i])
		o.Controls = append(o.Controls, m.control(m.Players[i]))
	}
	return o, nil
}

// Play plays the game. The error is ctx's, or says what is wrong with the order.
func (o Order) Play(ctx context.Context) (Result, error) {
	entry, err := catalog.Find(o.Game)
	if err != nil {
		return Result{}, err
	}
	start, err := entry.Game.Parse(o.Start)
	if err != nil {
		return Result{}, err
	}
	if n := len(o.Players); n != start.Seats().Len() || n != len(o.Names) || n != len(o.Controls) || n != len(o.Sides) {
		return Result{}, fmt.Errorf("position %q for %d players: want one for each seat, with name, control and side", o.Start, n)
	}
	c := Game{Start: start, Opening: o.Opening, Controls: o.Controls, Sides: o.Sides, Seed: o.Seed, Margin: DefaultMargin, Patience: DefaultPatience}
	m := &Match{Entry: entry, Variant: o.Variant}
	for _, text := range o.Players {
		s, err := ParseSpec(text)
		if err != nil {
			return Result{}, err
		}
		e, err := m.openEngine(s)
		if err != nil {
			return Result{}, err
		}
		c.Players = append(c.Players, enginePlayer{e})
	}
	outcome, err := c.Play(ctx)
	if err != nil {
		return Result{}, err
	}
	if outcome.Reason != ByRules {
		return Result{}, fmt.Errorf("game %d: %s, %s: want an end by the rules", o.Number, outcome.Reason, outcome.Detail)
	}
	return result(o.Number, o.Names, c, outcome), nil
}

// result returns a game as the log keeps it.
func result(number int, names []string, c Game, outcome Outcome) Result {
	return Result{
		Number:  number,
		Players: names,
		Start:   c.Start.String(),
		Opening: len(c.Opening),
		Moves:   outcome.Moves,
		Winner:  outcome.Winner.Number(),
		Reason:  outcome.Reason,
		Detail:  outcome.Detail,
	}
}

// Same reports whether two games are equal but for the time that was spent.
func (g Result) Same(other Result) bool {
	return g.Number == other.Number && g.Start == other.Start && g.Opening == other.Opening &&
		g.Winner == other.Winner && g.Reason == other.Reason && slices.Equal(g.Players, other.Players) &&
		slices.EqualFunc(g.Moves, other.Moves, func(a, b Move) bool {
			a.Spent, a.Left, b.Spent, b.Left = 0, 0, 0, 0
			return a == b
		})
}

// Check refuses a game that is not of the order, or not played by the rules to
// its end.
func (o Order) Check(g Result) error {
	entry, err := catalog.Find(o.Game)
	if err != nil {
		return err
	}
	pos, err := entry.Game.Parse(o.Start)
	if err != nil {
		return err
	}
	if g.Number != o.Number || g.Start != o.Start || !slices.Equal(g.Players, o.Names) || g.Opening != len(o.Opening) ||
		len(g.Moves) < len(o.Opening) || g.Reason != ByRules {
		return fmt.Errorf("game %d from %q: want game %d from %q, to its end", g.Number, g.Start, o.Number, o.Start)
	}
	for i, m := range g.Moves {
		if i < len(o.Opening) && m.Move != o.Opening[i] {
			return fmt.Errorf("game %d: it opens with %s: want %s", g.Number, m.Move, o.Opening[i])
		}
		if pos, err = pos.Play(m.Move); err != nil {
			return fmt.Errorf("game %d: %w", g.Number, err)
		}
	}
	if !pos.Winners().Has(game.Seat(g.Winner - 1)) {
		return fmt.Errorf("game %d: seat %d has not won", g.Number, g.Winner)
	}
	return nil
}
