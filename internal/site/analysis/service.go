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
	Others   Others
	Identity Identity
	// MaySee returns the problem of a game that is not there for whoever asks for an
	// operation; nil where all games are for everybody.
	MaySee func(ctx context.Context, game string) error
	Rules  func(name string) (game.Game, error)
	Logger *slog.Logger
	Limits Limits
	// Nodes is how many positions are searched for each of a game; 0 for DefaultNodes.
	Nodes uint64
	// Beat is how often is stored how far an analysis is, and looked how far
	// those of others are; 0 for DefaultBeat.
	Beat time.Duration
}

// Others are the workers.
type Others interface {
	// Places returns how many jobs they can do at a time, 0 if there are none.
	Places() int
	// Analyze has a worker analyze a game, and says which. report is told what is
	// known so far.
	Analyze(ctx context.Context, g Game, report func([]Judged)) (all []Judged, worker string, err error)
	// Doubt perhaps has an analysis done again, and returns what is true, and the
	// workers that were wrong.
	Doubt(ctx context.Context, g Game, all []Judged, worker string) (truth []Judged, wrong []string, err error)
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
	// DefaultBeat is often enough for those who look on, and seldom for the store.
	DefaultBeat = time.Second
	// patience is after how long an analysis is given up, its wait for a worker
	// included.
	patience = 2 * time.Hour
	// allStreams is how many streams there are at most.
	allStreams = 4096
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

	mu     sync.Mutex
	tasks  sync.WaitGroup // begun with mu held, while ctx is not done
	boards map[string]*board
}

// board is an analysis that this service has done, or that somebody follows here.
type board struct {
	row
	mine      bool
	stop      context.CancelFunc // of the analysis, if it is mine
	ended     chan struct{}      // closed when it has ended
	followers []*follower
}

// New returns a service, whose Run is to be called.
func New(c Config) *API {
	if c.Nodes == 0 {
		c.Nodes = DefaultNodes
	}
	if c.Beat == 0 {
		c.Beat = DefaultBeat
	}
	ctx, stop := context.WithCancel(context.Background())
	return &API{
		Config: c, table: table{c.DB}, owner: rand.Text(),
		asked: httpkit.NewLimiter(c.Limits.Asked), addresses: httpkit.NewLimiter(c.Limits.Address),
		places: httpkit.NewPlaces(c.Limits.Each, c.Limits.All), streams: httpkit.NewPlaces(c.Limits.Streams, allStreams),
		metrics: newMetrics(), ctx: ctx, stop: stop, boards: map[string]*board{},
	}
}

// Run looks after the analyses of others that are followed here, until ctx is
// done. Then it lets others take over what is not finished.
func (s *API) Run(ctx context.Context) {
	ticker := time.NewTicker(s.Beat)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.look(ctx)
		case <-ctx.Done():
			s.mu.Lock()
			s.stop()
			s.mu.Unlock()
			s.tasks.Wait()
			return
		}
	}
}

// look reads how far the analyses of others are, and takes over those of which
// nothing is heard.
func (s *API) look(ctx context.Context) {
	var followed []string
	s.mu.Lock()
	for id, b := range s.boards {
		if !b.mine && b.state == Begun {
			followed = append(followed, id)
		}
	}
	s.mu.Unlock()
	for _, id := range followed {
		found, err := s.find(ctx, id)
		if err == nil && found.silent(time.Now(), s.Beat) {
			var g Game
			if g, err = s.game(ctx, id); err == nil {
				_, err = s.begin(ctx, id, found, g, found.asker, func() {})
			}
		} else if err == nil {
			s.change(id, func(b *board) { b.row = found })
		}
		if err != nil && ctx.Err() == nil {
			s.Logger.Warn("analysis", "game", id, "cause", err)
		}
	}
}

// known returns what is known of a game's analysis.
func (s *API) known(ctx context.Context, id string) (row, error) {
	s.mu.Lock()
	if b := s.boards[id]; b != nil && b.mine {
		defer s.mu.Unlock()
		r := b.row
		r.beat = time.Now().UnixMilli()
		return r, nil
	}
	s.mu.Unlock()
	return s.find(ctx, id)
}

// change changes what is known, if anybody is interested, and tells followers.
func (s *API) change(id string, change func(b *board)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.boards[id]
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
			f.told = min(f.told, same)
		}
		f.wake()
	}
	if !b.mine && len(b.followers) == 0 {
		delete(s.boards, id)
	}
}
