package analysis

import (
	"context"
	"crypto/rand"
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Config is what an [API] needs.
type Config struct {
	Store *store.Store
	// Log has the logs of games, like store.Store.
	Log interface {
		Events(ctx context.Context, game string, after int) ([]play.Event, error)
	}
	// Summary returns a game as lists show it.
	Summary func(ctx context.Context, game string) (play.Summary, error)
	Workers Workers
	// Connections ends streams with what identifies their clients.
	Connections *account.Connections
	// MaySee returns the problem for a game that somebody may not see. Before it looks,
	// it calls the functions with the game's class.
	MaySee func(ctx context.Context, who account.Who, game string, first ...func(class string)) error
	Rules  func(name string) (game.Game, error)
	// Tell tells the player who has requested the analysis of a game that there is more of
	// it, or that it has ended.
	Tell   func(player, game string)
	Logger *slog.Logger
	Limits Limits
	// Now returns the time, the same for all nodes: they compare their heartbeats.
	Now func() play.Instant
	// Nodes is the number of nodes to search for each position; 0 for DefaultNodes.
	Nodes uint64
	// HeartbeatInterval is how often progress is stored, and that of other
	// nodes is read; 0 for DefaultHeartbeatInterval.
	HeartbeatInterval time.Duration
}

// Workers are the machines that analyze games.
type Workers interface {
	// Slots returns how many jobs they can do at a time, 0 if there are none.
	Slots() int
	// Analyze has a worker analyze a game, and returns the results and which
	// worker it was. report gets the results so far.
	Analyze(ctx context.Context, g Game, report func([]Judged)) (all []Judged, worker string, err error)
	// Recheck may have an analysis done again. It returns the right results and
	// the workers that were wrong.
	Recheck(ctx context.Context, g Game, all []Judged, worker string) (truth []Judged, wrong []string, err error)
}

// Limits bounds what clients can ask for. All fields are required.
type Limits struct {
	Asked   httpkit.Rate // analyses started by one account
	Address httpkit.Rate // analyses started from one address, which may have many guests
	Each    int          // analyses of one account at a time
	Client  int          // analyses requested from one address at a time
	All     int          // analyses at a time
}

// DefaultLimits returns limits that people do not reach, and neither does a class that has
// a game of each pupil analyzed.
func DefaultLimits() Limits {
	return Limits{
		Asked:   httpkit.Rate{PerSecond: 1.0 / 30, Burst: 10},
		Address: httpkit.Rate{PerSecond: 1.0 / 10, Burst: 60},
		Each:    3,
		Client:  40,
		All:     256,
	}
}

// MaxGuestAnalyses is how many analyses a guest can request in a day, because they are
// kept. Those of an address together can request ten times as many.
const MaxGuestAnalyses = 10

// Defaults of a Config.
const (
	DefaultNodes             = 1_000_000     // about what a phone's browser searches in 15 s, or one processor in 2 to 3 s
	DefaultHeartbeatInterval = time.Second   // often enough for followers, seldom enough for the store
	timeout                  = 2 * time.Hour // time limit of an analysis, including its wait for a worker
)

// API has games analyzed and serves the results over HTTP. Create it with [New].
type API struct {
	Config
	table
	owner            string
	asked, addresses *httpkit.Limiter
	places, clients  *httpkit.Places
	queue            *httpkit.Queue // nodes share the workers, but each has its own queue
	guests           *httpkit.DailyGuests
	metrics          *metrics
	ctx              context.Context // done when the service ends
	stop             context.CancelFunc

	mu    sync.Mutex
	tasks sync.WaitGroup // started with mu held, while ctx is not done
	local map[string]*localAnalysis
}

// localAnalysis is an analysis that this node runs, or that somebody follows here.
type localAnalysis struct {
	row
	isMine    bool               // run by this node
	stop      context.CancelFunc // cancels it, if isMine
	ended     chan struct{}      // closed when it has ended
	followers []*follower
}

// New returns an API, which works while Run does.
func New(c Config) *API {
	if c.Nodes == 0 {
		c.Nodes = DefaultNodes
	}
	if c.HeartbeatInterval == 0 {
		c.HeartbeatInterval = DefaultHeartbeatInterval
	}
	ctx, stop := context.WithCancel(context.Background())
	return &API{
		Config: c, table: table{c.Store}, owner: rand.Text(),
		asked: httpkit.NewLimiter(c.Limits.Asked), addresses: httpkit.NewLimiter(c.Limits.Address),
		guests:  httpkit.NewDailyGuests(MaxGuestAnalyses),
		places:  httpkit.NewPlaces(c.Limits.Each, c.Limits.All),
		clients: httpkit.NewPlaces(c.Limits.Client, c.Limits.All),
		queue:   httpkit.NewQueue(func() int { return c.Workers.Slots() }, math.MaxInt),
		metrics: newMetrics(), ctx: ctx, stop: stop, local: map[string]*localAnalysis{},
	}
}

// Run keeps the analyses of this node and follows those of other nodes until ctx is done.
// Then it releases what is not finished.
func (a *API) Run(ctx context.Context) {
	var beats sync.WaitGroup
	beats.Go(func() { a.repeat(ctx, func() { a.beat(ctx) }) }) // also while syncOthers takes long
	a.repeat(ctx, func() {
		a.queue.Recount()
		a.syncOthers(ctx)
	})
	beats.Wait()
	a.mu.Lock()
	a.stop()
	a.mu.Unlock()
	a.tasks.Wait()
}

// repeat does something at the interval of heartbeats until ctx is done.
func (a *API) repeat(ctx context.Context, do func()) {
	ticker := time.NewTicker(a.HeartbeatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			do()
		case <-ctx.Done():
			return
		}
	}
}

// syncOthers reads the progress of analyses of other nodes, and takes over
// those whose owner is silent.
func (a *API) syncOthers(ctx context.Context) {
	var ids []string
	a.mu.Lock()
	for id, b := range a.local {
		if !b.isMine && b.state == Begun {
			ids = append(ids, id)
		}
	}
	a.mu.Unlock()
	for _, id := range ids {
		found, err := a.find(ctx, id)
		if err == nil && found.isSilent(a.Now(), a.HeartbeatInterval) {
			var g Game
			if g, err = a.game(ctx, id); err == nil {
				_, err = a.claimAndRun(ctx, id, found, g, found.asker, func() {})
			}
		} else if err == nil {
			a.update(id, func(b *localAnalysis) { b.row = found })
		}
		if err != nil && ctx.Err() == nil {
			a.Logger.Warn("analysis of another node not continued", "game", id, "cause", err)
		}
	}
}

func (a *API) known(ctx context.Context, id string) (row, error) {
	a.mu.Lock()
	if b := a.local[id]; b != nil && b.isMine {
		defer a.mu.Unlock()
		r := b.row
		r.beat = a.Now()
		return r, nil
	}
	a.mu.Unlock()
	return a.find(ctx, id)
}

// update changes a local analysis, if there is one, wakes its followers, and tells the
// player who has requested it if this node runs it.
func (a *API) update(id string, change func(b *localAnalysis)) {
	asker := a.updateLocal(id, change)
	if asker != "" {
		a.Tell(asker, id)
	}
}

// updateLocal is update without telling the asker, who is returned.
func (a *API) updateLocal(id string, change func(b *localAnalysis)) (asker string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.local[id]
	if b == nil {
		return ""
	}
	before := b.judged
	if b.isMine {
		asker = b.asker
	}
	change(b)
	both, same := min(len(before), len(b.judged)), 0
	for same < both && before[same].equal(b.judged[same]) {
		same++
	}
	for _, f := range b.followers {
		if same < both { // send what has changed again
			f.sent = min(f.sent, same)
		}
		f.wake()
	}
	if !b.isMine && len(b.followers) == 0 {
		delete(a.local, id)
	}
	return asker
}

type metrics struct {
	running  prometheus.Gauge
	ended    *prometheus.CounterVec // by how
	disowned prometheus.Counter
}

func newMetrics() *metrics {
	return &metrics{
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "thera_analyses_running", Help: "Analyses of games in progress for this program.",
		}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_analyses_total", Help: "Analyses of games that have ended: done, failed, or left to another program.",
		}, []string{"end"}),
		disowned: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "thera_analyses_wrong_total", Help: "Workers whose analyses were deleted because one was wrong.",
		}),
	}
}

// Collectors returns the metrics of the analyses.
func (a *API) Collectors() []prometheus.Collector {
	return []prometheus.Collector{a.metrics.running, a.metrics.ended, a.metrics.disowned}
}
