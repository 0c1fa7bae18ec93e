package match

import (
	"context"
	"fmt"
	"slices"

	"thera/game"
	"thera/internal/catalog"
)

// Order is one game of a match with everything that decides it, so that any machine can
// play it with the same moves.
type Order struct {
	Game, Variant  string
	Number         int    // in the match, from 1
	Start          string // text of the position
	Opening        []game.Move
	Players, Names []string // by seat; the players are for ParseSpec
	Sides          []int
	Controls       []Control // by seat
	Seed           uint64
}

// Order returns the game with a number. It refuses games that another machine could not
// play with the same moves: those of programs, or by time.
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
		Opening: opening.Moves, Names: m.players(f), Sides: f.sides, Seed: f.seed,
	}
	for seat := range f.sides {
		i := f.player(seat)
		control := m.control(m.Players[i])
		if slices.Contains(programKinds, m.Players[i].Kind) || control.timed() {
			return Order{}, fmt.Errorf("player %q with %s: want an engine of this program, by nodes or depth and without time", m.Players[i].Text, control)
		}
		o.Players = append(o.Players, m.Players[i].Text)
		o.Controls = append(o.Controls, control)
	}
	return o, nil
}

// Play plays the game. The error is that of ctx, or says what is wrong with the order.
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
		Number: number, Players: names, Start: c.Start.String(), Opening: len(c.Opening), Moves: outcome.Moves,
		Winner: outcome.Winner.Number(), Reason: outcome.Reason, Detail: outcome.Detail,
	}
}
