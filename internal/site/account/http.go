package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
)

// Kit is where operations are registered that know who the caller is.
type Kit = httpkit.Kit[Who]

// APIConfig configures the operations.
type APIConfig struct {
	Accounts *Accounts
	Limits   Limits
	// TrustProxy takes from X-Forwarded-Proto whether a browser uses TLS.
	TrustProxy bool
}

// API has the operations on accounts, and identifies the callers of all others. It is
// safe for concurrent use.
type API struct {
	APIConfig
	guests, signUps, signIns, names, accounts *httpkit.Limiter
	downloads                                 *httpkit.Limiter
	// Downloads at a time, by account and by client.
	downloading, downloadingFrom *httpkit.Places
}

const maxDownloads = 8 // at a time; half of them from one address

// NewAPI returns the operations on accounts.
func NewAPI(c APIConfig) *API {
	return &API{
		APIConfig: c,
		guests:    httpkit.NewLimiter(c.Limits.Guests),
		signUps:   httpkit.NewLimiter(c.Limits.SignUps),
		signIns:   httpkit.NewLimiter(c.Limits.SignIns),
		names:     httpkit.NewLimiter(c.Limits.PerName),
		accounts:  httpkit.NewLimiter(c.Limits.PerAccount),
		// A download reads all games of the account; the file does not change quickly.
		downloads:       httpkit.NewLimiter(httpkit.Rate{PerSecond: 1.0 / 600, Burst: 3}),
		downloading:     httpkit.NewPlaces(1, maxDownloads),
		downloadingFrom: httpkit.NewPlaces(maxDownloads/2, maxDownloads),
	}
}

// noPasskeys is the status of an operation on passkeys where the site can have none.
const noPasskeys = http.StatusUnprocessableEntity

// Register adds the operations to a kit.
func (a *API) Register(kit *Kit) {
	guest := httpkit.Operation{Tag: "account", Callers: httpkit.Anyone, Object: httpkit.OfNobody, Cost: httpkit.Light}
	httpkit.JSON(kit, guest.At("GET /api/v1/account", "getAccount", "Who I am"), a.getAccount)
	httpkit.Register(kit, guest.At("POST /api/v1/account/guest", "becomeGuest", "Become a guest, unless already known").Within(httpkit.ByClient(a.guests)).Entering(), a.becomeGuest)
	httpkit.Register(kit, guest.At("DELETE /api/v1/session", "signOut", "Sign out").Costing(httpkit.Write), a.signOut)

	mine := httpkit.Operation{Tag: "account", Callers: httpkit.Signed, Object: httpkit.OfCaller, Cost: httpkit.Read}
	httpkit.Raw(kit, mine.At("GET /api/v1/account/data", "accountData", "Download everything that is stored about me").
		Saying("Lines of JSON: objects with the name of a table and a row of it, or a game with its events. The last one has the table end and the number of the others. A file without it is incomplete.").
		Answering(httpkit.Answer{ContentType: "application/x-ndjson", What: "Data, one a line", Line: store.Datum{}}), a.download)

	signUp := guest.Entering().Costing(httpkit.Password).Taking(httpkit.SmallBody).Failing(http.StatusForbidden, http.StatusConflict)
	made := signUp.Within(httpkit.ByClient(a.signUps)).Creating()
	httpkit.Register(kit, made.At("POST /api/v1/account", "signUp", "Sign up with a name and a password"), a.signUp)
	httpkit.Register(kit, made.At("POST /api/v1/account/passkey", "finishSignUp", "Sign up with the passkey that an authenticator has made").Costing(httpkit.Write), a.finishSignUp)
	signUp = signUp.Within(httpkit.ByClient(a.signIns)).Costing(httpkit.Write)
	httpkit.JSON(kit, signUp.At("POST /api/v1/account/passkey/options", "beginSignUp", "Options for an authenticator, to sign up with a passkey"), a.beginSignUp)

	enter := httpkit.Operation{
		Tag: "account", Callers: httpkit.Unidentified, Object: httpkit.OfHolder, Cost: httpkit.Write, Body: httpkit.SmallBody,
		Rates: []httpkit.Quota{httpkit.ByClient(a.signIns)}, Problems: []int{http.StatusForbidden}, Enters: true,
	}
	httpkit.JSON(kit, enter.At("POST /api/v1/session/passkey/options", "beginSignIn", "Options for an authenticator, to sign in").Taking(0).Failing(noPasskeys), a.beginSignIn)
	httpkit.Register(kit, enter.At("POST /api/v1/session/passkey", "finishSignIn", "Sign in with an authenticator's answer"), a.finishSignIn)
	httpkit.Register(kit, enter.At("POST /api/v1/session/recovery", "signInByCode", "Begin a session with a recovery code, which is used up, to set a password or add a passkey"), a.recoverAccount)
	enter.Rates = nil // signIn counts, since browsers that are known have limits of their own
	httpkit.Register(kit, enter.At("POST /api/v1/session", "signIn", "Sign in with a name and a password").Costing(httpkit.Password), a.signIn)
	a.registerMine(kit)
}

// registerMine adds the operations on the caller's own account.
func (a *API) registerMine(kit *Kit) {
	read := httpkit.Operation{Tag: "account", Callers: httpkit.Accounts, Scope: Admin, Object: httpkit.OfCaller, Cost: httpkit.Light}
	httpkit.JSON(kit, read.At("GET /api/v1/account/passkeys", "listPasskeys", "List my passkeys"), listed(a.Accounts.Passkeys, passkeyOf))
	httpkit.JSON(kit, read.At("GET /api/v1/account/sessions", "listSessions", "List the browsers in which I am signed in"), listed(a.Accounts.Sessions, sessionOf))
	httpkit.JSON(kit, read.At("GET /api/v1/account/tokens", "listTokens", "List the tokens of my programs"), listed(a.Accounts.Tokens, tokenOf))

	change := read.Costing(httpkit.Write).Failing(http.StatusConflict)
	httpkit.Do(kit, change.At("DELETE /api/v1/account/sessions/{id}", "endSession", "Sign out one of them"), byPath(a.Accounts.EndSession))
	httpkit.Do(kit, change.At("DELETE /api/v1/account/tokens/{id}", "revokeToken", "Revoke a token"), byPath(a.Accounts.RevokeToken))

	change.Scope = Renew
	httpkit.Do(kit, change.At("PUT /api/v1/account/password", "setPassword", "Set the password, and sign out everywhere else").Costing(httpkit.Password).Taking(httpkit.SmallBody), a.setPassword)
	httpkit.JSON(kit, change.At("POST /api/v1/account/passkeys/options", "beginAddPasskey", "Options for an authenticator, to add a passkey").Failing(noPasskeys), a.beginAdd)
	httpkit.JSON(kit, change.At("POST /api/v1/account/passkeys", "finishAddPasskey", "Add the passkey that an authenticator has made").Taking(httpkit.SmallBody).Creating(), a.finishAdd)

	change.Scope = Owner
	httpkit.Register(kit, change.At("DELETE /api/v1/account", "deleteAccount", "Delete the account; its games stay").Taking(httpkit.SmallBody).Failing(http.StatusNotFound), a.closeAccount)
	httpkit.JSON(kit, change.At("POST /api/v1/account/bot", "becomeBot", "Become a bot, before the first game"), a.becomeBot)
	httpkit.JSON(kit, change.At("POST /api/v1/account/recovery", "newRecoveryCodes", "Replace the recovery codes"), a.newCodes)
	httpkit.Do(kit, change.At("DELETE /api/v1/account/passkeys/{id}", "deletePasskey", "Delete a passkey"), byPath(a.Accounts.DeletePasskey))
	httpkit.JSON(kit, change.At("POST /api/v1/account/tokens", "makeToken", "Make a token for a program").Taking(httpkit.SmallBody).Creating(), a.makeToken)

	confirm := read.Costing(httpkit.Write)
	confirm.Scope = Browser
	httpkit.Do(kit, confirm.At("POST /api/v1/session/confirm", "confirm", "Confirm with the password that I am the owner, for ten minutes").Costing(httpkit.Password).Taking(httpkit.SmallBody), a.confirm)
	httpkit.JSON(kit, confirm.At("POST /api/v1/session/confirm/passkey/options", "beginConfirm", "Options for an authenticator, to confirm the same").Failing(noPasskeys), a.beginConfirm)
	httpkit.Do(kit, confirm.At("POST /api/v1/session/confirm/passkey", "finishConfirm", "Confirm it with an authenticator's answer").Taking(httpkit.SmallBody), a.finishConfirm)
}

// Identify returns who has sent a request, perhaps a visitor.
func (a *API) Identify(r *http.Request) (Who, error) {
	if header := r.Header.Get("Authorization"); header != "" {
		return a.Accounts.ByToken(r.Context(), bearer(header))
	}
	cookie, err := r.Cookie(a.cookieName(r))
	if err != nil {
		return Who{}, nil
	}
	return a.Accounts.ByCookie(r.Context(), cookie.Value)
}

// bearer returns the token in a header Authorization. A header of another kind has none:
// it is refused like an unknown token.
func bearer(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// IdentityCookie is the name of the cookie by which a client is known. With the prefix,
// which it has over TLS, browsers refuse a cookie that another host has set, or a page
// without TLS.
const (
	IdentityCookie = "thera"
	hostPrefix     = "__Host-"
)

// cookieName returns the name of the cookie for a request.
func (a *API) cookieName(r *http.Request) string {
	if a.secure(r) {
		return hostPrefix + IdentityCookie
	}
	return IdentityCookie
}

// IsIdentity reports whether a cookie in an answer says by what the client is known from
// now on.
func IsIdentity(c *http.Cookie) bool { return strings.TrimPrefix(c.Name, hostPrefix) == IdentityCookie }

func (a *API) secure(r *http.Request) bool {
	return r.TLS != nil || a.TrustProxy && r.Header.Get("X-Forwarded-Proto") == "https"
}

// cookieAge is how long a browser keeps the cookie: the most that browsers allow. The
// server decides how long a session lasts.
const cookieAge = 400 * 24 * time.Hour

// Cookie returns the cookie by which a client is known after an operation; "" removes
// it.
func (a *API) Cookie(ctx context.Context, value string) http.Cookie {
	r := httpkit.RequestOf(ctx).HTTP
	return a.cookie(r, a.cookieName(r), value)
}

func (a *API) cookie(r *http.Request, name, value string) http.Cookie {
	c := http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(cookieAge.Seconds()),
		Secure: a.secure(r), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c
}

// Agent returns the user agent of the browser that has sent an operation's request.
func Agent(ctx context.Context) string { return httpkit.RequestOf(ctx).HTTP.UserAgent() }

// Limits bounds how often clients may try.
type Limits struct {
	Guests  httpkit.Rate // new guests, from one address
	SignUps httpkit.Rate // from one address
	SignIns httpkit.Rate // from one address, with any name
	// PerName bounds the passwords tried with one name from one address, in a browser
	// in which that account was signed in before, or in one session.
	PerName httpkit.Rate
	// PerAccount bounds the passwords tried with one name from all addresses, in
	// browsers in which that account was not signed in before.
	PerAccount httpkit.Rate
}

// DefaultLimits returns limits that a household or a class does not reach, and that
// make guessing passwords hopeless: at most 100 at once and 288 a day for one account,
// from however many addresses.
func DefaultLimits() Limits {
	return Limits{
		Guests:     httpkit.Rate{PerSecond: 1, Burst: 60},
		SignUps:    httpkit.Rate{PerSecond: 1.0 / 60, Burst: 30},
		SignIns:    httpkit.Rate{PerSecond: 1.0 / 5, Burst: 40},
		PerName:    httpkit.Rate{PerSecond: 1.0 / 30, Burst: 10},
		PerAccount: httpkit.Rate{PerSecond: 1.0 / 300, Burst: 100},
	}
}

// try refuses clients that try too often, as counted by a key.
func (a *API) try(ctx context.Context, l *httpkit.Limiter, key, detail string) error {
	if httpkit.Client(ctx) == httpkit.Local {
		return nil
	}
	if wait := l.Wait(key, time.Now()); wait > 0 {
		return httpkit.TooMany(wait, "%s: want a pause", detail)
	}
	return nil
}

func (a *API) limiters() []*httpkit.Limiter {
	return []*httpkit.Limiter{a.guests, a.signUps, a.signIns, a.names, a.accounts}
}

const attemptSubject = "account.attempt"

// attempt is what a node tells the others about an attempt that counts.
type attempt struct {
	From   string `json:"from"` // the node
	Limit  int    `json:"limit"`
	Client string `json:"client"`
}

// Share counts attempts at other nodes on a bus here, and attempts here at the other
// nodes, until the bus is closed. Call it before the first request.
func (a *API) Share(b *bus.Bus) error {
	node := rand.Text()
	for i, l := range a.limiters() {
		l.Counted = func(client string) {
			if text, err := json.Marshal(attempt{node, i, client}); err == nil {
				_ = b.Publish(attemptSubject, text) // if it is lost, other nodes allow a little more
			}
		}
	}
	_, err := b.Subscribe(attemptSubject, func(m bus.Message) {
		var c attempt
		if all := a.limiters(); json.Unmarshal(m.Data, &c) == nil && c.From != node && c.Limit >= 0 && c.Limit < len(all) {
			all[c.Limit].Count(c.Client, time.Now()) // a client that has to wait here is refused here anyway
		}
	})
	return err
}
