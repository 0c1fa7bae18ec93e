package live

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/account"
	"thera/internal/limit"
	"thera/internal/room"
	"thera/internal/store"
)

// Config is what the service of playing is made of.
type Config struct {
	House *room.House
	Store *store.Store
	Pulse *room.Pulse
	// Identify says who has sent a request.
	Identify func(*http.Request) (account.Who, error)
	// Page is the version of the page that the server has, "" without one.
	Page   string
	Log    *slog.Logger
	Limits Limits
}

// Limits bounds what players can make the service do. All fields count.
type Limits struct {
	Streams        int        // at a time, sockets among them
	PerAddress     int        // of them
	PerAccount     int        // of them
	Orders         limit.Rate // turns and other commands, of one account
	Phrases        limit.Rate // of one account
	MessagesSecond int        // over one socket; more closes it
}

// DefaultLimits returns limits that people don't meet.
func DefaultLimits() Limits {
	return Limits{
		Streams:        40_000,
		PerAddress:     128,
		PerAccount:     64,
		Orders:         limit.Rate{PerSecond: 20, Burst: 60},
		Phrases:        limit.Rate{PerSecond: 0.5, Burst: 4},
		MessagesSecond: 50,
	}
}

// Service is the HTTP side of playing. It is made by [New].
type Service struct {
	Config
	addresses, accounts *limit.Places // of streams
	orders, phrases     *limit.Limiter
	sockets             sockets
	ctx                 context.Context // done when the service ends
	stop                context.CancelFunc
	streaming           sync.WaitGroup

	mu     sync.Mutex
	tables map[string]*table
}

// New returns a service. It lives until Close.
func New(c Config) *Service {
	ctx, stop := context.WithCancel(context.Background())
	s := &Service{
		Config:    c,
		addresses: limit.NewPlaces(c.Limits.PerAddress, c.Limits.Streams),
		accounts:  limit.NewPlaces(c.Limits.PerAccount, c.Limits.Streams),
		orders:    limit.New(c.Limits.Orders),
		phrases:   limit.New(c.Limits.Phrases),
		ctx:       ctx,
		stop:      stop,
		tables:    map[string]*table{},
	}
	c.House.Follow(s.hear)
	go s.sweep()
	return s
}

// Close ends all streams and sockets. Their clients come again.
func (s *Service) Close() {
	s.stop()
	s.sockets.closeAll()
}

// Register adds the operations to an API.
func (s *Service) Register(api huma.API) {
	r := registry{s, api}
	r.games()
}

// registry adds operations that know who asks.
type registry struct {
	*Service
	api huma.API
}

// operation describes an operation. Its body has been read already.
func (r registry) operation(method, path, id, summary string) huma.Operation {
	return huma.Operation{
		OperationID:     id,
		Method:          method,
		Path:            "/api/v1" + path,
		Summary:         summary,
		Errors:          []int{http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable},
		MaxBodyBytes:    -1,
		BodyReadTimeout: -1,
		Middlewares:     huma.Middlewares{withRequest},
	}
}

type requestKey struct{}

// withRequest lets operations ask who it is that asks.
func withRequest(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	next(huma.WithValue(ctx, requestKey{}, r))
}

// sweep looks after the connections each second until the service ends.
func (s *Service) sweep() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case now := <-ticker.C:
			s.sockets.sweep(now, s.Limits.MessagesSecond)
			s.recount()
		}
	}
}

// errEnded is the end of a stream whose service ends.
var errEnded = errors.New("the service is about to end")
