package live

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/stream"
)

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

// streamWait is how long a client with too many streams has to wait before trying
// again.
const streamWait = 10 * time.Second

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

// openSocket answers with a socket of a feed.
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
