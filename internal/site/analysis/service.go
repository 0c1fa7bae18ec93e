package analysis

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Config is what a Service is made of.
type Config struct {
	DB *database.DB
	// Log has the logs of games, as store.Store has.
	Log interface {
		Events(ctx context.Context, game string, after int) ([]play.Event, error)
	}
	Workers  Workers
	Identity Identity
	// MaySee returns the problem of a game that is not there for whoever asks for an
	// operation; nil where all games are for everybody.
	MaySee func(ctx context.Context, game string) error
	Rules  func(name string) (game.Game, error)
	Logger *slog.Logger
	Limits Limits
	// Nodes is how many positions are searched for each of a game; 0 for DefaultNodes.
	Nodes uint64
	// HeartbeatInterval is how often is stored how far an analysis is, and looked how far
	// those of others are; 0 for DefaultBeat.
	HeartbeatInterval time.Duration
}

// Workers are the workers.
type Workers interface {
	// Slots returns how many jobs they can do at a time, 0 if there are none.
	Slots() int
	// Analyze has a worker analyze a game, and says which. report is told what is
	// known so far.
	Analyze(ctx context.Context, g Game, report func([]Judged)) (all []Judged, worker string, err error)
	// Recheck perhaps has an analysis done again, and returns what is true, and the
	// workers that were wrong.
	Recheck(ctx context.Context, g Game, all []Judged, worker string) (truth []Judged, wrong []string, err error)
}

// Identity says who asks, as gate.Gate does. Errors are problems.
type Identity interface {
	Attach(ctx huma.Context, next func(huma.Context))
	Who(ctx context.Context) (account.Who, error)
	Need(ctx context.Context, s account.Scope) (account.Who, error)
}

// Limits bounds what players can ask for. All fields count.
type Limits struct {
	Asked   httpkit.Rate // analyses that are begun, by one account
	Address httpkit.Rate // and from one address, since anybody can be many guests
	Each    int          // analyses of one account at a time
	All     int          // and of all
	Streams int          // of one address at a time
}

// DefaultLimits returns limits that people don't meet.
func DefaultLimits() Limits {
	return Limits{
		Asked:   httpkit.Rate{PerSecond: 1.0 / 30, Burst: 10},
		Address: httpkit.Rate{PerSecond: 1.0 / 10, Burst: 60},
		Each:    3,
		All:     256,
		Streams: 32,
	}
}

const (
	// DefaultNodes is more than a browser on a telephone searches in a quarter of
	// a minute, and one processor in two or three seconds.
	DefaultNodes = 1_000_000
	// DefaultHeartbeatInterval is often enough for those who look on, and seldom for the store.
	DefaultHeartbeatInterval = time.Second
	// timeout is after how long an analysis is given up, its wait for a worker
	// included.
	timeout = 2 * time.Hour
	// maxStreams is how many streams there are at most.
	maxStreams = 4096
)

// API has games analyzed. It is made by [New].
type API struct {
	Config
	table
	owner            string
	asked, addresses *httpkit.Limiter
	places, streams  *httpkit.Places
	metrics          *metrics
	ctx              context.Context // done when the service ends
	stop             context.CancelFunc

	mu    sync.Mutex
	tasks sync.WaitGroup // begun with mu held, while ctx is not done
	local map[string]*localAnalysis
}

// localAnalysis is an analysis that this service has done, or that somebody follows here.
type localAnalysis struct {
	row
	isMine    bool
	stop      context.CancelFunc // of the analysis, if it is mine
	ended     chan struct{}      // closed when it has ended
	followers []*follower
}

// New returns a service, whose Run is to be called.
func New(c Config) *API {
	if c.Nodes == 0 {
		c.Nodes = DefaultNodes
	}
	if c.HeartbeatInterval == 0 {
		c.HeartbeatInterval = DefaultHeartbeatInterval
	}
	ctx, stop := context.WithCancel(context.Background())
	return &API{
		Config: c, table: table{c.DB}, owner: rand.Text(),
		asked: httpkit.NewLimiter(c.Limits.Asked), addresses: httpkit.NewLimiter(c.Limits.Address),
		places: httpkit.NewPlaces(c.Limits.Each, c.Limits.All), streams: httpkit.NewPlaces(c.Limits.Streams, maxStreams),
		metrics: newMetrics(), ctx: ctx, stop: stop, local: map[string]*localAnalysis{},
	}
}

// Run looks after the analyses of others that are local here, until ctx is
// done. Then it lets others take over what is not finished.
func (a *API) Run(ctx context.Context) {
	ticker := time.NewTicker(a.HeartbeatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			a.syncOthers(ctx)
		case <-ctx.Done():
			a.mu.Lock()
			a.stop()
			a.mu.Unlock()
			a.tasks.Wait()
			return
		}
	}
}

// syncOthers reads how far the analyses of others are, and takes over those of which
// nothing is heard.
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
		if err == nil && found.isSilent(time.Now(), a.HeartbeatInterval) {
			var g Game
			if g, err = a.game(ctx, id); err == nil {
				_, err = a.claimAndRun(ctx, id, found, g, found.asker, func() {})
			}
		} else if err == nil {
			a.update(id, func(b *localAnalysis) { b.row = found })
		}
		if err != nil && ctx.Err() == nil {
			a.Logger.Warn("analysis", "game", id, "cause", err)
		}
	}
}

// known returns what is known of a game's analysis.
func (a *API) known(ctx context.Context, id string) (row, error) {
	a.mu.Lock()
	if b := a.local[id]; b != nil && b.isMine {
		defer a.mu.Unlock()
		r := b.row
		r.beat = time.Now().UnixMilli()
		return r, nil
	}
	a.mu.Unlock()
	return a.find(ctx, id)
}

// update changes what is known, if anybody is interested, and tells followers.
func (a *API) update(id string, change func(b *localAnalysis)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.local[id]
	if b == nil {
		return
	}
	before := b.judged
	change(b)
	both, same := min(len(before), len(b.judged)), 0
	for same < both && before[same].equal(b.judged[same]) {
		same++
	}
	for _, f := range b.followers {
		if same < both { // what comes from there on has been told otherwise
			f.sent = min(f.sent, same)
		}
		f.wake()
	}
	if !b.isMine && len(b.followers) == 0 {
		delete(a.local, id)
	}
}
