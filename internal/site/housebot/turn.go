package housebot

import (
	"context"
	"errors"
	"hash/fnv"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// retry is how long a bot waits when a turn could not be played.
const retry = time.Second

// think has the bots in a game play their turns until it is somebody else's. A
// game that is thought about is looked at again afterward.
func (b *Bots) think(game string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx == nil || b.closed {
		return // Run will look at all games when it begins
	}
	if _, busy := b.thinking[game]; busy {
		b.thinking[game] = true
		return
	}
	b.thinking[game] = false
	b.tasks.Go(func() {
		for b.playTurns(b.ctx, game); b.nextRound(game); {
			b.playTurns(b.ctx, game)
		}
	})
}

// nextRound reports whether a game is to be looked at again, and forgets it if not.
func (b *Bots) nextRound(game string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	again := b.thinking[game] && b.ctx.Err() == nil
	if b.thinking[game] = false; !again {
		delete(b.thinking, game)
	}
	return again
}

// playTurns plays turns as long as they are a bot's.
func (b *Bots) playTurns(ctx context.Context, game string) {
	for mine := true; mine && ctx.Err() == nil; {
		var err error
		if mine, err = b.playTurn(ctx, game); err != nil && ctx.Err() == nil {
			b.logError("turn of a house bot", "game", game, err)
			pause(ctx, retry)
		}
	}
}

// playTurn plays one turn, if it is a bot's. A game that can't be opened is nobody's:
// with an error it would be tried for ever.
func (b *Bots) playTurn(ctx context.Context, game string) (mine bool, err error) {
	r, leave, err := b.config.House.Enter(ctx, game)
	if err != nil {
		b.logError("room of a house bot", "game", game, err)
		return false, nil
	}
	defer leave()
	state := r.State()
	if !r.IsOwner() || !b.toMove(state) {
		return false, nil // where the game's owner is, it is thought about
	}
	seat := state.Position().Turn()
	me := b.byID[state.Setup().Players[seat].ID]
	began := time.Now()
	move, t, err := b.search(ctx, me, state, seedOf(game))
	if err != nil {
		return true, err
	}
	pause(ctx, t.delay-time.Since(began))
	_, err = r.Do(ctx, play.Turn{Seat: seat, Ply: state.Ply() + 1, Text: string(move), Seen: state.Number()})
	var refused *play.Refusal
	if errors.As(err, &refused) && refused.Reason != play.Illegal || errors.Is(err, room.ErrClosed) {
		err = nil // something else has happened meanwhile: look again
	}
	return true, err
}

// search finds a bot's turn, with the time that it had for it.
func (b *Bots) search(ctx context.Context, me bot, s *play.State, seed uint64) (game.Move, timing, error) {
	now := s.View(b.config.House.Now()).Clocks
	waiting := b.waiting.Add(1)
	if b.config.Workers != nil {
		if places := b.config.Workers.Slots(); places > 0 {
			t := b.timing(s, now, max(0, int(waiting)-places))
			move, err := b.config.Workers.Search(ctx, SearchRequest{me.entry.Game.Name(), s.Position(), me.level, t.search, seed})
			if err == nil {
				move, err = s.Position().Read(string(move))
			}
			if err == nil {
				b.waiting.Add(-1)
				return move, t, nil
			}
			b.logError("turn by others", "game", me.entry.Game.Name(), err)
		}
	}
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		b.waiting.Add(-1)
		return "", timing{}, ctx.Err()
	}
	defer func() { <-b.slots }()
	t := b.timing(s, s.View(b.config.House.Now()).Clocks, int(b.waiting.Add(-1)))
	info, err := Search(ctx, me.entry, SearchRequest{me.entry.Game.Name(), s.Position(), me.level, t.search, seed})
	if err != nil {
		return "", t, err
	}
	return info.Best(), t, nil
}

// Search finds a turn of one of the games. An engine is made for each: what one
// would remember from the turn before is worth less than its memory in all the
// games that wait.
func Search(ctx context.Context, entry catalog.Entry, t SearchRequest) (engine.Info, error) {
	hash := 1
	if t.Level == catalog.MaxLevel {
		hash = 16
	}
	e := entry.NewEngine(engine.Config{HashMiB: hash, Threads: 1, Level: t.Level})
	return e.Search(ctx, engine.Request{Position: t.Position, Limits: engine.Limits{Time: t.Time}, Seed: t.Seed})
}

// seedOf returns what a bot's play in a game varies by; not 0.
func seedOf(game string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(game))
	return h.Sum64() | 1
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
