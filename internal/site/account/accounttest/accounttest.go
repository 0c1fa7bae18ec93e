// Package accounttest serves an API with accounts to tests, and sends requests as
// several people:
//
//	site := accounttest.Open(t, storetest.SQLite(t))
//	study.New(study.Config{…}).Register(site.Kit)
//	site.Join("ada", "Ada")
//	text := site.Must("ada", "GET", "studies", "")
//
// Each person has a name that only the test knows. A person who has been given a cookie
// sends it with all later requests. Of an answer, the package checks the status, and that it
// is documented.
//
// It is a package of its own so that the tests of other packages can use it without
// putting it into the program.
package accounttest

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// Wide is a rate that no test reaches.
var Wide = httpkit.Rate{PerSecond: 1000, Burst: 1000}

// Site is a store with accounts, and an API that is served until the test ends.
type Site struct {
	Store    *store.Store
	Accounts *account.Accounts
	Identity *account.API
	Kit      *account.Kit
	Log      *slog.Logger
	// Tokens has the tokens that people send, by their names in the test. Nothing may be
	// added during a request.
	Tokens map[string]string

	t       *testing.T
	url     string
	mu      sync.Mutex // guards the following fields
	cookies map[string]string
	// documented are the documented responses of operations by ID and status.
	documented map[string]map[string]response
}

// Open opens the store at an address and serves the operations on its accounts, which
// have ratings in the games.
func Open(t *testing.T, address string, games ...string) *Site {
	t.Helper()
	s := storetest.Open(t, address)
	accounts, err := account.New(t.Context(), account.Config{Store: s, Games: games, WeakHashes: true})
	if err != nil {
		t.Fatal(err)
	}
	identity := account.NewAPI(account.APIConfig{
		Accounts: accounts, Limits: account.Limits{Guests: Wide, SignUps: Wide, SignIns: Wide, PerName: Wide, PerAccount: Wide},
	})
	kit := httpkit.New(httpkit.Config[account.Who]{Identify: identity.Identify, Limits: httpkit.DefaultLimits().WithoutRates()})
	identity.Register(kit)
	web := httptest.NewServer(kit)
	t.Cleanup(web.Close)
	return &Site{
		Store: s, Accounts: accounts, Identity: identity, Kit: kit, Log: slog.New(slog.DiscardHandler), Tokens: map[string]string{},
		t: t, url: web.URL + "/api/v1/", cookies: map[string]string{},
	}
}

// Join signs a person up with a name.
func (s *Site) Join(who, name string) string {
	s.t.Helper()
	return s.Must(who, "POST", "account", `{"name":"`+name+`","password":"correct horse battery"}`)
}

// Ask sends a request as a person, and keeps the cookie in the answer.
func (s *Site) Ask(who, method, path, body string) (status int, text string) {
	s.t.Helper()
	header := http.Header{}
	s.mu.Lock()
	cookie := s.cookies[who]
	s.mu.Unlock()
	if cookie != "" {
		header.Set("Cookie", cookie)
	}
	if token := s.Tokens[who]; token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	res, text := Send(s.t, http.DefaultClient, method, s.url+path, body, header)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checkDocumented(res)
	for _, c := range res.Cookies() {
		if account.IsIdentity(c) {
			s.cookies[who] = c.Name + "=" + c.Value
		}
	}
	return res.StatusCode, text
}

// checkDocumented checks that the document of the API has the status and the content type of
// an answer. s.mu must be held.
func (s *Site) checkDocumented(res *http.Response) {
	s.t.Helper()
	op := s.Kit.Find(res.Request)
	if op == nil {
		return
	}
	responses, ok := s.documented[op.ID]
	if !ok {
		responses = s.readDocument()[op.ID]
	}
	documented, ok := responses[strconv.Itoa(res.StatusCode)]
	kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";")
	if _, has := documented.Content[kind]; !ok || has != (kind != "") {
		s.t.Errorf("%s: an answer %d of type %q, which is not documented", op.ID, res.StatusCode, kind)
	}
}

// response is a response in the document of the API.
type response struct{ Content map[string]any }

// readDocument returns the responses of all operations by ID and status.
func (s *Site) readDocument() map[string]map[string]response {
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Responses   map[string]response
		}
	}
	text, err := s.Kit.Document()
	if err == nil {
		err = json.Unmarshal(text, &document)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.documented = map[string]map[string]response{}
	for _, methods := range document.Paths {
		for _, op := range methods {
			s.documented[op.OperationID] = op.Responses
		}
	}
	return s.documented
}

// Send sends a request, whose body is JSON unless it is empty, and returns the answer with
// its text.
func Send(t testing.TB, c *http.Client, method, url, body string, header http.Header) (res *http.Response, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(r.Header, header)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if res, err = c.Do(r); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(data)
}

// Must sends a request that has to succeed, and returns the answer.
func (s *Site) Must(who, method, path, body string) string {
	s.t.Helper()
	status, text := s.Ask(who, method, path, body)
	if status/100 != 2 {
		s.t.Fatalf("%s: %s %s: %d %s", who, method, path, status, text)
	}
	return text
}

// Refused sends a request that has to be refused with a status, and returns the answer.
func (s *Site) Refused(want int, who, method, path, body string) string {
	s.t.Helper()
	status, text := s.Ask(who, method, path, body)
	if status != want {
		s.t.Errorf("%s: %s %s: %d %s, want %d", who, method, path, status, text, want)
	}
	return text
}
