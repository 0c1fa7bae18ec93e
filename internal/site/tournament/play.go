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

type outcome struct {
	winner int // index of the winner's seat; -1 for nobody
	reason string
}

// outcomeOf returns the outcome of a game that ended after ply turns. A loss on
// time before the loser's first turn counts as a missed game.
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

// recordEnd queues the results of tournament games that have ended. The house
// calls it for every change of every game.
func (d *Director) recordEnd(c room.Change) {
	if !c.IsOwner || c.State.Setup().Tournament == "" || !slices.ContainsFunc(c.Events, func(e play.Event) bool { return e.Kind == play.Ended }) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if id := c.State.Setup().Tournament; !d.unknown[id] {
		d.finished = append(d.finished, finishedGame{id, c.Game, outcomeOf(c.State.Winners().Numbers(), c.State.Reason(), c.State.Ply())})
		select {
		case d.wake <- struct{}{}:
		default:
		}
	}
}

// recordResults records the queued results. Those that fail are found by
// findMissedResults.
func (d *Director) recordResults(ctx context.Context) {
	d.mu.Lock()
	ends := d.finished
	d.finished = nil
	d.mu.Unlock()
	for _, e := range ends {
		err := d.with(ctx, e.tournament, func(c *cached) error {
			for _, g := range c.state.Games() {
				if g.ID(c.id) == e.game {
					return errors.Join(d.recordResult(ctx, c, g, e.outcome), d.advance(ctx, c))
				}
			}
			return nil
		})
		if errors.Is(err, ErrNotFound) {
			d.mu.Lock()
			d.unknown[e.tournament] = true
			d.mu.Unlock()
			continue
		}
		d.logFailure(ctx, e.tournament, err)
	}
}

func (d *Director) recordResult(ctx context.Context, c *cached, g Game, how outcome) error {
	result := Result{Pairing: g.Pairing, Leg: g.Leg, Reason: how.reason}
	if how.winner >= 0 {
		result.Winner = g.Players[how.winner]
	}
	return d.decide(ctx, c, result)
}

// decide carries out a command. It retries when another node wrote to the log first.
func (d *Director) decide(ctx context.Context, c *cached, command Command) error {
	for {
		events, err := c.state.Decide(d.now(), command)
		if err != nil || len(events) == 0 {
			return err
		}
		if err = d.append(ctx, c, events); !errors.Is(err, errConflict) {
			return err
		}
	}
}

// advance does everything that is due in a tournament: it pairs rounds, starts
// games and looks for results that were missed.
func (d *Director) advance(ctx context.Context, c *cached) error {
	for {
		events, wake := c.state.Next(d.now())
		if len(events) > 0 {
			if err := d.append(ctx, c, events); err != nil && !errors.Is(err, errConflict) {
				return err
			}
			continue
		}
		if c.state.stage == Running {
			before := c.state.number
			if err := errors.Join(d.begin(ctx, c), d.findMissedResults(ctx, c)); err != nil {
				return err
			}
			if c.state.number != before {
				continue
			}
			if again := d.now() + sweepInterval; wake == 0 || again < wake {
				wake = again
			}
		}
		if c.state.stage != Done && wake != c.due {
			c.due = wake
			return d.storage.postpone(ctx, c.id, c.state.number, wake)
		}
		return nil
	}
}

func (d *Director) begin(ctx context.Context, c *cached) error {
	for _, g := range c.state.Games() {
		id := g.ID(c.id)
		if c.started[id] {
			continue
		}
		setup, err := d.setup(c, g)
		if err != nil {
			return err
		}
		err = d.config.Lobby.Pair(ctx, id, setup, c.state.terms.Powers)
		if absent, ok := errors.AsType[*lobby.AbsentError](err); ok {
			return d.decide(ctx, c, Absent{Pairing: g.Pairing, ID: absent.Player})
		}
		if err != nil {
			return fmt.Errorf("game %s: %w", id, err)
		}
		c.started[id] = true
	}
	return nil
}

func (d *Director) setup(c *cached, g Game) (play.Setup, error) {
	terms := c.state.terms
	setup := play.Setup{Tournament: c.id, Game: terms.Game, Variant: terms.Variant, Control: terms.Control, Rated: terms.Rated}
	for _, id := range g.Players {
		p, _ := c.state.Entrant(id)
		setup.Players = append(setup.Players, play.Player{ID: p.ID, Name: p.Name, Kind: p.Kind})
	}
	if !terms.Book {
		return setup, nil
	}
	position, err := d.config.Opening(terms.Game, g.Pairing-1)
	setup.Position = position
	return setup, err
}

// findMissedResults looks for games whose end was not seen, for example because
// no director was running. It does so every sweepInterval.
func (d *Director) findMissedResults(ctx context.Context, c *cached) error {
	if c.lastSweep != 0 && d.now() < c.lastSweep+sweepInterval {
		return nil
	}
	c.lastSweep = d.now()
	for _, g := range c.state.Games() {
		sum, err := d.config.Store.Summary(ctx, g.ID(c.id))
		if err == nil && sum.Ended > 0 {
			err = d.recordResult(ctx, c, g, outcomeOf(sum.Winners, sum.Reason, sum.Ply))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
