package tournament

import (
	"context"
	"encoding/json"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/stream"
)

// Changed is the frame that followers of a tournament get at once, and when something
// has changed.
type Changed struct {
	Event   string  `json:"event" enum:"contest" doc:"Which frame this is"`
	Contest Contest `json:"contest" doc:"Its new state"`
}

// YouChanged is the frame that a follower with a name gets when something has changed
// for them.
type YouChanged struct {
	Event   string `json:"event" enum:"contestYou" doc:"Which frame this is"`
	Contest string `json:"contest" doc:"The tournament's ID"`
	You     You    `json:"you" doc:"What concerns you in it"`
}

// Frames returns values of the frames of a tournament's feed.
func Frames() []any { return []any{Changed{}, YouChanged{}} }

// frame is a state as all followers are sent it.
type frame struct {
	text   []byte
	people people
}

// people says what concerns single players.
type people struct {
	organizer string
	in        map[string]bool   // by player who has joined: whether they have not left
	games     map[string]string // by player: the ID of the game in progress
	captains  map[string]int    // by player: the team whose captain they are
}

func (c *cached) people() people {
	p := people{c.state.organizer, map[string]bool{}, map[string]string{}, map[string]int{}}
	for i, one := range c.state.teams {
		p.captains[one.captain] = i + 1
	}
	for _, one := range c.state.entrants {
		p.in[one.ID] = !one.hasLeft
	}
	for _, g := range c.state.Games() {
		for _, id := range c.state.playersOf(g) {
			p.games[id] = g.ID(c.id)
		}
	}
	return p
}

// includes reports whether a frame has the name of an account.
func (p people) includes(id string) bool {
	_, joined := p.in[id]
	return joined || id == p.organizer
}

// you returns what concerns an account that commands know by an ID.
func (p people) you(id, by string) You {
	return You{p.in[id], p.games[id], by == p.organizer, p.captains[id]}
}

// follower is the feed of a tournament to one connection. Its state is what it was sent.
type follower struct {
	director *Director
	cached   *cached
	who, by  string // the account, and by which ID commands know it
	wake     func()
	sent     *frame
	you      *You
}

// Follow returns the feed of a tournament to an account, perhaps nobody, or ErrNotFound.
// It calls wake when there is something to send. The connection ends when the account
// may no longer see the tournament.
func (d *Director) Follow(ctx context.Context, who account.Who, connection *account.Connection, id string, wake func()) (stream.Feed, error) {
	c, isFollowed := d.lock(id)
	defer c.mu.Unlock()
	// What somebody follows is read regularly, and many followers cost one query.
	if c.mustRead() || !isFollowed {
		if err := d.refresh(ctx, c, false); err != nil {
			return nil, err
		}
	}
	connection.SeenFromOutside(c.state.terms.Class)
	if err := d.checkVisible(ctx, c, who); err != nil {
		return nil, err
	}
	by, err := d.actor(ctx, c, who)
	if err != nil {
		return nil, err
	}
	if c.shown.Load() == nil || !isFollowed {
		if err := d.makeFrame(ctx, c); err != nil {
			return nil, err
		}
	}
	f := &follower{director: d, cached: c, who: who.ID, by: by, wake: wake}
	d.mu.Lock()
	defer d.mu.Unlock()
	c.followers[f] = true
	return f, nil
}

// lock returns the cache's entry of a tournament, locked, and whether it has followers.
func (d *Director) lock(id string) (c *cached, isFollowed bool) {
	for {
		d.mu.Lock()
		c = d.cacheEntry(id)
		d.mu.Unlock()
		c.mu.Lock()
		d.mu.Lock()
		isCurrent := d.cache[id] == c // or was evicted meanwhile; two in use would only conflict in the log
		isFollowed = len(c.followers) > 0
		d.mu.Unlock()
		if isCurrent {
			return c, isFollowed
		}
		c.mu.Unlock()
	}
}

// Next implements [stream.Feed].
func (f *follower) Next() ([]byte, error) {
	if now := f.cached.shown.Load(); now != f.sent {
		f.sent = now
		return now.text, nil
	}
	if f.who == "" {
		return nil, nil
	}
	if you := f.sent.people.you(f.who, f.by); f.you == nil || *f.you != you {
		f.you = &you
		return stream.Encode(YouChanged{"contestYou", f.cached.id, you}), nil
	}
	return nil, nil
}

// Hear implements [stream.Feed]: clients send nothing.
func (*follower) Hear(context.Context, []byte) []byte { return nil }

// Close implements [stream.Feed].
func (f *follower) Close() {
	f.director.mu.Lock()
	defer f.director.mu.Unlock()
	delete(f.cached.followers, f)
	f.cached.lastUsed = time.Now()
}

// bytesPerSecond bounds what the followers of one tournament here are sent together: a
// big tournament with many followers is shown less often.
const bytesPerSecond = 16 << 20

// minFrameInterval lets results that arrive together be shown together.
const minFrameInterval = 250 * time.Millisecond

// pace returns the time between two frames of a length to a number of followers.
func pace(length, followers int) time.Duration {
	return max(minFrameInterval, time.Duration(float64(length*followers)/bytesPerSecond*float64(time.Second)))
}

// show sends followers what has changed until ctx is done.
func (d *Director) show(ctx context.Context) {
	ticker := time.NewTicker(minFrameInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.changed:
		case <-ticker.C:
		}
		for _, c := range d.outdated(time.Now()) {
			d.logFailure(ctx, c.id, d.showOne(ctx, c)) // tried again soon
		}
	}
}

// outdated returns the tournaments whose followers are due for another frame.
func (d *Director) outdated(now time.Time) (all []*cached) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.cache {
		if !c.isOutdated || len(c.followers) == 0 || now.Before(c.restsUntil) {
			continue
		}
		if last := c.shown.Load(); last == nil || now.Sub(c.shownAt) >= pace(len(last.text), len(c.followers)) {
			all = append(all, c)
		}
	}
	return all
}

// rename shows followers a player's present name soon.
func (d *Director) rename(p play.Player) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.cache {
		if shown := c.shown.Load(); shown != nil && shown.people.includes(p.ID) {
			d.setOutdated(c)
		}
	}
}

// setOutdated has followers sent another frame soon. d.mu must be held.
func (d *Director) setOutdated(c *cached) {
	c.isOutdated = true
	select {
	case d.changed <- struct{}{}:
	default:
	}
}

func (d *Director) showOne(ctx context.Context, c *cached) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return d.guard(c, func() error {
		if c.mustRead() {
			if err := d.refresh(ctx, c, false); err != nil {
				return err
			}
		}
		return d.makeFrame(ctx, c)
	})
}

// makeFrame renders the state, once for all followers. c.mu must be held.
func (d *Director) makeFrame(ctx context.Context, c *cached) error {
	view, err := d.present(ctx, c)
	if err != nil {
		return err
	}
	text, err := json.Marshal(Changed{"contest", view})
	if err != nil {
		return err
	}
	c.shown.Store(&frame{text, c.people()})
	d.mu.Lock()
	defer d.mu.Unlock()
	// Somebody may have been renamed since.
	c.isOutdated, c.shownAt = c.names != d.config.Store.NameChanges(), time.Now()
	for f := range c.followers {
		f.wake()
	}
	return nil
}
