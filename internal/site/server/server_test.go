package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/store/storetest"
)

// running is a server that answers on a port of its own.
type running struct {
	t         *testing.T
	server    *Server
	listener  net.Listener
	url, addr string
	// stop ends the server and returns what Serve did.
	stop func() error
}

// run starts a server with the configuration of `thera serve`, as changed by
// the test, and stops it at the end.
func run(t *testing.T, change func(*Config)) running {
	t.Helper()
	c := Config{Games: catalog.Games(), Log: slog.New(slog.DiscardHandler), Limits: DefaultLimits()}
	if change != nil {
		change(&c)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	stop := func() error {
		cancel()
		err := <-ended
		ended <- err
		return err
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	addr := listener.Addr().String()
	return running{t, s, listener, "http://" + addr, addr, stop}
}

// do sends a request with headers as name, value, …
func (r running) do(method, path, body string, headers ...string) *http.Response {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	// A transport that neither compresses nor keeps connections.
	client := http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func (r running) ask(operation, body string) *http.Response {
	r.t.Helper()
	return r.do(http.MethodPost, "/api/v1/"+operation, body, "Content-Type", "application/json")
}

// searchLong asks for a search of ten seconds, and returns when it has begun. The answer
// is nil if the request has failed, and so the test.
func (r running) searchLong() <-chan *http.Response {
	r.t.Helper()
	answered := make(chan *http.Response, 1)
	go func() {
		defer close(answered)
		answered <- r.ask("best", `{"game": "amazons", "seconds": 10}`)
	}()
	storetest.Until(r.t, "the search begins", func() bool { return strings.Contains(r.metrics(), "thera_searches_in_flight 1") })
	return answered
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestHealth(t *testing.T) {
	res := run(t, nil).do("GET", "/healthz", "")
	if got := text(t, res); res.StatusCode != http.StatusOK || got != "ok\n" {
		t.Errorf("status %d, %q", res.StatusCode, got)
	}
}

func TestSecurityHeaders(t *testing.T) {
	r := run(t, nil)
	for _, path := range []string{"/", "/healthz", "/api/v1/games", "/api/nothing", "/nothing.js"} {
		res := r.do("GET", path, "")
		for name, want := range security {
			if strings.HasPrefix(path, "/api/") && name == "Cross-Origin-Resource-Policy" {
				want = "cross-origin"
			}
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q, want %q", path, name, got, want)
			}
		}
	}
	for _, forbidden := range []string{"script-src 'unsafe-inline'", "'unsafe-eval'"} {
		if strings.Contains(policy, forbidden) {
			t.Errorf("the policy has %s", forbidden)
		}
	}
}

// TestPolicyElsewhere compares the policy with that of the documentation and of the page's tests.
func TestPolicyElsewhere(t *testing.T) {
	for _, file := range []string{"docs/contributing/web.md", "web/e2e/serve.mjs"} {
		text := gametest.Must(t, os.ReadFile, "../../../"+file)
		if !strings.Contains(string(text), policy) {
			t.Errorf("%s has another policy than\n%s", file, policy)
		}
	}
}

// TestOtherSites asks as pages of other sites do.
func TestOtherSites(t *testing.T) {
	r := run(t, func(c *Config) { c.Parts = []Part{&Previews{Games: c.Games}, streaming{}} })
	for _, test := range []struct {
		method, path string
		headers      []string
		open         bool
		vary         string
	}{
		{"GET", "/api/v1/games", nil, true, "Accept-Encoding"},
		{"HEAD", "/api/v1/games", nil, true, "Accept-Encoding"},
		{"GET", "/oembed?url=x", nil, true, ""},
		{"GET", "/api/v1/games", []string{"Cookie", "thera=x"}, true, "Accept-Encoding"},
		{"GET", "/api/v1/games", []string{"Authorization", "Bearer x"}, true, "Accept-Encoding"},
		{"GET", "/api/v1/me", nil, true, "Cookie, Authorization"},
		{"GET", "/api/v1/me", []string{"Cookie", "thera=x"}, false, "Cookie, Authorization"},
		{"GET", "/api/v1/me", []string{"Authorization", "Bearer x"}, false, "Cookie, Authorization"},
		{"GET", "/api/v1/game/x/stream", nil, false, ""},
		{"POST", "/api/v1/moves", []string{"Content-Type", "application/json"}, false, ""},
		{"OPTIONS", "/api/v1/moves", nil, false, ""},
		{"GET", "/", nil, false, ""},
		{"GET", "/healthz", nil, false, ""},
	} {
		res := r.do(test.method, test.path, "", append(test.headers, "Origin", "https://elsewhere.example")...)
		origin, resource := res.Header.Get("Access-Control-Allow-Origin"), res.Header.Get("Cross-Origin-Resource-Policy")
		if (origin == "*") != test.open || !test.open && origin != "" || (resource == "cross-origin") != test.open {
			t.Errorf("%s %s %v: %q, %q", test.method, test.path, test.headers, origin, resource)
		}
		if vary := strings.Join(res.Header.Values("Vary"), ", "); vary != test.vary {
			t.Errorf("%s %s %v: Vary %q, want %q", test.method, test.path, test.headers, vary, test.vary)
		}
		if res.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s %s lets other sites send credentials", test.method, test.path)
		}
	}
}

// streaming has a stream that ends at once, and an answer that depends on who asks.
type streaming struct{}

func (streaming) Register(kit *account.Kit) {
	op := httpkit.Operation{Callers: httpkit.Anyone, Object: httpkit.OfEveryone, Cost: httpkit.Light, Answer: httpkit.Answer{ContentType: "text/plain", Line: struct{}{}}}
	httpkit.Stream(kit, op.At("GET /api/v1/game/{id}/stream", "stream", "Stream nothing"), func(context.Context, account.Who, *struct{}) (httpkit.Direct, error) {
		return func(http.ResponseWriter, *http.Request) {}, nil
	})
	op.Answer = httpkit.Answer{}
	httpkit.JSON(kit, op.At("GET /api/v1/me", "me", "Say who asks"), func(_ context.Context, who account.Who, _ *struct{}) (string, error) {
		return who.ID, nil
	})
}

// TestFrames says which pages others may have in a frame.
func TestFrames(t *testing.T) {
	r := run(t, func(c *Config) {
		c.Page = fstest.MapFS{"index.html": {Data: []byte("page")}, "embed.html": {Data: []byte("board")}}
	})
	for path, want := range map[string]string{"/": "page", "/embed": "board", "/embed.html": "board", "/embed/x": "page", "/g": "page"} {
		res := r.do("GET", path, "")
		framed := strings.Contains(res.Header.Get("Content-Security-Policy"), "frame-ancestors *")
		if got := text(t, res); got != want || framed != (want == "board") {
			t.Errorf("%s: %s, in frames %t", path, got, framed)
		}
	}
	if !strings.Contains(embedPolicy, "script-src 'self' 'wasm-unsafe-eval'") || strings.Contains(policy, "frame-ancestors *") {
		t.Errorf("policies\n%s\n%s", policy, embedPolicy)
	}
}

func TestMetrics(t *testing.T) {
	r := run(t, func(c *Config) { c.Parts = []Part{streaming{}} })
	r.do("GET", "/healthz", "")
	r.ask("best", `{"game": "amazons", "depth": 1}`)
	r.do("GET", "/api/v1/game/x/stream", "")
	got := r.metrics()
	for _, want := range []string{
		`thera_http_requests_total{code="200",operation="health"} 1`,
		`thera_http_requests_total{code="200",operation="best"} 1`,
		`thera_http_request_seconds_count{operation="health"} 1`,
		`thera_http_requests_total{code="200",operation="stream"} 1`,
		`thera_searches_total{game="amazons",question="best"} 1`,
		`thera_search_nodes_total{game="amazons",question="best"} `,
		`thera_refused_total{reason="slow"} 0`,
		"thera_searches_in_flight 0",
		"go_goroutines ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(got, `thera_http_request_seconds_count{operation="stream"}`) {
		t.Error("how long a stream was open counts as a time to answer")
	}
}

// TestShutdown ends a server in the middle of a long search, which answers
// with what it has found.
func TestShutdown(t *testing.T) {
	r := run(t, nil)
	answered := r.searchLong()
	stopped := make(chan error, 1)
	go func() { stopped <- r.stop() }()
	if res := <-answered; res != nil {
		var found answer.Search
		got := text(t, res)
		if err := json.Unmarshal([]byte(got), &found); err != nil || res.StatusCode != http.StatusOK || found.Move == "" || found.Seconds <= 0 {
			t.Errorf("status %d, %s, %v", res.StatusCode, got, err)
		}
		if found.Seconds >= 10 {
			t.Errorf("the search has gone on for %g s", found.Seconds)
		}
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if _, err := r.listener.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("still listening: %v", err)
	}
}

// TestPanic has a handler fail.
func TestPanic(t *testing.T) {
	r := run(t, func(c *Config) { c.Games[0].Engines = nil })
	res := r.ask("best", `{"game": "amazons"}`)
	if got := text(t, res); res.StatusCode != http.StatusInternalServerError || !strings.Contains(got, `"status":500`) {
		t.Errorf("status %d, %s", res.StatusCode, got)
	}
	if res := r.do("GET", "/healthz", ""); res.StatusCode != http.StatusOK {
		t.Errorf("status %d after that", res.StatusCode)
	}
}
