package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// bot is a running bot. Only the goroutine of Run uses it, except for the tables and a trial.
type bot struct {
	Config
	me     play.Player
	player opener

	tables  map[string]context.CancelFunc // by game
	days    map[string]bool               // games without a clock of minutes, which are not finished before the bot leaves
	ended   chan string                   // IDs of games whose tables are done
	pending []*pending                    // oldest first
	trying  bool                          // a goroutine tries the program for a challenge, and alone uses player.known
	tried   chan trial
	coming  []time.Time // when challenges were accepted whose games have not begun
	offers  offers
	playing sync.WaitGroup

	reporting sync.Mutex
}

// pending is a challenge that waits until the program has been tried for it, and then for a
// free place.
type pending struct {
	*Challenge
	fits bool // the program can play it
}

// trial is what became of trying the program for a challenge.
type trial struct {
	*pending
	err error // why the program can't play it
}

// news is something from the server: an event, or what became of the connection.
type news struct {
	event Event
	on    bool
	err   error // why the connection ended
}

const (
	tick         = time.Second      // between checks of what can be offered
	pingInterval = 30 * time.Second // between measurements of the lag
)

// Run plays until ctx is done, and then leaves as the config says. An error means that
// the bot can't play at all: the program can't be started, or the server does not know
// the token.
func Run(ctx context.Context, c Config) error {
	b := &bot{Config: c, tables: map[string]context.CancelFunc{}, days: map[string]bool{}, ended: make(chan string), tried: make(chan trial)}
	b.player = opener{Config: &b.Config, known: map[string]error{}}
	for _, game := range c.Games {
		if err := b.player.tryAny(ctx, game, c.boards(game)); err != nil {
			return err
		}
	}
	var err error
	if b.me, err = c.whoami(ctx); err != nil {
		return err
	}
	b.offers = offers{bot: b, seeks: map[int]string{}, climbs: map[string]bool{}, rested: time.Now()}

	// Games may continue for a while after ctx is done.
	games, leave := context.WithCancel(context.WithoutCancel(ctx))
	defer b.playing.Wait()
	defer leave()
	events := make(chan news)
	listening, deaf := context.WithCancel(games)
	b.playing.Go(func() { b.listen(listening, events) })
	defer deaf()
	return b.run(ctx, games, events)
}

// whoami returns the account of the token, which has to be a bot. It waits for a server
// that can't be reached.
func (c Config) whoami(ctx context.Context) (play.Player, error) {
	for failures := 0; ; failures++ {
		me, err := c.Client.Account(ctx)
		switch wait, again := Transient(err); {
		case err == nil && me.Kind != play.Bot:
			return me, fmt.Errorf("%q is not a bot: want the token of an account that has never played and has become a bot, by POST /api/v1/account/bot", me.Name)
		case !again || ctx.Err() != nil:
			return me, err
		case failures > 0 && c.Report != nil:
			c.Report(Report{At: time.Now(), Event: Offline, Detail: err.Error()})
			fallthrough
		default:
			pause(ctx, max(wait, Backoff(failures)))
		}
	}
}

// listen passes on everything from the server, over any number of connections.
func (b *bot) listen(ctx context.Context, to chan<- news) {
	tell := func(n news) {
		select {
		case to <- n:
		case <-ctx.Done():
		}
	}
	for failures := 0; ctx.Err() == nil; failures++ {
		if err := b.Client.Ping(ctx); err == nil {
			for event, err := range b.Client.Events(ctx) {
				if err == nil {
					failures = 0
				}
				tell(news{event: event, on: err == nil && event.Type == "", err: ended(err)})
			}
		} else {
			tell(news{err: err})
		}
		pause(ctx, Backoff(failures))
	}
}

func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("the server has ended the connection")
	}
	return err
}

// run acts on events until the bot has left. Games are played with the second context.
func (b *bot) run(ctx, games context.Context, events <-chan news) error {
	look, measure := time.NewTicker(tick), time.NewTicker(pingInterval)
	defer look.Stop()
	defer measure.Stop()
	leaving := ctx.Done()
	for leaving != nil || b.mustFinish() {
		select {
		case n := <-events:
			if err := b.hear(games, n, leaving == nil); err != nil {
				return err
			}
		case id := <-b.ended:
			delete(b.tables, id)
			delete(b.days, id)
			b.offers.rested = time.Now()
		case t := <-b.tried:
			b.judge(games, t)
		case <-measure.C:
			b.playing.Go(func() { _ = b.Client.Ping(games) }) // tried again later
		case <-look.C:
		case <-leaving:
			leaving = nil
			b.offers.leave(games)
			b.leave()
		}
		if leaving != nil {
			b.try(games)
			b.take(games)
			b.offers.make(games)
		}
	}
	return nil
}

func (b *bot) mustFinish() bool { return b.Finish && len(b.tables) > len(b.days) }

// leave reports what becomes of the games.
func (b *bot) leave() {
	detail := "no game is in progress"
	switch n := len(b.tables); {
	case b.mustFinish():
		detail = fmt.Sprintf("%s first, unless interrupted again", counted(n-len(b.days), "game is finished", "games are finished"))
	case n > 0:
		detail = fmt.Sprintf("%s without the bot until it is started again", counted(n, "game continues", "games continue"))
	}
	b.report(Report{Event: Leaving, Detail: detail})
}

// hear acts on news. An error means that the token no longer works.
func (b *bot) hear(games context.Context, n news, leaving bool) error {
	switch {
	case Unauthorized(n.err):
		return n.err
	case n.err != nil:
		b.report(Report{Event: Offline, Detail: n.err.Error()})
	case n.on:
		b.pending = nil // the server sends everything again
		b.offers.renew, b.offers.seeks, b.offers.climbs = time.Time{}, map[int]string{}, map[string]bool{}
		b.report(Report{Event: Online, Detail: b.me.Name})
	}
	switch e := n.event; e.Type {
	case TypeGameStart:
		b.sit(games, e.Game)
	case TypeChallenge:
		if !leaving && e.Challenge.Challenger.ID != b.me.ID {
			b.consider(games, e.Challenge)
		}
	case TypeCanceled, TypeDeclined:
		b.pending = slices.DeleteFunc(b.pending, func(p *pending) bool { return p.ID == e.Challenge.ID })
		b.offers.gone(e.Challenge.ID)
	}
	return nil
}

func (b *bot) sit(games context.Context, g *Game) {
	if b.tables[g.ID] != nil {
		return
	}
	ctx, cancel := context.WithCancel(games)
	b.tables[g.ID] = cancel
	if g.Clock.Initial == 0 {
		b.days[g.ID] = true
	}
	b.coming = b.coming[min(1, len(b.coming)):]
	b.offers.asked, b.offers.renew = "", time.Time{} // perhaps it is the game of the challenge
	b.playing.Go(func() {
		defer cancel()
		t := &table{bot: b, id: g.ID, changed: make(chan struct{}, 1), mind: mind{opener: b.player}}
		t.play(ctx)
		select {
		case b.ended <- g.ID:
		case <-games.Done():
		}
	})
}

// consider declines a challenge, or lets it wait.
func (b *bot) consider(ctx context.Context, c *Challenge) {
	why := b.Accept.Refuses(c)
	switch {
	case why != "":
	case !slices.Contains(b.Games, c.Game):
		why = fmt.Sprintf("game %q: want one of %s", c.Game, strings.Join(b.Games, ", "))
	case slices.ContainsFunc(b.pending, func(p *pending) bool { return p.ID == c.ID }):
		return
	default:
		b.pending = append(b.pending, &pending{Challenge: c})
		return
	}
	b.answer(ctx, c, Declined, why, b.Client.Decline)
}

// try has the program tried for the next challenge, in the background: a program may take
// half a minute to say that it can't play, and games don't wait that long.
func (b *bot) try(ctx context.Context) {
	i := slices.IndexFunc(b.pending, func(p *pending) bool { return !p.fits && p.InitialFEN == "" })
	if i < 0 { // positions come last: a board is tried once, and many of them must not hold it up
		i = slices.IndexFunc(b.pending, func(p *pending) bool { return !p.fits })
	}
	if b.trying || i < 0 {
		return
	}
	b.trying = true
	p := b.pending[i]
	b.playing.Go(func() {
		err := b.player.try(ctx, p.Game, p.Variant, p.InitialFEN)
		select {
		case b.tried <- trial{p, err}:
		case <-ctx.Done():
		}
	})
}

// judge declines a challenge that the program can't play, if it is still waiting.
func (b *bot) judge(ctx context.Context, t trial) {
	b.trying = false
	i := slices.Index(b.pending, t.pending)
	switch {
	case i < 0:
	case t.err == nil:
		t.fits = true
	default:
		b.pending = slices.Delete(b.pending, i, i+1)
		b.answer(ctx, t.Challenge, Declined, t.err.Error(), b.Client.Decline)
	}
}

const placeKept = 10 * time.Second // for a game that the server has not announced yet

// free returns for how many more games there is a place.
func (b *bot) free() int {
	b.coming = slices.DeleteFunc(b.coming, func(t time.Time) bool { return time.Since(t) > placeKept })
	return b.AtOnce - len(b.tables) - len(b.coming)
}

// take accepts challenges for which there is a place.
func (b *bot) take(ctx context.Context) {
	for b.free() > 0 {
		i := slices.IndexFunc(b.pending, func(p *pending) bool { return p.fits })
		if i < 0 {
			return
		}
		c := b.pending[i].Challenge
		b.pending = slices.Delete(b.pending, i, i+1)
		if b.answer(ctx, c, Accepted, "", b.Client.Accept) {
			b.coming = append(b.coming, time.Now())
		}
	}
}

// answer answers a challenge, and reports whether that succeeded.
func (b *bot) answer(ctx context.Context, c *Challenge, event, why string, do func(context.Context, string) error) bool {
	r := Report{Event: event, Challenge: c.ID, Rules: rulesText(c.Game, c.Variant), Clock: c.TimeControl.Show.String(), Rated: c.Rated, Opponents: []string{c.Challenger.Name}, Detail: why}
	err := do(ctx, c.ID)
	if err != nil {
		r.Event, r.Detail = Refused, err.Error()
	}
	b.report(r)
	return err == nil
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", more)
}

func rulesText(game, variant string) string { return strings.TrimSpace(game + " " + variant) }

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Config says who plays, what, and how much.
type Config struct {
	Client *Client
	// Player is the program. If Level is above 0, each game's own engine plays at that
	// level instead.
	Player match.Spec
	Level  int
	// Games has the names of the games that the bot plays.
	Games  []string
	Accept Accept
	// AtOnce is how many games the bot plays at a time, at least 1.
	AtOnce int
	// Offers are made while the bot has time for a game. Offers to named players are
	// made one after the other, when the bot has had no game for as long as Idle.
	Offers []Offer
	Idle   time.Duration
	// Ladder has the bot play on the ladders of its games whenever it has time.
	Ladder bool
	// Lag is the least time kept in reserve for the network in each turn; the measured
	// lag counts if it is more.
	Lag time.Duration
	// Think is the most time for a turn without a clock of minutes, if Player has no
	// limit of its own.
	Think time.Duration
	// Patience is how long a program may take for such a turn before the game is given
	// up.
	Patience time.Duration
	// Restarts is how often a program that ends is started again in one game.
	Restarts int
	// Finish has the bot finish its games with a clock of minutes before it leaves, and
	// accept no new ones. Otherwise it leaves at once, and the games wait for its next
	// start as long as their clocks allow.
	Finish bool
	// Report is called with what happens, by one goroutine at a time.
	Report func(Report)
}

// boards returns the variants of a game that the bot may be asked to play: those that it
// accepts, by default the usual one, and those that it offers.
func (c Config) boards(game string) (boards []string) {
	entry, err := catalog.Find(game)
	if err != nil || len(c.Accept.Variants) == 0 {
		boards = append(boards, "")
	}
	for _, variant := range c.Accept.Variants {
		if err == nil && slices.Contains(entry.Game.Variants(), variant) {
			boards = append(boards, variant)
		}
	}
	for _, o := range c.Offers {
		if o.Terms.Game == game {
			boards = append(boards, o.Terms.Variant)
		}
	}
	return boards
}

// Offer is what a bot offers, to anybody or to a player.
type Offer struct {
	To    string // a player's name, "" for a seek
	Terms lobby.Terms
}

// Defaults that are good enough for most bots.
const (
	DefaultLag      = 100 * time.Millisecond
	DefaultThink    = 3 * time.Second
	DefaultPatience = time.Minute
	DefaultRestarts = 3
	DefaultIdle     = 10 * time.Second
)
