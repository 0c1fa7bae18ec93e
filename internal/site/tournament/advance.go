package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// outcome is how a game has ended.
type outcome struct {
	winner int // the index of the seat; -1 for nobody
	reason string
}

// outcomeOf returns how a game ended that has so many turns. Who has not played
// his first one in time has missed it.
func outcomeOf(winners []int, reason string, ply int) outcome {
	if len(winners) != 1 {
		return outcome{-1, reason}
	}
	winner := winners[0] - 1
	if loser := 1 - winner; reason == play.ByTime && ply == loser {
		reason = ByMissing
	}
	return outcome{winner, reason}
}

// hear notes the ends of games of contests. It is called for each turn of each
// game.
func (h *Director) hear(c room.Change) {
	if !c.Mine || c.State.Setup().Contest == "" || !slices.ContainsFunc(c.Events, func(e play.Event) bool { return e.Kind == play.Ended }) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if id := c.State.Setup().Contest; !h.foreign[id] {
		h.ends = append(h.ends, ending{id, c.Game, outcomeOf(c.State.Winners().Numbers(), c.State.Reason(), c.State.Ply())})
		select {
		case h.awake <- struct{}{}:
		default:
		}
	}
}

// settle tells contests of the games that have ended. What fails is found again
// by the next sweep.
func (h *Director) settle(ctx context.Context) {
	h.mu.Lock()
	ends := h.ends
	h.ends = nil
	h.mu.Unlock()
	for _, e := range ends {
		err := h.with(ctx, e.contest, func(c *newCup) error {
			for _, g := range c.state.Games() {
				if g.ID(c.id) == e.game {
					return errors.Join(h.ended(ctx, c, g, e.outcome), h.advance(ctx, c))
				}
			}
			return nil
		})
		if errors.Is(err, ErrNotFound) {
			h.mu.Lock()
			h.foreign[e.contest] = true
			h.mu.Unlock()
			continue
		}
		h.warn(ctx, e.contest, err)
	}
}

// ended stores how a game has ended.
func (h *Director) ended(ctx context.Context, c *newCup, g Game, how outcome) error {
	result := Result{Pairing: g.Pairing, Leg: g.Leg, Reason: how.reason}
	if how.winner >= 0 {
		result.Winner = g.Players[how.winner]
	}
	return h.decide(ctx, c, result)
}

// decide carries a command out, again if others were first.
func (h *Director) decide(ctx context.Context, c *newCup, command Command) error {
	for {
		events, err := c.state.Decide(h.now(), command)
		if err != nil || len(events) == 0 {
			return err
		}
		if err = h.append(ctx, c, events); !errors.Is(err, errBehind) {
			return err
		}
	}
}

// advance lets happen what happens by itself: rounds are paired, games begin and
// their ends are found.
func (h *Director) advance(ctx context.Context, c *newCup) error {
	for {
		events, wake := c.state.Next(h.now())
		if len(events) > 0 {
			if err := h.append(ctx, c, events); err != nil && !errors.Is(err, errBehind) {
				return err
			}
			continue
		}
		if c.state.Stage() == Running {
			before := c.state.Number()
			if err := errors.Join(h.begin(ctx, c), h.sweep(ctx, c)); err != nil {
				return err
			}
			if c.state.Number() != before {
				continue
			}
			if again := h.now() + sweep; wake == 0 || again < wake {
				wake = again
			}
		}
		if c.state.Stage() != Done && wake != c.due {
			c.due = wake
			return h.table.postpone(ctx, c.id, c.state.Number(), wake)
		}
		return nil
	}
}

// begin begins the games that there should be.
func (h *Director) begin(ctx context.Context, c *newCup) error {
	for _, g := range c.state.Games() {
		id := g.ID(c.id)
		if c.begun[id] {
			continue
		}
		setup, err := h.setup(c, g)
		if err != nil {
			return err
		}
		err = h.config.Lobby.Pair(ctx, id, setup, c.state.Terms().Powers)
		if absent, ok := errors.AsType[*lobby.AbsentError](err); ok {
			return h.decide(ctx, c, Absent{Pairing: g.Pairing, ID: absent.Player})
		}
		if err != nil {
			return fmt.Errorf("game %s: %w", id, err)
		}
		c.begun[id] = true
	}
	return nil
}

// setup returns what a game is begun with.
func (h *Director) setup(c *newCup, g Game) (play.Setup, error) {
	terms := c.state.Terms()
	setup := play.Setup{Contest: c.id, Game: terms.Game, Variant: terms.Variant, Control: terms.Control, Rated: terms.Rated}
	for _, id := range g.Players {
		p, _ := c.state.Entrant(id)
		setup.Players = append(setup.Players, play.Player{ID: p.ID, Name: p.Name, Kind: p.Kind})
	}
	if !terms.Book {
		return setup, nil
	}
	position, err := h.config.Opening(terms.Game, g.Pairing-1)
	setup.Position = position
	return setup, err
}

// sweep looks from time to time for games whose ends were missed, as when this
// program was not running.
func (h *Director) sweep(ctx context.Context, c *newCup) error {
	if c.swept != 0 && h.now() < c.swept+sweep {
		return nil
	}
	c.swept = h.now()
	for _, g := range c.state.Games() {
		sum, err := h.config.Store.Summary(ctx, g.ID(c.id))
		if err == nil && sum.Ended > 0 {
			err = h.ended(ctx, c, g, outcomeOf(sum.Winners, sum.Reason, sum.Ply))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
