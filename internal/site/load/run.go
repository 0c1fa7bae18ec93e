package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// Config says what to play, and how much of it.
type Config struct {
	URLs            []string    // of servers of one service; players use any of them
	Rules           []game.Game // the games play them in turn, in their default variants
	ConcurrentGames int
	Rate            float64 // turns per second in all games together
	Time            time.Duration
	// Metrics has the URLs of the servers' metrics, for what their processes use; it
	// may be empty.
	Metrics []string
	// Finish plays all games to their end when the time is over, several times
	// as fast. Only what is lost and what does not end is counted then.
	Finish bool
	// Crowds are clients beside the players of these games.
	Crowds Crowds
	// Attackers are clients of one address that attack while is measured, for each kind
	// of attack. All clients then say that they come through a proxy.
	Attackers int
	// Control is the clock of the games; it should allow for a think time of
	// ConcurrentGames/Rate seconds a turn.
	Control play.Control
	// Seed determines turns and think times.
	Seed uint64
	// History records what the players know; nil for no record.
	History *History
	// Report, if not nil, is called every second.
	Report func(Progress)
}

// Progress is how far a run is.
type Progress struct {
	Games   int // in which everybody has connected
	Of      int
	Turns   int // acknowledged since all games are running
	Lost    int
	Elapsed time.Duration // since then
	Problem error         // the last error of starting games, until all have started
}

// Result is what was measured while all games were running, and what was lost
// or doubled at any time.
type Result struct {
	Games       int     `json:"games"` // at a time
	Turns       int     `json:"turns"` // acknowledged
	Seconds     float64 `json:"seconds"`
	Lost        int     `json:"lost"`    // events that a player missed or received differently from others
	Doubled     int     `json:"doubled"` // events that a player received twice
	AckP50      float64 `json:"ack_p50_ms"`
	AckP99      float64 `json:"ack_p99_ms"`
	RelayP50    float64 `json:"relay_p50_ms"`
	RelayP99    float64 `json:"relay_p99_ms"`
	Memory      int64   `json:"server_rss_bytes"`
	MemoryIdle  int64   `json:"server_rss_bytes_before"`
	MemoryMost  int64   `json:"server_rss_bytes_most"`
	CPU         float64 `json:"server_cpu_seconds"`
	Ended       int     `json:"ended"`      // games that ended; until the time is over others follow
	Unfinished  int     `json:"unfinished"` // games that should have been played to their end
	Unanswered  int     `json:"unanswered"` // turns neither acknowledged nor relayed
	Refused     int     `json:"refused"`
	Busy        int     `json:"busy"` // answers with the status 503, to all but attackers
	Reconnected int     `json:"reconnected"`
	Outages     int     `json:"outages"` // times without any connection
	// Interruptions are times in which a player was disconnected, or waited
	// longer than a second for an acknowledgment.
	Interruptions   int     `json:"interruptions"`
	InterruptionP50 float64 `json:"interruption_p50_ms"`
	InterruptionP99 float64 `json:"interruption_p99_ms"`
	InterruptionMax float64 `json:"interruption_max_ms"`
	// Crowds has what those had that were asked for.
	Crowds []Crowd `json:"crowds,omitempty"`
	// Attacks has what attackers were answered.
	Attacks []Attack `json:"attacks,omitempty"`
}

type run struct {
	Config
	api        *api
	interval   time.Duration // between two turns of a game
	ack, relay meter
	interrupt  meter
	finishing  atomic.Bool // no more games are started
	closing    atomic.Bool // nobody moves any more
	started    atomic.Int64
	active     atomic.Int64  // games being started or played
	allStarted chan struct{} // closed when all games are running

	mu                sync.Mutex
	result            Result
	games             map[*activeGame]bool // that play now
	connected         int
	allDisconnectedAt time.Time // zero unless nobody is connected
	problem           error
}

// Run plays until the time is over or ctx is done, and returns what was
// measured. An error means that there is no result.
func Run(ctx context.Context, c Config) (Result, error) {
	a, err := newAPI(c.URLs)
	if err != nil {
		return Result{}, err
	}
	if c.ConcurrentGames < 1 || c.Rate <= 0 || len(c.Rules) == 0 {
		return Result{}, fmt.Errorf("%d games of %d kinds at %g turns per second: want all of them positive", c.ConcurrentGames, len(c.Rules), c.Rate)
	}
	r := &run{
		Config: c, api: a, interval: time.Duration(float64(c.ConcurrentGames) / c.Rate * float64(time.Second)),
		allStarted: make(chan struct{}), games: map[*activeGame]bool{},
	}
	if err := a.reach(ctx); err != nil {
		return Result{}, err
	}
	idle, err := r.usage(ctx)
	if err != nil {
		return Result{}, err
	}
	r.result.MemoryIdle = idle.memory
	playing, leave := context.WithCancel(context.WithoutCancel(ctx))
	defer leave()
	var tables sync.WaitGroup
	beginning := make(chan struct{}, maxStarting)
	r.active.Store(int64(c.ConcurrentGames))
	for n := range c.ConcurrentGames {
		tables.Go(func() {
			defer r.active.Add(-1)
			r.playGames(playing, n, beginning)
		})
	}
	crowds := r.gather(playing, &tables)
	err = r.measure(ctx, playing, &tables, crowds)
	leave()
	tables.Wait()
	if err == nil {
		r.History.write(Line{End: instant(time.Now())})
		err = r.History.failed()
	}
	return r.result, err
}

const (
	maxStarting  = 32               // games being started at a time
	stallTimeout = 30 * time.Second // how long it may take until another game starts
	drainTimeout = time.Minute      // how long to wait for answers at the end
)

// measure lets attackers come when all games are running. They stay until playing is
// done.
func (r *run) measure(ctx, playing context.Context, clients *sync.WaitGroup, crowds []*crowd) error {
	if err := r.wait(ctx); err != nil {
		return err
	}
	attacks, err := r.attack(playing, clients)
	if err != nil {
		return err
	}
	before, _ := r.usage(ctx) // 0 if unknown
	r.ack.reset()
	r.relay.reset()
	r.interrupt.reset()
	for _, c := range crowds {
		c.reset()
	}
	took := r.pass(ctx)
	r.closing.Store(!r.Finish)
	turns := r.ack.count()
	after, _ := r.usage(context.WithoutCancel(ctx))
	r.count(func(result *Result) {
		result.Games = min(int(r.started.Load()), r.ConcurrentGames)
		result.Turns, result.Seconds = turns, took.Seconds()
		result.AckP50, result.AckP99 = r.ack.percentile(50), r.ack.percentile(99)
		result.RelayP50, result.RelayP99 = r.relay.percentile(50), r.relay.percentile(99)
		result.Interruptions = r.interrupt.count()
		result.InterruptionP50, result.InterruptionP99 = r.interrupt.percentile(50), r.interrupt.percentile(99)
		result.InterruptionMax = r.interrupt.percentile(100)
		result.Memory, result.CPU = after.memory, max(0, after.cpu-before.cpu)
		result.MemoryMost = max(result.MemoryMost, after.memory)
		result.Busy = int(r.api.busy.Load())
		for _, c := range crowds {
			result.Crowds = append(result.Crowds, c.result())
		}
		for _, a := range attacks {
			a.result.Answers = maps.Clone(a.result.Answers)
			result.Attacks = append(result.Attacks, a.result)
		}
	})
	if r.Finish {
		r.finish()
	}
	r.drain()
	return nil
}

// pass lets the time pass until it is over or ctx is done, and returns how long it took.
func (r *run) pass(ctx context.Context) time.Duration {
	began := time.Now()
	end := time.NewTimer(r.Time)
	defer end.Stop()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return time.Since(began)
		case <-end.C:
			return time.Since(began)
		case <-ticker.C:
			r.report(time.Since(began))
			now, _ := r.usage(ctx) // 0 if unknown
			r.count(func(result *Result) { result.MemoryMost = max(result.MemoryMost, now.memory) })
		}
	}
}

// wait waits until all games are running. It gives up when no more of them start.
func (r *run) wait(ctx context.Context) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	last, since := int64(0), time.Now()
	for {
		select {
		case <-r.allStarted:
			return nil
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			r.report(0)
		}
		if now := r.started.Load(); now > last {
			last, since = now, time.Now()
		}
		if time.Since(since) > stallTimeout {
			r.mu.Lock()
			defer r.mu.Unlock()
			return fmt.Errorf("only %d of %d games could be started: %w", last, r.ConcurrentGames, r.problem)
		}
	}
}

func (r *run) drain() {
	for limit := time.Now().Add(drainTimeout); time.Now().Before(limit); time.Sleep(50 * time.Millisecond) {
		if !slices.ContainsFunc(r.activeGames(), func(t *activeGame) bool { return !t.isSettled() }) {
			return
		}
	}
}

func (r *run) gameStarted() {
	if r.started.Add(1) == int64(r.ConcurrentGames) {
		close(r.allStarted)
	}
}

func (r *run) count(do func(*Result)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	do(&r.result)
}

func (r *run) refused(f frame) {
	r.count(func(result *Result) { result.Refused++ })
	r.noteProblem(errors.New(f.Reason + ": " + f.Detail))
}

func (r *run) noteProblem(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problem = err
}

func (r *run) report(elapsed time.Duration) {
	if r.Report == nil {
		return
	}
	p := Progress{Games: min(int(r.started.Load()), r.ConcurrentGames), Of: r.ConcurrentGames, Elapsed: elapsed}
	if elapsed > 0 {
		p.Turns = r.ack.count()
	}
	r.mu.Lock()
	p.Lost, p.Problem = r.result.Lost, r.problem
	r.mu.Unlock()
	r.Report(p)
}

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

// finishSpeedup is how many times faster games are played at the end.
const finishSpeedup = 4

// finish gives up if no turn is played for a long time, and counts the games left.
func (r *run) finish() {
	r.finishing.Store(true)
	for _, t := range r.activeGames() {
		t.speedUp()
	}
	for since, turns := time.Now(), 0; r.active.Load() > 0 && time.Since(since) < stallTimeout; time.Sleep(50 * time.Millisecond) {
		if now := r.ack.count(); now > turns {
			since, turns = time.Now(), now
		}
	}
	r.closing.Store(true)
	r.count(func(result *Result) { result.Unfinished = int(r.active.Load()) })
}

// activeGames returns the games in progress, which are then locked one at a time.
func (r *run) activeGames() []*activeGame {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.games))
}

// usage is what the servers' processes use, 0 if they don't say.
type usage struct {
	memory int64   // bytes
	cpu    float64 // processor seconds since its start
}

// usage adds up what the processes use. One that has stopped is left out, unless all have.
func (r *run) usage(ctx context.Context) (sum usage, err error) {
	answered := 0
	for _, address := range r.Metrics {
		u, failed := usageOf(ctx, r.api.http, address)
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		answered++
		sum.memory, sum.cpu = sum.memory+u.memory, sum.cpu+u.cpu
	}
	if answered > 0 {
		err = nil
	}
	return sum, err
}

func usageOf(ctx context.Context, client *http.Client, address string) (u usage, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return u, err
	}
	response, err := client.Do(request)
	if err != nil {
		return u, err
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if response.StatusCode != http.StatusOK {
		return u, fmt.Errorf("metrics at %s: %s", address, response.Status)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		number, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue // a comment, or a metric with labels
		}
		switch name {
		case "process_resident_memory_bytes":
			u.memory = int64(number)
		case "process_cpu_seconds_total":
			u.cpu = number
		}
	}
	return u, lines.Err()
}

type meter struct {
	mu   sync.Mutex
	took []time.Duration
}

func (m *meter) add(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.took = append(m.took, d)
}

func (m *meter) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.took)
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.took = nil
}

// percentile returns a percentile in milliseconds; 0 if there is nothing.
func (m *meter) percentile(percent int) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.took) == 0 {
		return 0
	}
	slices.Sort(m.took)
	at := (len(m.took)*percent+99)/100 - 1 // the nearest rank
	return float64(m.took[max(at, 0)].Microseconds()) / 1000
}
