package live

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

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
	Now   func() play.Instant
	Lobby *lobby.Lobby
	account.Identity
	// Bots are the house bots; nil for none.
	Bots *housebot.Bots
	// Find returns the player that a member of a class, or of none, means by a name; or
	// store.ErrNotFound.
	Find func(ctx context.Context, class, name string) (play.Player, error)
	// Sees reports whether somebody may see what belongs to a class; nil if only its
	// members may.
	Sees func(ctx context.Context, who account.Who, class string) (bool, error)
	// Silenced returns the refusal of a player who can't send phrases; nil if all can.
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
	Streams        int          // at a time, including sockets
	PerAddress     int          // streams of one address
	PerAccount     int          // streams of one account
	Orders         httpkit.Rate // turns and other commands, by one account
	Offers         httpkit.Rate // seeks, challenges and answers to them, by one account
	Phrases        httpkit.Rate // by one account
	MessagesSecond int          // over one socket; more closes it
	// Silence is how long a client may send nothing over its socket, or accept nothing,
	// before the socket is closed.
	Silence time.Duration
}

// DefaultLimits returns limits that people don't reach.
func DefaultLimits() Limits {
	return Limits{
		Streams:        40_000,
		PerAddress:     128,
		PerAccount:     64,
		Orders:         httpkit.Rate{PerSecond: 20, Burst: 60},
		Offers:         httpkit.Rate{PerSecond: 1, Burst: 30},
		Phrases:        httpkit.Rate{PerSecond: 0.5, Burst: 4},
		MessagesSecond: 50,
		Silence:        10 * time.Second,
	}
}

// API has the operations of playing.
type API struct {
	Config
	addresses, accounts *httpkit.Places // of streams
	orders, phrases     *httpkit.Limiter
	offering            *httpkit.Limiter
	sockets             stream.Sockets
	showcase            showcase
	metrics             *metrics
	ctx                 context.Context // done when Close is called
	stop                context.CancelFunc
	closing             sync.Once

	mu     sync.Mutex
	tables map[string]*table
}

// New returns the operations of playing. They have to be closed.
func New(c Config) *API {
	ctx, stop := context.WithCancel(context.Background())
	s := &API{
		Config:    c,
		addresses: httpkit.NewPlaces(c.Limits.PerAddress, c.Limits.Streams),
		accounts:  httpkit.NewPlaces(c.Limits.PerAccount, c.Limits.Streams),
		orders:    httpkit.NewLimiter(c.Limits.Orders),
		phrases:   httpkit.NewLimiter(c.Limits.Phrases),
		offering:  httpkit.NewLimiter(c.Limits.Offers),
		ctx:       ctx,
		stop:      stop,
		tables:    map[string]*table{},
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

// Register adds the operations to an API.
func (s *API) Register(api huma.API) {
	r := registry{s, api}
	r.games()
	r.offers()
	r.drafts()
	r.notices()
	r.lists()
	r.players()
}

// registry adds operations that know who the client is.
type registry struct {
	*API
	api huma.API
}

func (r registry) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, path, id, summary)
	op.Middlewares = huma.Middlewares{r.Attach}
	return op
}

// sweep checks the connections each second until Close.
func (s *API) sweep() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case now := <-ticker.C:
			s.sockets.Sweep(now, s.Limits.Silence, s.Limits.MessagesSecond)
			s.recount()
		}
	}
}

var errEnded = errors.New("the service is about to shut down")

// take takes a place for a stream; give releases it. The error is a problem.
func (s *API) take(ctx context.Context, who account.Who) (give func(), err error) {
	client := httpkit.Client(ctx)
	holder := who.ID
	if client == httpkit.Local {
		holder = httpkit.Local
	}
	if !s.addresses.Take(client) {
		return nil, tooManyStreams(client)
	}
	if !who.Known() {
		return func() { s.addresses.Give(client) }, nil
	}
	if !s.accounts.Take(holder) {
		s.addresses.Give(client)
		return nil, tooManyStreams(who.Name)
	}
	return func() {
		s.addresses.Give(client)
		s.accounts.Give(holder)
	}, nil
}

const streamWait = 10 * time.Second // before a client with too many streams tries again

func tooManyStreams(client string) error {
	p := httpkit.TooMany(streamWait, "too many streams at a time from %s", client)
	p.Reason = "streams"
	return p
}

// overSocket describes an operation that answers with a socket. It refuses requests
// that are not for a WebSocket, and pages of other sites: browsers let pages open
// sockets to any host.
func (r registry) overSocket(op huma.Operation) huma.Operation {
	op.Errors = append(op.Errors, http.StatusForbidden, http.StatusUpgradeRequired)
	op.Responses = map[string]*huma.Response{"101": {Description: "A WebSocket"}}
	op.Middlewares = append(huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		switch r, w := humago.Unwrap(ctx); {
		case !sameOrigin(r):
			httpkit.NewProblem(http.StatusForbidden, "origin", "a socket from the page of another site").Write(w)
		case !strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
			httpkit.NewProblem(http.StatusUpgradeRequired, "socket", "want a WebSocket").Write(w)
		default:
			next(ctx)
		}
	}}, op.Middlewares...)
	return op
}

func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host || origin == "https://"+r.Host
}

// Open makes a feed for a client. The feed calls wake when it has something to send.
// The error is a problem.
type Open func(who account.Who, wake func()) (stream.Feed, error)

// Stream answers with a stream of a feed.
func (s *API) Stream(ctx context.Context, open Open) (*huma.StreamResponse, error) {
	t := stream.NewStream()
	give, err := s.connect(ctx, "stream", open, &t.Feed, t.Wake)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer give()
		_, w := humago.Unwrap(ctx)
		t.Run(ctx.Context(), s.ctx, w)
	}}, nil
}

func (s *API) openSocket(ctx context.Context, open Open) (*huma.StreamResponse, error) {
	k := s.sockets.New(s.Log)
	give, err := s.connect(ctx, "socket", open, &k.Feed, k.Wake)
	if err != nil {
		return nil, err
	}
	k.Release = give
	return &huma.StreamResponse{Body: func(request huma.Context) {
		r, w := humago.Unwrap(request)
		// The socket outlives the request, but still belongs to the same client.
		ctx := httpkit.WithClient(context.Background(), httpkit.Client(r.Context()))
		if err := k.Accept(ctx, w, r); err != nil {
			k.Feed.Close()
			give()
		}
	}}, nil
}

// connect makes a feed for the client; give releases its place.
func (s *API) connect(ctx context.Context, kind string, open Open, into *stream.Feed, wake func()) (give func(), err error) {
	who, err := s.Who(ctx)
	if err != nil {
		return nil, err
	}
	leave, err := s.take(ctx, who)
	if err != nil {
		return nil, err
	}
	if *into, err = open(who, wake); err != nil {
		leave()
		return nil, err
	}
	closed := s.metrics.opened(kind)
	return func() {
		closed()
		leave()
	}, nil
}
