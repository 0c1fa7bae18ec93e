package account

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/cluster/bus"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
)

// APIConfig is what a gate is made of.
type APIConfig struct {
	Accounts *Accounts
	// Store has the ratings of who is signed in.
	Store *store.Store
	// Log gets what goes wrong inside.
	Log    *slog.Logger
	Limits Limits
	// TrustProxy takes from X-Forwarded-Proto whether a browser uses TLS.
	TrustProxy bool
}

// API finds out who has sent a request. It is safe for concurrent use.
type API struct {
	APIConfig
	guests, ups, ins, names *httpkit.Limiter
	bus                     *bus.Bus // nil for no other gates
	node                    string
}

// NewAPI returns a gate.
func NewAPI(c APIConfig) *API {
	return &API{
		APIConfig: c,
		guests:    httpkit.NewLimiter(c.Limits.Guests),
		ups:       httpkit.NewLimiter(c.Limits.SignUps),
		ins:       httpkit.NewLimiter(c.Limits.SignIns),
		names:     httpkit.NewLimiter(c.Limits.PerName),
	}
}

// Identify returns who has sent a request: by the token in the header
// Authorization, if there is one, else by the cookie. The error, for a token that
// is none or a store that can't be read, is a problem.
func (g *API) Identify(r *http.Request) (Who, error) {
	who, err := g.identify(r)
	return who, g.problem(err)
}

func (g *API) identify(r *http.Request) (Who, error) {
	if header := r.Header.Get("Authorization"); header != "" {
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			token = "" // no more to be said about it
		}
		return g.Accounts.ByToken(r.Context(), strings.TrimSpace(token))
	}
	cookie, err := r.Cookie(g.cookieName(r))
	if err != nil {
		return Who{}, nil
	}
	return g.Accounts.ByCookie(r.Context(), cookie.Value)
}

type requestKey struct{}

// Attach is a middleware that lets [API.Who] find the request.
func (g *API) Attach(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	next(huma.WithValue(ctx, requestKey{}, r))
}

func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

// Who returns who has sent the request of an operation, as Identify does. The
// error is a problem.
func (g *API) Who(ctx context.Context) (Who, error) {
	r := requestOf(ctx)
	if r == nil {
		return Who{}, errors.New("the operation's API does not use Gate.Attach")
	}
	return g.Identify(r)
}

// Need returns who has sent the request of an operation if he may do something,
// else a problem.
func (g *API) Need(ctx context.Context, s Scope) (Who, error) {
	who, err := g.Who(ctx)
	if err == nil {
		err = ProblemOf(who.Need(s))
	}
	return who, err
}

// Still is [API.Need] for somebody who was identified long ago.
func (g *API) Still(who Who, s Scope) error {
	return ProblemOf(g.Accounts.Still(who, s))
}

// problem is Problem, and logs what went wrong inside.
func (g *API) problem(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Refusal](err); !ok && !errors.Is(err, context.Canceled) {
		g.Log.Error("accounts", "cause", err)
	}
	return ProblemOf(err)
}

// ProblemOf returns the problem that an error of package account is to whoever has
// sent the request; nil for nil.
func ProblemOf(err error) error {
	if err == nil {
		return nil
	}
	refusal, ok := errors.AsType[*Refusal](err)
	if !ok {
		return httpkit.ProblemOf(err)
	}
	if refusal.Reason == Busy {
		busy := httpkit.TooMany(refusal.Wait, "%s", refusal.Detail)
		busy.Status, busy.Title, busy.Reason = http.StatusServiceUnavailable, http.StatusText(http.StatusServiceUnavailable), string(refusal.Reason)
		return busy
	}
	status, ok := statuses[refusal.Reason]
	if !ok {
		status = http.StatusUnprocessableEntity
	}
	return httpkit.NewProblem(status, string(refusal.Reason), "%s", refusal.Detail)
}

// statuses of refusals that are not about what the body says.
var statuses = map[Reason]int{
	SignIn:    http.StatusUnauthorized,
	BadToken:  http.StatusUnauthorized,
	Wrong:     http.StatusForbidden,
	Banned:    http.StatusForbidden,
	NoGuest:   http.StatusForbidden,
	NoScope:   http.StatusForbidden,
	NotFound:  http.StatusNotFound,
	NameTaken: http.StatusConflict,
	HasPlayed: http.StatusConflict,
	TooMany:   http.StatusConflict,
	LastKey:   http.StatusConflict,
	Signed:    http.StatusConflict,
}
