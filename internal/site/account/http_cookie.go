package account

import (
	"context"
	"net/http"
	"time"
)

// cookieName returns the name of the cookie for a request. With the prefix, browsers
// refuse a cookie that another host has set, or a page without TLS.
func (a *API) cookieName(r *http.Request) string {
	if a.secure(r) {
		return "__Host-thera"
	}
	return "thera"
}

// secure reports whether a browser has sent a request over TLS.
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
