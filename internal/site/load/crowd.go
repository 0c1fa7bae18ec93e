package load

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"thera/game"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// Crowds are numbers of clients that do something else than play over sockets.
type Crowds struct {
	Spectators int // follow a tournament that changes every second
	Bots       int // play each other over the bot API; an odd one follows its events only
	Readers    int // read a page every two seconds
	Lobby      int // follow the lobby, and offer a game every 20 seconds
}

// Crowd is what a crowd had while it was measured.
type Crowd struct {
	Kind    string `json:"kind"`
	Clients int    `json:"clients"`
	// Answers are changes seen by spectators, turns of bots, pages or seeks.
	Answers int     `json:"answers"`
	P50     float64 `json:"p50_ms"`
	P99     float64 `json:"p99_ms"`
	// Refused requests were answered with a problem.
	Refused     int `json:"refused"`
	Reconnected int `json:"reconnected"`
}

// crowd is the clients of one kind.
type crowd struct {
	*run
	kind                 string
	clients, first       int // the first has this number among all clients
	took                 meter
	refusals, reconnects atomic.Int64
}

// gather starts the crowds, which stay until ctx is done.
func (r *run) gather(ctx context.Context, clients *sync.WaitGroup) (all []*crowd) {
	const apart = 1 << 18 // more than there are players of games
	t := &contest{opened: make(chan struct{})}
	for i, one := range []struct {
		kind    string
		clients int
		do      func(*crowd, context.Context, int) error
	}{
		{"spectators", r.Crowds.Spectators, func(_ *crowd, ctx context.Context, n int) error { return t.watch(ctx, n) }},
		{"bots", r.Crowds.Bots, (*crowd).playAsBot},
		{"readers", r.Crowds.Readers, (*crowd).read},
		{"in the lobby", r.Crowds.Lobby, (*crowd).seek},
	} {
		if one.clients == 0 {
			continue
		}
		c := &crowd{run: r, kind: one.kind, clients: one.clients, first: (1 + i) * apart}
		if all = append(all, c); i == 0 {
			t.crowd = c
			clients.Go(func() { c.again(ctx, t.change) })
		}
		for n := range one.clients {
			clients.Go(func() { c.again(ctx, func(ctx context.Context) error { return one.do(c, ctx, n) }) })
		}
	}
	return all
}

// again does something until ctx is done, again after each error.
func (c *crowd) again(ctx context.Context, do func(context.Context) error) {
	pause(ctx, 10, nil) // not all at once
	for failures := 0; ctx.Err() == nil; failures++ {
		began := time.Now()
		err := do(ctx)
		if ctx.Err() != nil {
			return
		}
		if _, ok := errors.AsType[*problem](err); ok {
			c.refusals.Add(1)
		} else if !errors.Is(err, errOver) {
			c.reconnects.Add(1)
		}
		if time.Since(began) > deadTimeout {
			failures = 0
		}
		c.noteProblem(err)
		pause(ctx, failures, err)
	}
}

func (c *crowd) reset() {
	c.took.reset()
	c.refusals.Store(0)
	c.reconnects.Store(0)
}

func (c *crowd) result() Crowd {
	return Crowd{c.kind, c.clients, c.took.count(), c.took.percentile(50), c.took.percentile(99), int(c.refusals.Load()), int(c.reconnects.Load())}
}

// client returns client n of the crowd, a visitor.
func (c *crowd) client(n int) *player { return c.visitor(n, c.first+n) }

// guest returns client n of the crowd as a guest.
func (c *crowd) guest(ctx context.Context, n int) (*player, error) {
	p := c.client(n)
	return p, c.api.post(ctx, p, "account/guest", nil, nil)
}

// timed does something and notes how long it took, if it was not refused.
func (c *crowd) timed(do func() error) error {
	began := time.Now()
	err := do()
	if err == nil {
		c.took.add(time.Since(began))
	}
	return err
}

// sleep waits for about d.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d/2 + mathrand.N(d)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// contest is a tournament in which players join and withdraw.
type contest struct {
	*crowd
	id     string
	opened chan struct{} // closed when there is an id

	mu sync.Mutex
	at map[int]time.Time // when the change with a number was sent
}

const (
	contestPlayers = 64
	changeInterval = time.Second
)

// make makes the tournament.
func (t *contest) make(ctx context.Context) error {
	organizer := t.client(t.clients)
	name := "load-" + strings.ToLower(rand.Text()[:8])
	if err := t.api.post(ctx, organizer, "account", map[string]string{"name": name, "password": rand.Text()}, nil); err != nil {
		return err
	}
	terms := map[string]any{"kind": "swiss", "name": "Load " + name, "game": t.Rules[0].Name(), "clock": "5+3", "players": "all", "unlisted": true}
	var made struct{ ID string }
	if err := t.api.post(ctx, organizer, "contests", terms, &made); err != nil {
		return err
	}
	t.id = made.ID
	close(t.opened)
	return nil
}

// change changes the tournament, which it makes first, until ctx is done or a change
// fails.
func (t *contest) change(ctx context.Context) error {
	if t.id == "" {
		if err := t.make(ctx); err != nil {
			return err
		}
	}
	var players []*player
	for n := range contestPlayers {
		p, err := t.guest(ctx, t.clients+1+n)
		if err != nil {
			return err
		}
		players = append(players, p)
	}
	var now struct{ Number int } // a change that failed may have been made or not
	if err := t.api.send(ctx, http.MethodGet, players[0], "contests/"+t.id, nil, &now); err != nil {
		return err
	}
	t.mu.Lock()
	t.at = map[int]time.Time{}
	t.mu.Unlock()
	for n := 0; ; n++ {
		order := [...]string{"join", "withdraw"}[n/contestPlayers%2]
		t.mu.Lock()
		t.at[now.Number+1+n] = time.Now()
		t.mu.Unlock()
		if err := t.api.post(ctx, players[n%contestPlayers], "contests/"+t.id+"/"+order, nil, nil); err != nil {
			return err
		}
		if err := sleep(ctx, changeInterval); err != nil {
			return err
		}
	}
}

// watch follows the tournament, and notes how long a change takes until it is seen.
func (t *contest) watch(ctx context.Context, n int) error {
	select {
	case <-t.opened:
	case <-ctx.Done():
		return ctx.Err()
	}
	last := 0
	return t.api.lines(ctx, t.client(n), "api/v1/events", url.Values{"contest": {t.id}}, func(line []byte) error {
		// Parsing all of it would cost more here than at the server.
		if !bytes.HasPrefix(line, []byte(`{"event":"contest",`)) {
			return nil
		}
		_, rest, _ := bytes.Cut(line[:min(len(line), 200)], []byte(`"number":`))
		digits, _, _ := bytes.Cut(rest, []byte(","))
		number, err := strconv.Atoi(string(digits))
		if err != nil {
			return fmt.Errorf("frame %.200q: want a number", line)
		}
		t.mu.Lock()
		first, ok := t.at[last+1]
		t.mu.Unlock()
		if ok && last > 0 {
			t.took.add(time.Since(first))
		}
		last = number
		return nil
	})
}

var readPaths = []string{"", "api/v1/live", "api/v1/seeks", "api/v1/contests", "api/v1/account", "api/v1/leaderboard/hermit/fast"}

// read reads pages.
func (c *crowd) read(ctx context.Context, n int) error {
	p := c.client(n)
	for {
		path := readPaths[mathrand.IntN(len(readPaths))]
		if err := c.timed(func() error { return c.api.get(ctx, p, path) }); err != nil {
			return err
		}
		if err := sleep(ctx, 2*time.Second); err != nil {
			return err
		}
	}
}

// seek follows the lobby, and offers a game that nobody else offers now and then.
func (c *crowd) seek(ctx context.Context, n int) error {
	p, err := c.guest(ctx, n)
	if err != nil {
		return err
	}
	s, err := c.api.dial(ctx, p, "api/v1/events/socket", url.Values{"lobby": {"true"}})
	if err != nil {
		return err
	}
	stop := s.keep()
	defer func() { stop(); _ = s.conn.CloseNow() }()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			if _, _, err := s.next(ctx); err != nil {
				cancel(err)
				return
			}
		}
	}()
	control, err := play.ParseControl(fmt.Sprintf("%d+%d", 5+n%80, n/80%60))
	if err != nil {
		return err
	}
	rules := c.Rules[n%len(c.Rules)]
	terms := lobby.Terms{Game: rules.Name(), Variant: rules.Variants()[0], Control: control}
	for {
		if sleep(ctx, 20*time.Second) != nil {
			return context.Cause(ctx)
		}
		var made lobby.Made
		if err := c.timed(func() error { return c.api.post(ctx, p, "seeks", terms, &made) }); err != nil {
			return err
		}
		if made.Seek == nil {
			continue // somebody else had offered the same
		}
		if sleep(ctx, 5*time.Second) != nil {
			return context.Cause(ctx)
		}
		if err := c.api.send(ctx, http.MethodDelete, p, "seeks/"+made.Seek.ID, nil, nil); err != nil {
			return err
		}
	}
}

// botThink is about how long a bot thinks.
const botThink = 4 * time.Second

// playAsBot lets client n and the next one play each other, if n is even.
func (c *crowd) playAsBot(ctx context.Context, n int) error {
	if n%2 == 1 {
		<-ctx.Done() // it plays with the one before
		return ctx.Err()
	}
	ctx, cancel := context.WithCancel(ctx)
	var following sync.WaitGroup
	defer following.Wait()
	defer cancel()
	var players []*player
	for i := n; i < min(n+2, c.clients); i++ {
		p, err := c.guest(ctx, i)
		if err != nil {
			return err
		}
		players = append(players, p)
		following.Go(func() {
			c.again(ctx, func(ctx context.Context) error {
				return c.api.lines(ctx, p, "api/v1/stream/event", nil, func([]byte) error { return nil })
			})
		})
	}
	if len(players) < 2 {
		<-ctx.Done()
		return ctx.Err()
	}
	rules := c.Rules[n/2%len(c.Rules)]
	id, err := c.begin(ctx, rules, c.Control, c.first+n, 2, &players)
	if err != nil {
		return err
	}
	results := make(chan error, len(players))
	for _, p := range players {
		go func() { results <- c.followAsBot(ctx, p, rules, id, botThink) }()
	}
	return errors.Join(<-results, <-results)
}

// botLine is what a bot needs to know of a line of a game.
type botLine struct {
	Type  string   `json:"type"`
	Seat  int      `json:"seat"`
	State *botLine `json:"state"` // of the first line

	FEN    string `json:"fen"`
	Turn   int    `json:"turn"`
	Status string `json:"status"`
}

// followAsBot plays a bot's turns until the game is over. It thinks for about a time.
func (c *crowd) followAsBot(ctx context.Context, p *player, rules game.Game, id string, think time.Duration) error {
	seat := 0
	return c.api.lines(ctx, p, "api/v1/bot/game/stream/"+id, nil, func(text []byte) error {
		var line botLine
		if err := json.Unmarshal(text, &line); err != nil {
			return fmt.Errorf("line %.200q: %w", text, err)
		}
		state := &line
		if line.State != nil {
			seat, state = line.Seat, line.State
		}
		switch {
		case state.Status == "": // not a state
			return nil
		case state.Status != "started":
			return errOver
		case state.Turn != seat:
			return nil
		}
		pos, err := rules.Parse(state.FEN)
		if err != nil {
			return err
		}
		if err := sleep(ctx, think); err != nil {
			return err
		}
		moves := pos.Moves()
		path := "bot/game/" + id + "/move/" + url.PathEscape(string(moves[mathrand.IntN(len(moves))]))
		return c.timed(func() error { return c.api.post(ctx, p, path, nil, nil) })
	})
}
