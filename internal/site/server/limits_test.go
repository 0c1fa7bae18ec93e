package server

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/httpkit"
	"thera/internal/site/store/storetest"
)

// metrics returns what the server's monitor serves.
func (r running) metrics() string {
	answer := httptest.NewRecorder()
	r.server.Monitor().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return answer.Body.String()
}

// refused returns how often the server says that it has refused something.
func (r running) refused(reason string) string {
	_, after, _ := strings.Cut(r.metrics(), fmt.Sprintf("thera_refused_total{reason=%q} ", reason))
	count, _, _ := strings.Cut(after, "\n")
	return count
}

// wantRefused waits until the server has counted one refusal.
func (r running) wantRefused(reason string) {
	r.t.Helper()
	storetest.Until(r.t, "one refusal for the reason "+reason, func() bool { return r.refused(reason) == "1" })
}

// raw sends text over a connection of its own.
func (r running) raw(text string) net.Conn {
	r.t.Helper()
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		r.t.Fatal(err)
	}
	return c
}

// wantStatus reads an answer. The connection has to be closed after it.
func wantStatus(t *testing.T, c net.Conn, want int) {
	t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != want || !res.Close {
		t.Errorf("status %d, closed %t, want %d and the connection closed", res.StatusCode, res.Close, want)
	}
}

func TestLargeBody(t *testing.T) {
	r := run(t, nil)
	body := `{"game": "amazons", "position": "` + strings.Repeat("x", maxText) + `"}`
	head := "POST /api/v1/moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	wantStatus(t, r.raw(head+fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)), 413)
	r.wantRefused("size")
	// No length, and no end.
	wantStatus(t, r.raw(head+fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(body), body)), 413)
}

func TestLargeHeaders(t *testing.T) {
	r := run(t, nil)
	c := r.raw("GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 30_000) + "\r\n\r\n")
	wantStatus(t, c, 431)
	r.wantRefused("malformed")
}

func TestSlowClients(t *testing.T) {
	const soon = 50 * time.Millisecond
	head := "POST /api/v1/moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"

	t.Run("headers", func(t *testing.T) {
		r := run(t, func(c *Config) { c.Limits.HeaderTime = soon })
		for range 100 { // a busy machine reads nothing within the time, and that is no request
			answer, err := io.ReadAll(r.raw(head[:50]))
			if err != nil || len(answer) > 0 && !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") {
				t.Errorf("%q, %v", answer, err)
			}
			if len(answer) > 0 {
				break
			}
		}
		r.wantRefused("slow")
	})
	t.Run("body", func(t *testing.T) {
		r := run(t, func(c *Config) { c.Limits.BodyPace = httpkit.Pace{Grace: soon, Bytes: 1 << 20} })
		wantStatus(t, r.raw(head), 408)
		r.wantRefused("slow")
	})
	t.Run("answer", func(t *testing.T) {
		const more = 20 << 20 // than the system takes in for the client
		r := run(t, func(c *Config) {
			c.Limits.AnswerPace = httpkit.Pace{Grace: soon, Bytes: 1 << 30}
			c.Page = fstest.MapFS{"large.txt": {Data: make([]byte, more)}}
		})
		r.raw("GET /large.txt HTTP/1.1\r\nHost: x\r\n\r\n")
		r.wantRefused("slow")
	})
	t.Run("idle", func(t *testing.T) {
		r := run(t, func(c *Config) { c.Limits.IdleTime = soon })
		c := r.raw("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		if data, err := io.ReadAll(c); err != nil || !strings.HasSuffix(string(data), "ok\n") {
			t.Errorf("%q, %v", data, err)
		}
		if r.refused("slow") != "0" || r.refused("malformed") != "0" {
			t.Error("an idle connection counts as a refusal")
		}
	})
}

// TestBounds limits searches that ask for more than the schema lets through.
func TestBounds(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{0: time.Second, 0.5: time.Second / 2, 10: maxTime, 11: maxTime, 1e300: maxTime, -7: time.Second} {
		if got := (Bounds{Seconds: seconds}).limits(0); got.Time != want {
			t.Errorf("%g seconds: %s, want %s", seconds, got.Time, want)
		}
	}
}

// TestLongSearch runs a search for longer than reading a request may take.
func TestLongSearch(t *testing.T) {
	r := run(t, func(c *Config) { c.Limits.BodyPace.Grace = 100 * time.Millisecond })
	began := time.Now()
	res := r.ask("best", `{"game": "amazons", "seconds": 0.3}`)
	for res.StatusCode == http.StatusRequestTimeout && time.Since(began) < time.Minute { // too busy to read it
		res = r.ask("best", `{"game": "amazons", "seconds": 0.3}`)
	}
	if took := time.Since(began); res.StatusCode != http.StatusOK || took < 300*time.Millisecond {
		t.Errorf("status %d after %s", res.StatusCode, took)
	}
}

func TestFlood(t *testing.T) {
	r := run(t, func(c *Config) { c.Limits.PerClient = httpkit.Rate{PerSecond: 1e-4, Burst: 3} })
	for i := range 3 {
		if res := r.do("GET", "/api/v1/games", ""); res.StatusCode != http.StatusOK {
			t.Errorf("request %d: status %d", i, res.StatusCode)
		}
	}
	res := r.do("GET", "/api/v1/games", "")
	wait, _ := strconv.Atoi(res.Header.Get("Retry-After"))
	if got := text(t, res); res.StatusCode != http.StatusTooManyRequests || wait < 9000 || wait > 10_000 || !strings.Contains(got, `"status":429`) {
		t.Errorf("status %d, retry after %q, %s", res.StatusCode, res.Header.Get("Retry-After"), got)
	}
	r.wantRefused("rate") // while the page and the metrics still work
}

func TestFloodOfThePage(t *testing.T) {
	r := run(t, func(c *Config) { c.Limits.PageRate = httpkit.Rate{PerSecond: 1e-4, Burst: 2} })
	var codes []int
	for range 3 {
		codes = append(codes, r.do("GET", "/healthz", "").StatusCode)
	}
	if fmt.Sprint(codes) != "[200 200 429]" {
		t.Error(codes)
	}
}

// A class of 40 behind one address opens the page at once, with all files that it caches,
// and then joins. What one of them asks for afterwards is still held to a rate.
func TestClassBehindOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Config{Games: catalog.Games(), Log: slog.New(slog.DiscardHandler), Limits: DefaultLimits(), Page: built()})
		if err != nil {
			t.Fatal(err)
		}
		get := func(path string) int {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			return w.Code
		}
		const pupils, files, requests = 40, 240, 15
		for range pupils {
			for range files {
				if code := get("/"); code != http.StatusOK {
					t.Fatalf("a file of the page: %d", code)
				}
			}
			for range requests {
				if code := get("/api/v1/games"); code != http.StatusOK {
					t.Fatalf("a request to the API: %d", code)
				}
			}
		}
		for range s.Limits.PerClient.Burst {
			get("/api/v1/games")
		}
		if api, file := get("/api/v1/games"), get("/"); api != http.StatusTooManyRequests || file != http.StatusOK {
			t.Errorf("after a flood of requests to the API: %d, and %d for a file", api, file)
		}
		time.Sleep(time.Second)
		if code := get("/api/v1/games"); code != http.StatusOK {
			t.Errorf("a second later: %d", code)
		}
	})
}

func TestTooManySearches(t *testing.T) {
	r := run(t, func(c *Config) {
		c.Limits.Slots[httpkit.Search] = httpkit.Slots{Number: 1, Wait: 20 * time.Millisecond}
	})
	first := r.searchLong()
	res := r.ask("solve", `{"game": "hermit", "variant": "3x3"}`)
	if got := text(t, res); res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") != "1" || !strings.Contains(got, "of the class search") {
		t.Errorf("status %d, retry after %q, %s", res.StatusCode, res.Header.Get("Retry-After"), got)
	}
	r.wantRefused("share")
	stopped := make(chan error, 1)
	go func() { stopped <- r.stop() }() // which ends the search
	if res := <-first; res != nil && res.StatusCode != http.StatusOK {
		t.Errorf("status %d for the first", res.StatusCode)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestTooManyConnections(t *testing.T) {
	r := run(t, func(c *Config) { c.Limits.Connections = 2 })
	first := r.raw("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	r.raw("")
	if line, err := bufio.NewReader(first).ReadString('\n'); err != nil || line != "HTTP/1.1 200 OK\r\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := r.raw("").Read(make([]byte, 1)); err == nil {
		t.Error("the third connection is let in")
	}
	r.wantRefused("connections")
}

// One client can't take all connections. Programs on the same machine can: a
// proxy is one.
func TestCaller(t *testing.T) {
	for remote, want := range map[string]string{"127.0.0.1:5": httpkit.Local, "[::1]:5": httpkit.Local, "1.2.3.4:5": "1.2.3.4", "[2001:db8::1]:5": "2001:db8::/64"} {
		if got := connClient(from(remote)); got != want {
			t.Errorf("%s: %s, want %s", remote, got, want)
		}
	}
	d := newLimitedListener(nil, Limits{Connections: 3, ConnectionsPerClient: 1}, newMetrics(nil))
	if !d.clients.Take("a") || d.clients.Take("a") || !d.clients.Take("b") {
		t.Error("want one connection each")
	}
	if !d.clients.Take(httpkit.Local) || d.clients.Take(httpkit.Local) {
		t.Error("want three connections in all")
	}
}

// from is a connection from an address.
func from(remote string) net.Conn { return remoteConn{remote: remote} }

type remoteConn struct {
	net.Conn
	remote string
}

func (c remoteConn) RemoteAddr() net.Addr { return remoteAddr(c.remote) }

type remoteAddr string

func (remoteAddr) Network() string  { return "tcp" }
func (a remoteAddr) String() string { return string(a) }

// A connection that has become a socket has given its place to another one, and
// does not give it twice.
func TestSocketsAreNoConnections(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := newLimitedListener(inner, Limits{Connections: 1, ConnectionsPerClient: 1}, newMetrics(nil))
	t.Cleanup(func() { _ = d.Close() })
	for range 3 {
		dialed, err := net.Dial("tcp", d.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = dialed.Close() })
		c, err := d.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if len(d.slots) != 1 {
			t.Fatalf("%d places are taken, want 1", len(d.slots))
		}
		(&Server{}).watchConn(c, http.StateHijacked)
		if err := c.Close(); err != nil || len(d.slots) != 0 {
			t.Fatalf("%d places are taken, want none; %v", len(d.slots), err)
		}
	}
}

func TestOtherOrigins(t *testing.T) {
	r := run(t, nil)
	body := `{"game": "hermit", "variant": "3x3"}`
	for _, test := range []struct {
		origin string
		want   int
	}{{"http://evil.example", 403}, {"http://" + r.addr, 200}} {
		res := r.do("POST", "/api/v1/moves", body, "Content-Type", "application/json", "Origin", test.origin)
		if res.StatusCode != test.want {
			t.Errorf("from %s: status %d, want %d", test.origin, res.StatusCode, test.want)
		}
	}
	r.wantRefused("origin")
}

// TestOneClientTooMany has one client ask for long searches, more than there
// are places, and another for one.
func TestOneClientTooMany(t *testing.T) {
	r := run(t, func(c *Config) {
		c.TrustProxy, c.Limits.Slots[httpkit.Search] = true, httpkit.Slots{Number: 2, Wait: 100 * time.Millisecond}
	})
	best := func(client, seconds string) *http.Response {
		return r.do(http.MethodPost, "/api/v1/best", `{"game": "amazons", "seconds": `+seconds+`}`,
			"Content-Type", "application/json", "X-Forwarded-For", client)
	}
	answers := make(chan map[int]int, 8)
	enough := make(chan struct{})
	for range 8 {
		go func() {
			counts := map[int]int{}
			defer func() { answers <- counts }()
			for {
				counts[best("192.0.2.1", "1").StatusCode]++
				select {
				case <-enough:
					return
				default:
				}
			}
		}()
	}
	storetest.Until(t, "a search", func() bool { return !strings.Contains(r.metrics(), "thera_searches_in_flight 0") })
	if res := best("192.0.2.2", "0.01"); res.StatusCode != http.StatusOK {
		t.Errorf("another client: status %d", res.StatusCode)
	}
	close(enough)
	counts := map[int]int{}
	for range 8 {
		for status, n := range <-answers {
			counts[status] += n
		}
	}
	for status := range counts {
		if counts[http.StatusOK] == 0 || status != http.StatusOK && status != http.StatusTooManyRequests {
			t.Errorf("the first client: %v", counts)
		}
	}
}

// TestDocumentedLimits wants the defaults in the documentation.
func TestDocumentedLimits(t *testing.T) {
	text := gametest.Must(t, os.ReadFile, "../../../docs/programs/api.md")
	l := DefaultLimits()
	withoutCommas := func(text string) string { return strings.ReplaceAll(text, ",", "") } // in numbers, and others
	for _, row := range []string{
		fmt.Sprintf("| connections | %d at a time, %d per client;", l.Connections, l.ConnectionsPerClient),
		fmt.Sprintf("| requests | %d at a time, %d per client; %v per second per client, bursts of %d |", l.Requests, l.RequestsPerClient, l.PerClient.PerSecond, l.PerClient.Burst),
		fmt.Sprintf("| files of the page | %v per second per client, bursts of %d |", l.PageRate.PerSecond, l.PageRate.Burst),
		fmt.Sprintf("| sockets and streams | %d at a time; %d per client, %d per account |", l.Streams, l.StreamsPerClient, l.StreamsPerAccount),
	} {
		if !strings.Contains(withoutCommas(string(text)), withoutCommas(row)) {
			t.Errorf("want %q", row)
		}
	}
}
