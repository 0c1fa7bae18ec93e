package gate

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/account"
	"thera/internal/bus"
	"thera/internal/limit"
	"thera/internal/problem"
	"thera/internal/store"
)

// Config is what a gate is made of.
type Config struct {
	Accounts *account.Accounts
	// Store has the ratings of who is signed in.
	Store *store.Store
	// Log gets what goes wrong inside.
	Log    *slog.Logger
	Limits Limits
	// TrustProxy takes from X-Forwarded-Proto whether a browser uses TLS.
	TrustProxy bool
}

// Gate finds out who has sent a request. It is safe for concurrent use.
type Gate struct {
	Config
	guests, ups, ins, names *limit.Limiter
	bus                     *bus.Bus // nil for no other gates
	node                    string
}

// New returns a gate.
func New(c Config) *Gate {
	return &Gate{
		Config: c,
		guests: limit.New(c.Limits.Guests),
		ups:    limit.New(c.Limits.SignUps),
		ins:    limit.New(c.Limits.SignIns),
		names:  limit.New(c.Limits.PerName),
	}
}

// Identify returns who has sent a request: by the token in the header
// Authorization, if there is one, else by the cookie. The error, for a token that
// is none or a store that can't be read, is a problem.
func (g *Gate) Identify(r *http.Request) (account.Who, error) {
	who, err := g.identify(r)
	return who, g.problem(err)
}

func (g *Gate) identify(r *http.Request) (account.Who, error) {
	if header := r.Header.Get("Authorization"); header != "" {
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			token = "" // no more to be said about it
		}
		return g.Accounts.ByToken(r.Context(), strings.TrimSpace(token))
	}
	cookie, err := r.Cookie(g.cookieName(r))
	if err != nil {
		return account.Who{}, nil
	}
	return g.Accounts.ByCookie(r.Context(), cookie.Value)
}

type requestKey struct{}

// Attach is a middleware that lets [Gate.Who] find the request.
func (g *Gate) Attach(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	next(huma.WithValue(ctx, requestKey{}, r))
}

func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

// Who returns who has sent the request of an operation, as Identify does. The
// error is a problem.
func (g *Gate) Who(ctx context.Context) (account.Who, error) {
	r := requestOf(ctx)
	if r == nil {
		return account.Who{}, errors.New("the operation's API does not use Gate.Attach")
	}
	return g.Identify(r)
}

// Need returns who has sent the request of an operation if he may do something,
// else a problem.
func (g *Gate) Need(ctx context.Context, s account.Scope) (account.Who, error) {
	who, err := g.Who(ctx)
	if err == nil {
		err = Problem(who.Need(s))
	}
	return who, err
}

// Still is [Gate.Need] for somebody who was identified long ago.
func (g *Gate) Still(who account.Who, s account.Scope) error {
	return Problem(g.Accounts.Still(who, s))
}

// problem is Problem, and logs what went wrong inside.
func (g *Gate) problem(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*account.Refusal](err); !ok && !errors.Is(err, context.Canceled) {
		g.Log.Error("accounts", "cause", err)
	}
	return Problem(err)
}

// Problem returns the problem that an error of package account is to whoever has
// sent the request; nil for nil.
func Problem(err error) error {
	if err == nil {
		return nil
	}
	refusal, ok := errors.AsType[*account.Refusal](err)
	if !ok {
		return problem.Of(err)
	}
	if refusal.Reason == account.Busy {
		busy := problem.TooMany(refusal.Wait, "%s", refusal.Detail)
		busy.Status, busy.Title, busy.Reason = http.StatusServiceUnavailable, http.StatusText(http.StatusServiceUnavailable), string(refusal.Reason)
		return busy
	}
	status, ok := statuses[refusal.Reason]
	if !ok {
		status = http.StatusUnprocessableEntity
	}
	return problem.New(status, string(refusal.Reason), "%s", refusal.Detail)
}

// statuses of refusals that are not about what the body says.
var statuses = map[account.Reason]int{
	account.SignIn:    http.StatusUnauthorized,
	account.BadToken:  http.StatusUnauthorized,
	account.Wrong:     http.StatusForbidden,
	account.Banned:    http.StatusForbidden,
	account.NoGuest:   http.StatusForbidden,
	account.NoScope:   http.StatusForbidden,
	account.NotFound:  http.StatusNotFound,
	account.NameTaken: http.StatusConflict,
	account.HasPlayed: http.StatusConflict,
	account.TooMany:   http.StatusConflict,
	account.LastKey:   http.StatusConflict,
	account.Signed:    http.StatusConflict,
}
