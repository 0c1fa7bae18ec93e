package textpage

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/internal/ui/textgame"
	"thera/search"
)

// built is a page as a build leaves it, as far as it matters here.
var built = fstest.MapFS{"index.html": {Data: []byte("<title>thera</title>")}}

// visitor is a browser that looks at a page.
type visitor struct {
	t      *testing.T
	page   *Page
	client *http.Client
	events *bufio.Reader
}

func visit(t *testing.T, p *Page) visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := visitor{t: t, page: p, client: &http.Client{Jar: jar}}
	res := v.get(p.URL())
	if res.StatusCode != http.StatusOK || res.Request.URL.String() != p.origin+"/#/display" {
		t.Fatalf("%s leads to %s, status %d", p.URL(), res.Request.URL, res.StatusCode)
	}
	res = v.get(p.origin + "/api/display/events")
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("events of type %q", got)
	}
	v.events = bufio.NewReader(res.Body)
	return v
}

func (v visitor) get(url string) *http.Response {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, url, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	res, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// see waits for a view that is as wanted.
func (v visitor) see(what string, wanted func(Display) bool) Display {
	v.t.Helper()
	for {
		line, err := v.events.ReadString('\n')
		if err != nil {
			v.t.Fatalf("%s: %v", what, err)
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var seen Display
		if err := json.Unmarshal([]byte(data), &seen); err != nil {
			v.t.Fatal(err)
		}
		if seen.Position.Position != "" && wanted(seen) {
			return seen
		}
	}
}

// enter sends a command line and wants an answer with that status.
func (v visitor) enter(line string, status int) { v.send("command", "line", line, status) }

func (v visitor) send(operation, field, text string, status int) {
	v.t.Helper()
	body, err := json.Marshal(map[string]string{field: text})
	if err != nil {
		v.t.Fatal(err)
	}
	res, err := v.client.Post(v.page.origin+"/api/display/"+operation, "application/json", bytes.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	_ = res.Body.Close()
	problem := res.Header.Get("Content-Type") == "application/problem+json"
	if res.StatusCode != status || problem != (status >= 400) {
		v.t.Errorf("%q: status %d, want %d", text, res.StatusCode, status)
	}
}

// transcript is a stream that can be read while it is written.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *transcript) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(data)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// running is a text program with a page.
type running struct {
	visitor
	typed    io.Writer // its input
	out, err *transcript
	ended    chan error
}

func run(t *testing.T) running {
	t.Helper()
	page, err := Start("amazons", built)
	if err != nil {
		t.Fatal(err)
	}
	in, typed := io.Pipe()
	r := running{typed: typed, out: &transcript{}, err: &transcript{}, ended: make(chan error, 1)}
	program := textgame.Program{
		Game:      amazons.Rules(),
		NewEngine: search.NewRandom,
		Limits:    func(game.Position) engine.Limits { return engine.Limits{} },
		In:        in,
		Out:       r.out,
		Err:       r.err,
		Display:   page,
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		err := program.Run(ctx)
		r.ended <- err
		if err := page.Close(); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		cancel()
		_ = typed.Close() // so that nobody waits for a line
		<-done
	})
	r.visitor = visit(t, page)
	return r
}

func (r running) typeLine(line string) {
	r.t.Helper()
	if _, err := io.WriteString(r.typed, line+"\n"); err != nil {
		r.t.Fatal(err)
	}
}

// TestGame plays on the page and in the terminal by turns, to the end.
func TestGame(t *testing.T) {
	r := run(t)
	first := r.see("start", func(v Display) bool { return v.Open })
	if first.Game != "amazons" || first.Turn != 1 || !slices.Equal(first.Auto, []bool{false, true}) || first.Last != "" {
		t.Errorf("%+v", first)
	}
	r.enter("manual black", http.StatusNoContent)
	r.see("manual black", func(v Display) bool { return !v.Auto[1] })

	r.send("turn", "move", "d1-d7(g7)", http.StatusNoContent)
	seen := r.see("a move on the page", func(v Display) bool { return len(v.Played) == 1 })
	if want := "3q2q3/10/10/q2Q2*2q/"; seen.Turn != 2 || seen.Last != "d1-d7(g7)" || !strings.HasPrefix(seen.Position.Position, want) {
		t.Errorf("%+v", seen)
	}

	r.typeLine("g10 g8 d8")
	r.see("a typed move", func(v Display) bool { return len(v.Played) == 2 && v.Played[1] == "g10-g8(d8)" })
	r.enter("undo", http.StatusNoContent)
	r.see("undo", func(v Display) bool { return len(v.Played) == 1 })

	r.enter("d1-d7(g7)", http.StatusNoContent)
	seen = r.see("an illegal move", func(v Display) bool { return len(v.Messages) == 1 })
	if seen.Messages[0] != (Message{1, "Invalid move. Please try again."}) || len(seen.Played) != 1 {
		t.Errorf("%+v", seen)
	}
	r.typeLine("hello")
	seen = r.see("a typed mistake", func(v Display) bool { return len(v.Messages) == 2 })
	if seen.Messages[1].Text != "Error: Bad command: hello" {
		t.Errorf("%+v", seen.Messages)
	}

	r.enter("seed 7", http.StatusNoContent)
	r.enter("auto white", http.StatusNoContent)
	r.enter("auto black", http.StatusNoContent)
	won := r.see("the end", func(v Display) bool { return len(v.Winners) > 0 })
	if won.Open || won.Ending != game.Stuck || len(won.Played) < 20 {
		t.Errorf("%+v", won)
	}
	r.enter("new", http.StatusNoContent)
	r.see("another game", func(v Display) bool { return len(v.Played) > 0 && len(v.Winners) > 0 })

	r.enter("quit", http.StatusNoContent)
	if err := <-r.ended; err != nil {
		t.Error(err)
	}
	r.see("the end of the program", func(v Display) bool { return v.Ended })
	if _, err := r.events.ReadString(0); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	if got := r.out.String(); !strings.HasPrefix(got, "Amazons 61B, version 1.0\n> manual black\n> d1-d7(g7)\n> > undo\n> d1-d7(g7)\n") {
		t.Errorf("in the terminal: %.200q", got)
	}
	if got, want := r.err.String(), "Invalid move. Please try again.\nError: Bad command: hello\n\n"; got != want {
		t.Errorf("errors: %q, want %q", got, want)
	}
}

func TestSecondPage(t *testing.T) {
	r := run(t)
	r.enter("manual black", http.StatusNoContent)
	r.enter("d1-d7(g7)", http.StatusNoContent)
	other := visit(t, r.page)
	other.see("what has been", func(v Display) bool { return len(v.Played) == 1 })
	other.enter("g10-g8(d8)", http.StatusNoContent)
	r.see("what the other did", func(v Display) bool { return len(v.Played) == 2 })
}

func TestCommands(t *testing.T) {
	r := run(t)
	for _, line := range []string{"", "* White wins.", "manual black\nquit", "QUIT", "dump #", strings.Repeat("a", 61), strings.Repeat("a", 10_000)} {
		r.enter(line, http.StatusBadRequest)
	}
	if got := r.out.String(); strings.Contains(got, "quit") {
		t.Errorf("in the terminal: %q", got)
	}
}

func TestOldMessagesAreForgotten(t *testing.T) {
	var v Display
	for range maxMessages + 3 {
		v.tell("no")
	}
	if len(v.Messages) != maxMessages || v.Messages[0].Number != 4 {
		t.Errorf("%+v", v.Messages)
	}
}

// TestGuard asks for things in all ways that should not succeed, and in some
// that should.
func TestGuard(t *testing.T) {
	page := run(t).page
	const events, command = "/api/display/events", "/api/display/command"
	for _, test := range []struct {
		method, path, host, origin, cookie string
		status                             int
	}{
		{"GET", "/" + page.token + "/", "", "", "", 303},
		{"GET", "/", "", "", page.token, 200},
		{"POST", command, "", page.origin, page.token, 400}, // there is no line
		{"GET", "/secret", "", "", page.token, 404},
		{"GET", "/", "", "", "", 404},
		{"GET", "/", "", "", page.token[1:], 404},
		{"GET", "/" + page.token[1:] + "/", "", "", "", 404},
		{"GET", events, "", "", "", 404},
		{"POST", command, "", "", "", 404},
		{"GET", "/" + page.token + "/", "evil.example", "", "", 403},
		{"GET", events, "", "http://evil.example", page.token, 403},
		{"POST", command, "", "http://evil.example", page.token, 403},
		{"POST", command, "", "null", page.token, 403},
		{"DELETE", "/", "", "", page.token, 405},
	} {
		req, err := http.NewRequestWithContext(t.Context(), test.method, page.origin+test.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = test.host
		if test.origin != "" {
			req.Header.Set("Origin", test.origin)
		}
		if test.cookie != "" {
			req.AddCookie(&http.Cookie{Name: page.cookie, Value: test.cookie})
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != test.status {
			t.Errorf("%+v: status %d", test, res.StatusCode)
		}
		for name, want := range headers {
			if name == "Cache-Control" && res.StatusCode == http.StatusNotFound {
				continue // which net/http takes away
			}
			if got := res.Header.Get(name); got != want {
				t.Errorf("%+v: %s: %q, want %q", test, name, got, want)
			}
		}
	}
}

// TestNotBuilt has a page without files say how to come by them.
func TestNotBuilt(t *testing.T) {
	page, err := Start("amazons", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = page.Close() })
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := visitor{t: t, page: page, client: &http.Client{Jar: jar}}
	res := v.get(page.URL())
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(text), "make web\n") {
		t.Errorf("status %d, %s, %v", res.StatusCode, text, err)
	}
}
