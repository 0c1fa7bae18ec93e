package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

func (r *run) playGames(ctx context.Context, n int, beginning chan struct{}) {
	rules := r.Rules[n%len(r.Rules)]
	rng := rand.New(rand.NewPCG(r.Seed, uint64(n)))
	var players []*player
	join := sync.OnceFunc(r.gameStarted)
	for failures := 0; ctx.Err() == nil && !r.closing.Load() && !r.finishing.Load(); {
		t, err := func() (*activeGame, error) {
			beginning <- struct{}{}
			defer func() { <-beginning }()
			start, err := rules.Start("")
			if err != nil {
				return nil, err
			}
			id, err := r.begin(ctx, rules, r.Control, n, start.Board().Seats, &players)
			return newTable(r, id, start, players, rng, join), err
		}()
		if err != nil {
			for _, p := range players {
				p.server++
			}
			r.noteProblem(err)
			pause(ctx, failures, err)
			failures++
			continue
		}
		failures = 0
		r.mu.Lock()
		r.games[t] = true
		r.mu.Unlock()
		var playing sync.WaitGroup
		for _, c := range t.players {
			playing.Go(func() { c.follow(ctx) })
		}
		playing.Wait()
		r.mu.Lock()
		delete(r.games, t)
		r.mu.Unlock()
		t.close()
	}
}

func (r *run) begin(ctx context.Context, rules game.Game, control play.Control, n, seats int, players *[]*player) (id string, err error) {
	for len(*players) < seats {
		p := r.visitor(n+len(*players), n*seats+len(*players))
		if err := r.api.post(ctx, p, "account/guest", nil, nil); err != nil {
			return "", err
		}
		*players = append(*players, p)
	}
	var made lobby.Made
	terms := lobby.Terms{Game: rules.Name(), Variant: rules.Variants()[0], Control: control}
	if err := r.api.post(ctx, (*players)[0], "challenges", terms, &made); err != nil {
		return "", err
	}
	if made.Challenge == nil {
		return "", errors.New("challenges: the answer has no challenge")
	}
	path := "challenges/" + made.Challenge.ID + "/accept"
	for _, p := range (*players)[1:] {
		made = lobby.Made{}
		if err := r.api.post(ctx, p, path, nil, &made); err != nil {
			return "", err
		}
	}
	if made.Game == "" {
		return "", fmt.Errorf("%s: the answer has no game", path)
	}
	return made.Game, nil
}

func (c *participant) follow(ctx context.Context) {
	r := c.game.run
	var lost time.Time // since when there is no connection, after the first
	for failures := 0; ctx.Err() == nil; failures++ {
		s, err := r.api.connect(ctx, c.player, c.game.id, c.lastEvent())
		if err == nil {
			if !lost.IsZero() {
				r.interrupt.add(time.Since(lost))
			}
			failures = 0
			err = c.listen(ctx, s)
			lost = time.Now()
		}
		if errors.Is(err, errOver) {
			return
		}
		if ctx.Err() == nil {
			c.server++
			r.noteProblem(err)
			pause(ctx, failures, err)
		}
	}
}

func (c *participant) lastEvent() int {
	c.game.mu.Lock()
	defer c.game.mu.Unlock()
	return c.stream.last
}

func (c *participant) listen(ctx context.Context, s *socket) (err error) {
	r := c.game.run
	c.setSocket(s)
	r.connect(time.Now(), c.lastEvent() > 0)
	stop := s.keep()
	defer func() {
		stop()
		_ = s.conn.CloseNow()
		c.setSocket(nil)
		r.disconnect(time.Now(), errors.Is(err, errOver) || ctx.Err() != nil)
	}()
	for {
		data, now, err := s.next(ctx)
		if err != nil {
			return err
		}
		say, err := c.handle(now, data)
		if err != nil {
			return err
		}
		if say != nil {
			s.say(say)
		}
	}
}

func (c *participant) setSocket(s *socket) {
	c.game.mu.Lock()
	defer c.game.mu.Unlock()
	c.socket = s
}

func (r *run) connect(now time.Time, again bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.connected++
	if again {
		r.result.Reconnected++
	}
	if !r.allDisconnectedAt.IsZero() {
		r.result.Outages++
		r.History.write(Line{Outage: &play.Span{From: instant(r.allDisconnectedAt), To: instant(now)}})
		r.allDisconnectedAt = time.Time{}
	}
}

// disconnect counts the end of a connection; wanted if the player closed it.
func (r *run) disconnect(now time.Time, wanted bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.connected--; r.connected == 0 && !wanted {
		r.allDisconnectedAt = now
	}
}
