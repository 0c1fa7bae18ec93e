package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// Config says what is played, and how much of it.
type Config struct {
	URLs   []string    // of servers that are one service; players come to any of them
	Games  []game.Game // the tables play them in turn, in their default variants
	Tables int         // games at a time
	Rate   float64     // turns a second at all tables together
	Time   time.Duration
	// Finish has all games played to their end when the time is over, several times
	// as fast. Nothing is measured of that but what is lost and what does not end.
	Finish bool
	// Control is the clock of the games; it should allow for a think time of
	// Tables/Rate seconds a turn.
	Control play.Control
	// Seed draws turns and think times.
	Seed uint64
	// History is where it is written down what the players know; nil for nowhere.
	History *History
	// Report is told each second how far it is, if it is not nil.
	Report func(Progress)
}

// Progress is how far a run is.
type Progress struct {
	Tables  int // at which all have been connected
	Of      int
	Turns   int // acknowledged since all tables play
	Lost    int
	Elapsed time.Duration // since then
	Problem error         // the last one of beginning games, until all have begun
}

// Result is what was measured from when all tables played, and what was lost or
// doubled at any time.
type Result struct {
	Games       int     `json:"games"` // at a time
	Turns       int     `json:"turns"` // acknowledged
	Seconds     float64 `json:"seconds"`
	Lost        int     `json:"lost"`    // events that a player should have heard and has not, or not as others have
	Doubled     int     `json:"doubled"` // events that a player has heard twice
	AckP50      float64 `json:"ack_p50_ms"`
	AckP99      float64 `json:"ack_p99_ms"`
	RelayP50    float64 `json:"relay_p50_ms"`
	RelayP99    float64 `json:"relay_p99_ms"`
	Memory      int64   `json:"server_rss_bytes"`
	MemoryIdle  int64   `json:"server_rss_bytes_before"`
	CPU         float64 `json:"server_cpu_seconds"`
	Ended       int     `json:"ended"`      // games that ended; until the time is over others follow
	Unfinished  int     `json:"unfinished"` // games that should have been played to their end
	Unanswered  int     `json:"unanswered"` // turns that were neither acknowledged nor seen
	Refused     int     `json:"refused"`    // turns that the server did not take
	Reconnected int     `json:"reconnected"`
	Outages     int     `json:"outages"` // times in which no player was connected
	// Interruptions are times in which a player had no connection, or waited for
	// longer than a second for the acknowledgment of a turn.
	Interruptions   int     `json:"interruptions"`
	InterruptionP50 float64 `json:"interruption_p50_ms"`
	InterruptionP99 float64 `json:"interruption_p99_ms"`
	InterruptionMax float64 `json:"interruption_max_ms"`
}

// run is a run that goes on.
type run struct {
	Config
	api        *api
	interval   time.Duration // from one turn of a table to the next
	ack, relay meter
	interrupt  meter
	finishing  atomic.Bool // no other games are begun
	closing    atomic.Bool // nobody moves any more
	joined     atomic.Int64
	sitting    atomic.Int64  // tables at which a game is played or begun
	all        chan struct{} // closed when all tables play

	mu        sync.Mutex
	result    Result
	tables    map[*table]bool // that play now
	connected int
	down      time.Time // since when nobody has been connected; zero for never
	problem   error
}

// Run plays until the time is over or ctx is done, and returns what was measured
// so far. An error means that there is nothing to tell.
func Run(ctx context.Context, c Config) (Result, error) {
	a, err := newAPI(c.URLs)
	if err != nil {
		return Result{}, err
	}
	if c.Tables < 1 || c.Rate <= 0 || len(c.Games) == 0 {
		return Result{}, fmt.Errorf("%d games of %d kinds at %g turns a second: want at least one of each", c.Tables, len(c.Games), c.Rate)
	}
	r := &run{
		Config: c, api: a, interval: time.Duration(float64(c.Tables) / c.Rate * float64(time.Second)),
		all: make(chan struct{}), tables: map[*table]bool{},
	}
	idle, err := a.usage(ctx)
	if err != nil {
		return Result{}, err
	}
	r.result.MemoryIdle = idle.memory
	playing, leave := context.WithCancel(context.WithoutCancel(ctx))
	defer leave()
	var tables sync.WaitGroup
	beginning := make(chan struct{}, atOnce)
	r.sitting.Store(int64(c.Tables))
	for n := range c.Tables {
		tables.Go(func() {
			defer r.sitting.Add(-1)
			r.sit(playing, n, beginning)
		})
	}
	err = r.measure(ctx)
	leave()
	tables.Wait()
	if err == nil {
		r.History.write(Line{End: instant(time.Now())})
		err = r.History.failed()
	}
	return r.result, err
}

const (
	// atOnce is how many games are begun at a time.
	atOnce = 32
	// patience is how long it may take until another table plays.
	patience = 30 * time.Second
	// grace is how long answers are waited for at the end.
	grace = 10 * time.Second
)

// measure waits until all tables play, and then for as long as it should last.
func (r *run) measure(ctx context.Context) error {
	if err := r.wait(ctx); err != nil {
		return err
	}
	before, _ := r.api.usage(ctx) // what it does not say is 0
	r.ack.reset()
	r.relay.reset()
	r.interrupt.reset()
	began := time.Now()
	end := time.NewTimer(r.Time)
	defer end.Stop()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for done := false; !done; {
		select {
		case <-ctx.Done():
			done = true
		case <-end.C:
			done = true
		case <-ticker.C:
			r.report(time.Since(began))
		}
	}
	took := time.Since(began)
	r.closing.Store(!r.Finish)
	turns := r.ack.count()
	after, _ := r.api.usage(context.WithoutCancel(ctx))
	r.count(func(result *Result) {
		result.Games = min(int(r.joined.Load()), r.Tables)
		result.Turns, result.Seconds = turns, took.Seconds()
		result.AckP50, result.AckP99 = r.ack.percentile(50), r.ack.percentile(99)
		result.RelayP50, result.RelayP99 = r.relay.percentile(50), r.relay.percentile(99)
		result.Interruptions = r.interrupt.count()
		result.InterruptionP50, result.InterruptionP99 = r.interrupt.percentile(50), r.interrupt.percentile(99)
		result.InterruptionMax = r.interrupt.percentile(100)
		result.Memory, result.CPU = after.memory, max(0, after.cpu-before.cpu)
	})
	if r.Finish {
		r.finish()
	}
	r.settle()
	return nil
}

// wait waits until all tables play. It gives up when that gets no further.
func (r *run) wait(ctx context.Context) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	last, since := int64(0), time.Now()
	for {
		select {
		case <-r.all:
			return nil
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			r.report(0)
		}
		if now := r.joined.Load(); now > last {
			last, since = now, time.Now()
		}
		if time.Since(since) > patience {
			r.mu.Lock()
			defer r.mu.Unlock()
			return fmt.Errorf("only %d of %d games could be begun: %w", last, r.Tables, r.problem)
		}
	}
}

// settle waits until all that was sent has been answered and heard, or for as
// long as makes sense.
func (r *run) settle() {
	for limit := time.Now().Add(grace); time.Now().Before(limit); time.Sleep(50 * time.Millisecond) {
		if !slices.ContainsFunc(r.playing(), func(t *table) bool { return !t.settled() }) {
			return
		}
	}
}

// join notes that all players of a table have been connected, for the first time
// that is so.
func (r *run) join() {
	if r.joined.Add(1) == int64(r.Tables) {
		close(r.all)
	}
}

func (r *run) count(do func(*Result)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	do(&r.result)
}

func (r *run) refused(f frame) {
	r.count(func(result *Result) { result.Refused++ })
	r.complain(errors.New(f.Reason + ": " + f.Detail))
}

// complain remembers a problem, in case that nothing comes of it all.
func (r *run) complain(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problem = err
}

func (r *run) report(elapsed time.Duration) {
	if r.Report == nil {
		return
	}
	p := Progress{Tables: min(int(r.joined.Load()), r.Tables), Of: r.Tables, Elapsed: elapsed}
	if elapsed > 0 {
		p.Turns = r.ack.count()
	}
	r.mu.Lock()
	p.Lost, p.Problem = r.result.Lost, r.problem
	r.mu.Unlock()
	r.Report(p)
}

// pause waits a little, and longer after each failure.
func pause(ctx context.Context, failures int, err error) {
	wait := min(50*time.Millisecond<<min(failures, 10), time.Second)
	wait = wait/2 + rand.N(wait)
	if p, ok := errors.AsType[*problem](err); ok {
		wait = max(wait, p.wait)
	}
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}
