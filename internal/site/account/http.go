package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/cluster/bus"
	"thera/internal/site/httpkit"
)

// Identity tells operations who has sent a request. [API] implements it. Errors are
// problems.
type Identity interface {
	// Attach is the middleware that every operation needs that uses the other methods.
	Attach(ctx huma.Context, next func(huma.Context))
	// Who returns who has sent the request of an operation, perhaps a visitor.
	Who(ctx context.Context) (Who, error)
	// Need returns the same if they may use a scope, else an error.
	Need(ctx context.Context, s Scope) (Who, error)
	// Still returns nil if somebody who was identified earlier may still use a scope.
	Still(who Who, s Scope) error
}

// As returns the handler of an operation for which do needs to know who asks. It passes
// the error of do to problem.
func As[In, Out any](id Identity, problem func(error) error, do func(context.Context, Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return func(ctx context.Context, in *In) (*Out, error) {
		who, err := id.Who(ctx)
		if err != nil {
			return nil, err
		}
		out, err := do(ctx, who, in)
		if err != nil {
			return nil, problem(err)
		}
		return out, nil
	}
}

// APIConfig configures the operations.
type APIConfig struct {
	Accounts *Accounts
	// Log gets internal errors.
	Log    *slog.Logger
	Limits Limits
	// TrustProxy takes from X-Forwarded-Proto whether a browser uses TLS.
	TrustProxy bool
	// Barred returns the refusal of a client whose network is banned from signing up,
	// signing in and becoming a guest; nil if none is.
	Barred func(client string) error
}

// API has the operations on accounts, and implements [Identity]. It is safe for
// concurrent use.
type API struct {
	APIConfig
	guests, signUps, signIns, names *httpkit.Limiter
	bus                             *bus.Bus // nil if there are no other nodes
	node                            string
}

// NewAPI returns the operations on accounts.
func NewAPI(c APIConfig) *API {
	return &API{
		APIConfig: c,
		guests:    httpkit.NewLimiter(c.Limits.Guests),
		signUps:   httpkit.NewLimiter(c.Limits.SignUps),
		signIns:   httpkit.NewLimiter(c.Limits.SignIns),
		names:     httpkit.NewLimiter(c.Limits.PerName),
	}
}

// Register adds the operations to an API.
func (a *API) Register(to huma.API) {
	huma.Register(to, a.operation(http.MethodGet, "account", "getAccount", "Who I am"), as(a, a.getAccount))
	huma.Register(to, a.operation(http.MethodPost, "account/guest", "becomeGuest", "Become a guest, unless already known"), as(a, a.becomeGuest))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "account", "signUp", "Sign up with a name and a password")), as(a, a.signUp))
	huma.Register(to, a.operation(http.MethodDelete, "account", "deleteAccount", "Delete the account; its games stay"), as(a, a.closeAccount))
	huma.Register(to, a.operation(http.MethodPost, "account/bot", "becomeBot", "Become a bot, before the first game"), as(a, a.becomeBot))
	huma.Register(to, a.operation(http.MethodPut, "account/password", "setPassword", "Set the password, and sign out everywhere else"), as(a, a.setPassword))
	huma.Register(to, a.operation(http.MethodPost, "account/recovery", "newRecoveryCodes", "Replace the recovery codes"), as(a, a.newCodes))

	huma.Register(to, a.operation(http.MethodPost, "account/passkey/options", "beginSignUp", "Options for an authenticator, to sign up with a passkey"), as(a, a.beginSignUp))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "account/passkey", "finishSignUp", "Sign up with the passkey that an authenticator has made")), as(a, a.finishSignUp))
	huma.Register(to, a.operation(http.MethodGet, "account/passkeys", "listPasskeys", "List my passkeys"), as(a, listed(a.Accounts.Passkeys, passkeyOf)))
	huma.Register(to, a.operation(http.MethodPost, "account/passkeys/options", "beginAddPasskey", "Options for an authenticator, to add a passkey"), as(a, a.beginAdd))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "account/passkeys", "finishAddPasskey", "Add the passkey that an authenticator has made")), as(a, a.finishAdd))
	huma.Register(to, a.operation(http.MethodDelete, "account/passkeys/{id}", "deletePasskey", "Delete a passkey"), as(a, byPath(a.Accounts.DeletePasskey)))

	huma.Register(to, a.operation(http.MethodPost, "session/passkey/options", "beginSignIn", "Options for an authenticator, to sign in"), a.beginSignIn)
	huma.Register(to, a.operation(http.MethodPost, "session/passkey", "finishSignIn", "Sign in with an authenticator's answer"), a.finishSignIn)
	huma.Register(to, a.operation(http.MethodPost, "session", "signIn", "Sign in with a name and a password"), a.signIn)
	huma.Register(to, a.operation(http.MethodPost, "session/recovery", "signInByCode", "Sign in with a recovery code, which is used up"), a.recoverAccount)
	huma.Register(to, a.operation(http.MethodDelete, "session", "signOut", "Sign out"), as(a, a.signOut))
	huma.Register(to, a.operation(http.MethodGet, "account/sessions", "listSessions", "List the browsers in which I am signed in"), as(a, listed(a.Accounts.Sessions, sessionOf)))
	huma.Register(to, a.operation(http.MethodDelete, "account/sessions/{id}", "endSession", "Sign out one of them"), as(a, byPath(a.Accounts.EndSession)))

	huma.Register(to, a.operation(http.MethodGet, "account/tokens", "listTokens", "List the tokens of my programs"), as(a, listed(a.Accounts.Tokens, tokenOf)))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "account/tokens", "makeToken", "Make a token for a program")), as(a, a.makeToken))
	huma.Register(to, a.operation(http.MethodDelete, "account/tokens/{id}", "revokeToken", "Revoke a token"), as(a, byPath(a.Accounts.RevokeToken)))
}

func as[In, Out any](a *API, do func(context.Context, Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return As(a, a.problem, do)
}

func (a *API) operation(method, path, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+path, name, summary, http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests)
	op.Tags, op.Middlewares = []string{"account"}, huma.Middlewares{a.Attach}
	return op
}

func (a *API) identify(r *http.Request) (Who, error) {
	if header := r.Header.Get("Authorization"); header != "" {
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			token = "" // refused like an unknown token
		}
		return a.Accounts.ByToken(r.Context(), strings.TrimSpace(token))
	}
	cookie, err := r.Cookie(a.cookieName(r))
	if err != nil {
		return Who{}, nil
	}
	return a.Accounts.ByCookie(r.Context(), cookie.Value)
}

type requestKey struct{}

// Attach implements [Identity].
func (a *API) Attach(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	next(huma.WithValue(ctx, requestKey{}, r))
}

func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

// Who implements [Identity].
func (a *API) Who(ctx context.Context) (Who, error) {
	r := requestOf(ctx)
	if r == nil {
		return Who{}, errors.New("the operation lacks the middleware Attach")
	}
	who, err := a.identify(r)
	return who, a.problem(err)
}

// Need implements [Identity].
func (a *API) Need(ctx context.Context, s Scope) (Who, error) {
	who, err := a.Who(ctx)
	if err == nil {
		err = ProblemOf(who.Need(s))
	}
	return who, err
}

// Still implements [Identity].
func (a *API) Still(who Who, s Scope) error { return ProblemOf(a.Accounts.Still(who, s)) }

func (a *API) problem(err error) error { return httpkit.Internal(a.Log, "accounts", err) }

// ProblemOf is [httpkit.ProblemOf], and nil for nil.
func ProblemOf(err error) error {
	if err == nil {
		return nil
	}
	return httpkit.ProblemOf(err)
}

// cookieName returns the name of the cookie for a request. With the prefix, browsers
// refuse a cookie that another host has set, or a page without TLS.
func (a *API) cookieName(r *http.Request) string {
	if a.secure(r) {
		return "__Host-thera"
	}
	return "thera"
}

func (a *API) secure(r *http.Request) bool {
	return r.TLS != nil || a.TrustProxy && r.Header.Get("X-Forwarded-Proto") == "https"
}

// cookieAge is how long a browser keeps the cookie: the most that browsers allow. The
// server decides how long a session lasts.
const cookieAge = 400 * 24 * time.Hour

// Cookie returns the cookie by which a client is known after an operation; "" removes
// it.
func (a *API) Cookie(ctx context.Context, value string) http.Cookie {
	r := requestOf(ctx)
	c := http.Cookie{
		Name: a.cookieName(r), Value: value, Path: "/", MaxAge: int(cookieAge.Seconds()),
		Secure: a.secure(r), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c
}

// Agent returns the user agent of the browser that has sent an operation's request.
func Agent(ctx context.Context) string { return requestOf(ctx).UserAgent() }

// Limits bounds how often clients may try.
type Limits struct {
	Guests  httpkit.Rate // new guests, from one address
	SignUps httpkit.Rate // from one address
	SignIns httpkit.Rate // from one address, with any name
	PerName httpkit.Rate // attempts to sign in with one name, from any address
}

// DefaultLimits returns limits that a household or a class does not reach, and that
// make guessing passwords hopeless.
func DefaultLimits() Limits {
	return Limits{
		Guests:  httpkit.Rate{PerSecond: 1, Burst: 60},
		SignUps: httpkit.Rate{PerSecond: 1.0 / 60, Burst: 30},
		SignIns: httpkit.Rate{PerSecond: 1.0 / 5, Burst: 40},
		PerName: httpkit.Rate{PerSecond: 1.0 / 30, Burst: 10},
	}
}

func (a *API) admit(ctx context.Context, to *httpkit.Limiter) error {
	if err := a.Admits(ctx); err != nil {
		return err
	}
	return a.wait(to, httpkit.Client(ctx), "too often from this address")
}

// Admits returns the problem of a client whose network is banned, else nil.
func (a *API) Admits(ctx context.Context) error {
	if a.Barred == nil {
		return nil
	}
	return ProblemOf(a.Barred(httpkit.Client(ctx)))
}

func (a *API) wait(to *httpkit.Limiter, client, detail string) error {
	if d := to.Wait(client, time.Now()); d > 0 {
		return httpkit.TooMany(d, "%s: want a pause", detail)
	}
	if a.bus != nil && client != httpkit.Local {
		if text, err := json.Marshal(attempt{a.node, slices.Index(a.limiters(), to), client}); err == nil {
			_ = a.bus.Publish(attemptSubject, text) // if it is lost, other nodes allow a little more
		}
	}
	return nil
}

func (a *API) limiters() []*httpkit.Limiter {
	return []*httpkit.Limiter{a.guests, a.signUps, a.signIns, a.names}
}

const attemptSubject = "gate.counted"

// attempt is what a node tells the others about an attempt that counts.
type attempt struct {
	From   string `json:"from"` // the node
	Limit  int    `json:"limit"`
	Client string `json:"client"`
}

// Share counts attempts at other nodes on a bus here, and attempts here at the other
// nodes, until the bus is closed. Call it before the first request.
func (a *API) Share(b *bus.Bus) error {
	a.bus, a.node = b, rand.Text()
	_, err := b.Subscribe(attemptSubject, func(m bus.Message) {
		var c attempt
		if all := a.limiters(); json.Unmarshal(m.Data, &c) == nil && c.From != a.node && c.Limit >= 0 && c.Limit < len(all) {
			all[c.Limit].Wait(c.Client, time.Now()) // a client that has to wait here is refused here anyway
		}
	})
	return err
}
