package live

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/housebot"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/stream"
)

// Config configures the operations.
type Config struct {
	House *room.House
	Store *store.Store
	Lobby *lobby.Lobby
	// Still returns nil if somebody who was identified earlier may still use a scope.
	Still func(who account.Who, s account.Scope) error
	// Connections ends streams and sockets with what identifies their clients.
	Connections *account.Connections
	// Contest returns the feed of what happens in a tournament.
	// The error is a problem.
	Contest func(ctx context.Context, to Subscriber, id string) (stream.Feed, error)
	// ContestFrames are values of its frames, for the document.
	ContestFrames []any
	// Bots are the house bots; nil for none.
	Bots *housebot.Bots
	// Showcase is shown where there is no other game; nil for none.
	Showcase *housebot.Showcase
	// Find returns the player that a member of a class, or of none, means by a name.
	Find func(ctx context.Context, class, name string) (play.Player, error)
	// Sees reports whether somebody may see what belongs to a class.
	Sees func(ctx context.Context, who account.Who, class string) (bool, error)
	// Silenced returns the refusal of a player who can't send phrases.
	Silenced func(player string) error
	// Games has the names of the games, and Rules returns the rules of one.
	Games []string
	Rules func(name string) (game.Game, error)
	// Page is the version of the server's page, "" if there is none.
	Page   string
	Log    *slog.Logger
	Limits Limits
}

// Limits bounds what players can make the service do. All fields must be set.
type Limits struct {
	Orders         httpkit.Rate // turns and other commands, by one account
	Offers         httpkit.Rate // seeks, challenges and answers to them, by one account
	ClientOffers   httpkit.Rate // the same, by all at one address
	Phrases        httpkit.Rate // by one account
	MessagesSecond int          // over one socket; more closes it
	// Silence is how long a client may send nothing over its socket, or accept nothing,
	// before the socket is closed.
	Silence time.Duration
}

// DefaultLimits returns limits that people don't reach.
func DefaultLimits() Limits {
	return Limits{
		Orders:         httpkit.Rate{PerSecond: 20, Burst: 60},
		Offers:         httpkit.Rate{PerSecond: 1, Burst: 30},
		ClientOffers:   httpkit.Rate{PerSecond: 10, Burst: 200},
		Phrases:        httpkit.Rate{PerSecond: 0.5, Burst: 4},
		MessagesSecond: 50,
		Silence:        10 * time.Second,
	}
}

// API has the operations of playing.
type API struct {
	Config
	orders, phrases           *httpkit.Limiter
	offering, offeringClients *httpkit.Limiter
	sockets                   stream.Sockets
	metrics                   *metrics
	ctx                       context.Context // done when Close is called
	stop                      context.CancelFunc
	closing                   sync.Once

	mu     sync.Mutex
	tables map[string]*table
}

// New returns the operations of playing. They have to be closed.
func New(c Config) *API {
	ctx, stop := context.WithCancel(context.Background())
	s := &API{
		Config:          c,
		orders:          httpkit.NewLimiter(c.Limits.Orders),
		phrases:         httpkit.NewLimiter(c.Limits.Phrases),
		offering:        httpkit.NewLimiter(c.Limits.Offers),
		offeringClients: httpkit.NewLimiter(c.Limits.ClientOffers),
		ctx:             ctx,
		stop:            stop,
		tables:          map[string]*table{},
	}
	s.metrics = newMetrics(s)
	c.House.Follow(s.hear)
	go s.sweep()
	return s
}

// Close ends all streams and sockets, and waits until they have ended. Their clients
// connect again.
func (s *API) Close() {
	s.closing.Do(func() {
		s.stop()
		s.sockets.CloseAll()
	})
}

// Register adds the operations to a kit.
func (s *API) Register(kit *account.Kit) {
	s.registerGames(kit)
	s.registerOrders(kit)
	s.registerOffers(kit)
	s.registerDrafts(kit)
	s.registerNotices(kit)
	s.registerLists(kit)
	s.registerPlayers(kit)
}

// reading declares an operation that changes nothing.
func reading(tag string) httpkit.Operation {
	return httpkit.Operation{Tag: tag, Callers: httpkit.Anyone, Object: httpkit.OfEveryone, Cost: httpkit.Light}
}

// sweep checks the connections each second until Close.
func (s *API) sweep() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-ticker.C:
			s.sockets.Sweep(s.Limits.Silence, s.Limits.MessagesSecond)
			s.recount()
		}
	}
}

// Subscriber is the client of a stream or socket.
type Subscriber struct {
	account.Who
	Connection *account.Connection
	// Wake must be called when there may be something to send. It does not block.
	Wake func()
}

// Open makes a feed for a client.
type Open func(to Subscriber) (stream.Feed, error)

// subscribe opens a feed, which ends when its client may no longer have it. A banned
// client sees what a visitor sees.
func (s *API) subscribe(who account.Who, open Open, wake func()) (stream.Feed, error) {
	if who.Ban != "" {
		who = account.Who{}
	}
	return s.Connections.Guard(who, wake, func(k *account.Connection) (stream.Feed, error) {
		return open(Subscriber{who, k, wake})
	})
}

// Stream answers with a stream of a feed.
func (s *API) Stream(who account.Who, open Open) (httpkit.Direct, error) {
	t := stream.NewStream()
	var err error
	if t.Feed, err = s.subscribe(who, open, t.Wake); err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) {
		defer s.metrics.opened("stream")()
		t.Run(r.Context(), s.ctx, w)
	}, nil
}

func (s *API) openSocket(who account.Who, open Open) (httpkit.Connect, error) {
	k := s.sockets.New(s.Log)
	var err error
	if k.Feed, err = s.subscribe(who, open, k.Wake); err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request, ended func()) {
		closed := s.metrics.opened("socket")
		k.Release = func() {
			closed()
			ended()
		}
		ctx := httpkit.Outliving(r.Context())
		if err := k.Accept(ctx, w, r); err != nil {
			k.Feed.Close()
			k.Release()
		}
	}, nil
}
