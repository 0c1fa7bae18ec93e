// Package gatetest serves an API with accounts to tests, and asks it as several people.
//
//	site := gatetest.Open(t, storetest.SQLite(t))
//	study.New(study.Config{Gate: site.Gate, …}).Register(site.API)
//	site.Join("ada")
//	text := site.Must("ada", "GET", "studies", "")
//
// People are known by a name of the test's own: who has got a cookie sends it with all
// that follows. The package checks nothing of what is answered but its status.
package accounttest

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
)

// Wide is a rate that no test comes to.
var Wide = httpkit.Rate{PerSecond: 1000, Burst: 1000}

// Site is a store, a gate before its accounts, and an API that is served until the test
// ends. It is for one goroutine.
type Site struct {
	Store    *store.Store
	Accounts *account.Accounts
	Gate     *account.API
	API      huma.API
	Log      *slog.Logger
	// Tokens are sent by those whose they are.
	Tokens map[string]string

	t       *testing.T
	url     string
	cookies map[string]string
}

// Open opens the store at an address and serves what it has of accounts, which have
// ratings in the games.
func Open(t *testing.T, address string, games ...string) *Site {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	accounts, err := account.New(t.Context(), account.Config{Store: s, Games: games})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	g := account.NewAPI(account.APIConfig{
		Accounts: accounts, Store: s, Log: log,
		Limits: account.Limits{Guests: Wide, SignUps: Wide, SignIns: Wide, PerName: Wide},
	})
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("test", "1"))
	g.Register(api)
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	return &Site{
		Store: s, Accounts: accounts, Gate: g, API: api, Log: log, Tokens: map[string]string{},
		t: t, url: web.URL + "/api/v1/", cookies: map[string]string{},
	}
}

// Join makes an account for somebody.
func (s *Site) Join(who, name string) string {
	s.t.Helper()
	return s.Must(who, "POST", "account", `{"name":"`+name+`","password":"correct horse battery"}`)
}

// Ask sends a request as somebody, and keeps the cookie that he gets.
func (s *Site) Ask(who, method, path, body string) (status int, text string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(context.WithoutCancel(s.t.Context()), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if cookie := s.cookies[who]; cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	if token := s.Tokens[who]; token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, c := range res.Cookies() {
		s.cookies[who] = c.Name + "=" + c.Value
	}
	return res.StatusCode, string(data)
}

// Must asks for what has to succeed.
func (s *Site) Must(who, method, path, body string) string {
	s.t.Helper()
	status, text := s.Ask(who, method, path, body)
	if status/100 != 2 {
		s.t.Fatalf("%s: %s %s: %d %s", who, method, path, status, text)
	}
	return text
}

// Refused asks for what has to be refused with a status.
func (s *Site) Refused(want int, who, method, path, body string) string {
	s.t.Helper()
	status, text := s.Ask(who, method, path, body)
	if status != want {
		s.t.Errorf("%s: %s %s: %d %s, want %d", who, method, path, status, text, want)
	}
	return text
}
