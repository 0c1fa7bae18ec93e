package account

import (
	"context"
	"net/http"
	"time"
)

// cookieName returns the name of the cookie for a request. The prefix makes
// browsers refuse one that another host has set, or a page without TLS.
func (g *API) cookieName(r *http.Request) string {
	if g.secure(r) {
		return "__Host-thera"
	}
	return "thera"
}

// secure reports whether a browser has sent a request over TLS.
func (g *API) secure(r *http.Request) bool {
	return r.TLS != nil || g.TrustProxy && r.Header.Get("X-Forwarded-Proto") == "https"
}

// kept is how long a browser keeps the cookie: the longest that they do. The
// server decides how long a session lasts.
const kept = 400 * 24 * time.Hour

func (g *API) cookie(r *http.Request, value string) http.Cookie {
	c := http.Cookie{
		Name: g.cookieName(r), Value: value, Path: "/", MaxAge: int(kept.Seconds()),
		Secure: g.secure(r), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c
}

// Cookie returns the cookie with which the answer to an operation's request lets
// somebody in, or "" to take it away.
func (g *API) Cookie(ctx context.Context, value string) http.Cookie {
	return g.cookie(requestOf(ctx), value)
}

// Agent returns what the browser that has sent an operation's request says it is.
func Agent(ctx context.Context) string { return agent(ctx) }
