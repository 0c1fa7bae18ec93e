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

func outcomeOf(winners []int, reason string) outcome {
	switch {
	case len(winners) != 1:
		return outcome{-1, reason}
	case reason == play.ByNoShow:
		reason = ByMissing
	}
	return outcome{winners[0] - 1, reason}
}

// recordEnd is called by the house for every change of every game.
func (d *Director) recordEnd(c room.Change) {
	if !c.IsOwner || c.State.Setup().Tournament == "" || !slices.ContainsFunc(c.Events, func(e play.Event) bool { return e.Kind == play.Ended }) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if id := c.State.Setup().Tournament; !d.unknown[id] {
		d.finished = append(d.finished, finishedGame{id, c.Game, outcomeOf(c.State.Winners().Numbers(), c.State.Reason())})
		select {
		case d.wake <- struct{}{}:
		default:
		}
	}
}

// recordResults leaves those that fail to findMissedResults.
func (d *Director) recordResults(ctx context.Context) {
	d.mu.Lock()
	ends := d.finished
	d.finished = nil
	d.mu.Unlock()
	for _, e := range ends {
		exists := false // if it does, what is not found is something else
		err := d.with(ctx, e.tournament, func(c *cached) error {
			exists = true
			for _, g := range c.state.Games() {
				if g.ID(c.id) == e.game {
					return errors.Join(d.recordResult(ctx, c, g, e.outcome), d.advance(ctx, c))
				}
			}
			return nil
		})
		if !exists && errors.Is(err, ErrNotFound) {
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

func (d *Director) advance(ctx context.Context, c *cached) error {
	for {
		events, wake, err := c.state.Next(d.now())
		if err != nil {
			return err
		}
		if len(events) > 0 {
			if err = d.append(ctx, c, events); err != nil && !errors.Is(err, errConflict) {
				return err
			}
			continue
		}
		if c.state.stage == Running {
			before := c.state.number
			if err = errors.Join(d.begin(ctx, c), d.findMissedResults(ctx, c)); err != nil {
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

// begin begins the games that haven't begun, each also if others fail.
func (d *Director) begin(ctx context.Context, c *cached) error {
	type task struct {
		Game
		id  string
		err error
	}
	var tasks []*task
	for _, g := range c.state.Games() {
		if id := g.ID(c.id); !c.started[id] {
			tasks = append(tasks, &task{Game: g, id: id})
		}
	}
	room.Parallel(tasks, func(t *task) {
		t.err = d.guard(c, func() error {
			setup, err := d.setup(c, t.Game)
			if err != nil {
				return err
			}
			return d.config.Lobby.Pair(ctx, t.id, setup, c.state.terms.Powers)
		})
	})
	var all []error
	for _, t := range tasks {
		absent, isAbsent := errors.AsType[*lobby.AbsentError](t.err)
		switch {
		case isAbsent:
			all = append(all, d.decide(ctx, c, Absent{Pairing: t.Pairing, ID: absent.Player}))
		case t.err != nil:
			all = append(all, fmt.Errorf("game %s: %w", t.id, t.err))
		default:
			c.started[t.id] = true
		}
	}
	return errors.Join(all...)
}

func (d *Director) setup(c *cached, g Game) (play.Setup, error) {
	terms := c.state.terms
	setup := play.Setup{Tournament: c.id, Game: terms.Game, Variant: terms.Variant, Control: terms.Control, Rated: terms.Rated}
	for _, id := range g.Players {
		p, _ := c.state.Entrant(id)
		if terms.Kind == Consultation {
			team := play.TeamPlayer(c.id, p.Team, terms.Teams[p.Team-1])
			team.Class = terms.Class
			setup.Players = append(setup.Players, team)
			continue
		}
		setup.Players = append(setup.Players, play.Player{ID: p.ID, Kind: p.Kind})
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
		id := g.ID(c.id)
		sum, err := d.config.Store.Summary(ctx, id)
		if errors.Is(err, ErrNotFound) && !c.started[id] {
			continue // it could not begin yet
		}
		if err == nil && sum.Ended > 0 {
			err = d.recordResult(ctx, c, g, outcomeOf(sum.Winners, sum.Reason))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Game is a game that the tournament needs to be played.
type Game struct {
	Round, Pairing, Leg int
	Players             [2]string // IDs by seat
}

// ID returns the game's ID, given that of the tournament.
func (g Game) ID(contest string) string { return play.TournamentGameID(contest, g.Pairing, g.Leg) }

// Games returns the games that are in progress or should be started.
func (s *State) Games() (games []Game) {
	if s.stage != Running {
		return nil
	}
	for _, m := range s.unfinished() {
		games = append(games, m.game(len(m.results)+1))
	}
	return games
}

// game returns the game of a leg. The seats are swapped from leg to leg.
func (m *match) game(leg int) Game {
	g := Game{m.round, m.Number, leg, [2]string{m.First, m.Second}}
	if leg%2 == 0 {
		g.Players = [2]string{m.Second, m.First}
	}
	return g
}

// isDecided reports whether a match is over with its current results. A tied
// knockout match is repeated up to twice; then the better seed wins.
func (s *State) isDecided(m *match) bool {
	games, legs := len(m.results), s.terms.legs()
	if s.terms.Kind != Knockout {
		return games >= legs
	}
	return games%legs == 0 && (m.score(m.First) != m.score(m.Second) || games >= 3*legs)
}

// Match is a pairing with its results, as views show it.
type Match struct {
	Pairing
	Round  int        `json:"round" doc:"From 1"`
	Scores [2]float64 `json:"scores" doc:"The games won by the first and by the second player, counting halves"`
	Over   bool       `json:"over,omitempty" doc:"Whether it has a result"`
	Winner string     `json:"winner,omitempty" doc:"In a knockout, the ID of the player who advances"`
	// Legs is the number of games so far, including one in progress.
	Legs int `json:"-"`
}

// Matches returns the pairings of a round in order, or of all rounds for 0.
func (s *State) Matches(round int) []Match {
	matches := []Match{}
	for _, m := range s.matches {
		if round != 0 && m.round != round {
			continue
		}
		one := Match{Pairing: m.Pairing, Round: m.round, Over: m.isOver, Legs: len(m.results)}
		if !m.isBye() {
			one.Scores = [2]float64{m.score(m.First), m.score(m.Second)}
		}
		if !m.isOver && s.stage == Running {
			one.Legs++
		}
		if m.isOver && s.terms.Kind == Knockout {
			one.Winner = s.winner(m)
		}
		matches = append(matches, one)
	}
	return matches
}

// Entrant returns the entrant with an ID, and whether they are in the
// tournament and have not left.
func (s *State) Entrant(id string) (who Entrant, in bool) {
	if p := s.entrant(id); p != nil {
		return p.Entrant, !p.hasLeft
	}
	return Entrant{}, false
}

// Players returns the number of active players.
func (s *State) Players() int { return len(s.active()) }
