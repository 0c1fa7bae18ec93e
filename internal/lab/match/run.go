package match

import (
	"context"
	"sync"
	"sync/atomic"
)

// Play plays the games that are not in the log yet, until the match is over, ctx ends
// or something fails, and returns the standing. Unfinished games are abandoned and
// played again when the match is resumed. report, if not nil, is called on Play's
// goroutine after each game is in the log, with the standing, which it may read until
// it returns.
//
// If the match is not over when Play returns, there is an error: that of ctx, of the
// log, or of a player that could never be started.
func (m *Match) Play(ctx context.Context, log *Log, report func(Result, *Standing)) (*Standing, error) {
	standing := newStanding(m)
	if err := m.Check(); err != nil {
		return standing, err
	}
	for _, g := range log.games {
		standing.add(g)
	}

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	type result struct {
		game Result
		err  error
	}
	results := make(chan result)
	players := &starter{m, make([]atomic.Bool, len(m.Players))}
	var games sync.WaitGroup
	defer games.Wait()
	next, running := 1, 0
	for {
		for ; running < m.Concurrency && !standing.Over() && ctx.Err() == nil && m.has(next); next++ {
			if _, played := log.games[next]; played {
				continue
			}
			f := m.pairing(next)
			running++
			games.Go(func() {
				g, err := m.play(ctx, f, players)
				results <- result{g, err}
			})
		}
		if running == 0 {
			break
		}
		r := <-results
		running--
		if r.err == nil {
			r.err = log.append(r.game)
		}
		if r.err != nil {
			stop(r.err) // only the first one counts
			continue
		}
		standing.add(r.game)
		if report != nil {
			report(r.game, standing)
		}
		if standing.Over() {
			stop(nil)
		}
	}
	if standing.Over() {
		return standing, nil
	}
	return standing, context.Cause(ctx)
}

// play plays a game between new players. It returns an error for a game that can't be
// played: that of ctx, or of a player that could never be started.
func (m *Match) play(ctx context.Context, f pairing, players *starter) (Result, error) {
	if m.Elsewhere != nil {
		return m.Elsewhere(ctx, f.number)
	}
	opening, err := m.Book.Opening(f.opening)
	if err != nil {
		return Result{}, err
	}
	start, err := m.start(f, opening)
	if err != nil {
		return Result{}, err
	}
	c := Game{
		Start:    start,
		Opening:  opening.Moves,
		Players:  make([]Player, len(f.sides)),
		Controls: make([]Control, len(f.sides)),
		Sides:    f.sides,
		Seed:     f.seed,
		Margin:   m.Margin,
		Patience: m.Patience,
	}
	for seat := range f.sides {
		i := f.player(seat)
		player, err := players.open(ctx, i, start, f.seed)
		if err != nil {
			return Result{}, err
		}
		defer player.Close()
		c.Players[seat], c.Controls[seat] = player, m.control(m.Players[i])
	}
	outcome, err := c.Play(ctx)
	if err != nil {
		return Result{}, err
	}
	return result(f.number, m.players(f), c, outcome), nil
}
