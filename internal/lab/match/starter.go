package match

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"thera/engine"
	"thera/game"
)

// starter starts the players of a match's games. A program that started before and does
// not any more is at fault, perhaps on a machine that is out of memory; one that never
// started is a mistake in the match.
type starter struct {
	match   *Match
	started []atomic.Bool // by player
}

// The number of attempts to start a program and the wait after the first, which doubles
// after each.
const (
	startTries = 3
	startPause = 200 * time.Millisecond
)

// open starts player i for a game from start. If it no longer starts, the returned
// player fails when it is to move.
func (s *starter) open(ctx context.Context, i int, start game.Position, seed uint64) (Player, error) {
	for try := range startTries {
		player, err := s.match.Open(ctx, s.match.Players[i], start, seed)
		failure, ok := errors.AsType[*startError](err)
		switch {
		case err == nil:
			s.started[i].Store(true)
			return player, nil
		case !ok || ctx.Err() != nil || !s.started[i].Load() && !s.match.Started:
			return nil, err
		case try == startTries-1:
			return absent{failure}, nil
		}
		select {
		case <-time.After(startPause << try):
		case <-ctx.Done():
		}
	}
	return nil, context.Cause(ctx)
}

// startError is the error of a program that could not be started.
type startError struct {
	player string
	err    error
}

func (e *startError) Error() string { return fmt.Sprintf("player %q: %v", e.player, e.err) }

func (e *startError) Unwrap() error { return e.err }

// absent is a player that could not be started.
type absent struct{ err *startError }

func (p absent) Move(context.Context, Turn) (engine.Info, error) { return engine.Info{}, p.err }

func (absent) Close() {}
