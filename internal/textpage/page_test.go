package textpage

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/internal/textgame"
	"thera/search"
)

// visitor is a browser that looks at a page.
type visitor struct {
	t      *testing.T
	page   *Page
	events *bufio.Reader
}

func visit(t *testing.T, p *Page) visitor {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL()+"events", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("events of type %q", got)
	}
	return visitor{t, p, bufio.NewReader(res.Body)}
}

// see waits for a view that is as wanted.
func (v visitor) see(what string, wanted func(view) bool) view {
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
		var seen view
		if err := json.Unmarshal([]byte(data), &seen); err != nil {
			v.t.Fatal(err)
		}
		if seen.Cells != nil && wanted(seen) {
			return seen
		}
	}
}

// enter sends a command line and wants an answer with that status.
func (v visitor) enter(line string, status int) {
	v.t.Helper()
	res, err := http.Post(v.page.URL()+"command", "text/plain", strings.NewReader(line))
	if err != nil {
		v.t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != status {
		v.t.Errorf("%q: status %d, want %d", line, res.StatusCode, status)
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
	page, err := Start()
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
	first := r.see("start", func(v view) bool { return len(v.Moves) == 2176 })
	if first.Files != 10 || first.Turn != "white" || first.Auto != (sides{false, true}) || first.Cells[3] != "white" {
		t.Errorf("%+v", first)
	}
	r.enter("manual black", http.StatusNoContent)
	r.see("manual black", func(v view) bool { return !v.Auto.Black })

	r.enter("d1-d7(g7)", http.StatusNoContent)
	seen := r.see("a move on the page", func(v view) bool { return len(v.Played) == 1 })
	at := func(name string) string {
		s, err := game.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return seen.Cells[s.Rank()*seen.Files+s.File()]
	}
	if seen.Turn != "black" || at("d1") != "" || at("d7") != "white" || at("g7") != "arrow" || at("d10") != "black" {
		t.Errorf("%+v", seen)
	}

	r.typeLine("g10 g8 d8")
	r.see("a typed move", func(v view) bool { return len(v.Played) == 2 && v.Played[1] == "g10-g8(d8)" })
	r.enter("undo", http.StatusNoContent)
	r.see("undo", func(v view) bool { return len(v.Played) == 1 })

	r.enter("d1-d7(g7)", http.StatusNoContent)
	seen = r.see("an illegal move", func(v view) bool { return len(v.Messages) == 1 })
	if seen.Messages[0] != (message{1, "Invalid move. Please try again."}) || len(seen.Played) != 1 {
		t.Errorf("%+v", seen)
	}
	r.typeLine("hello")
	seen = r.see("a typed mistake", func(v view) bool { return len(v.Messages) == 2 })
	if seen.Messages[1].Text != "Error: Bad command: hello" {
		t.Errorf("%+v", seen.Messages)
	}

	r.enter("seed 7", http.StatusNoContent)
	r.enter("auto white", http.StatusNoContent)
	r.enter("auto black", http.StatusNoContent)
	won := r.see("the end", func(v view) bool { return v.Won != "" })
	if len(won.Moves) != 0 || len(won.Played) < 20 {
		t.Errorf("%+v", won)
	}
	r.enter("new", http.StatusNoContent)
	r.see("another game", func(v view) bool { return len(v.Played) > 0 && v.Won != "" })

	r.enter("quit", http.StatusNoContent)
	if err := <-r.ended; err != nil {
		t.Error(err)
	}
	r.see("the end of the program", func(v view) bool { return v.Ended })
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
	other.see("what has been", func(v view) bool { return len(v.Played) == 1 })
	other.enter("g10-g8(d8)", http.StatusNoContent)
	r.see("what the other did", func(v view) bool { return len(v.Played) == 2 })
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
	var v view
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
	token := "/" + page.token + "/"
	for _, test := range []struct {
		method, path, host, origin string
		status                     int
	}{
		{"GET", token, "", "", 200},
		{"GET", token + "board.js", "", "", 200},
		{"GET", token + "board.css", "", "", 200},
		{"POST", token + "command", "", page.origin, 400}, // the line is empty
		{"GET", token + "secret", "", "", 404},
		{"GET", "/", "", "", 404},
		{"GET", "/" + page.token[1:] + "/", "", "", 404},
		{"GET", "/events", "", "", 404},
		{"POST", "/command", "", "", 404},
		{"GET", token, "evil.example", "", 403},
		{"GET", token + "events", "", "http://evil.example", 403},
		{"POST", token + "command", "", "http://evil.example", 403},
		{"POST", token + "command", "", "null", 403},
		{"DELETE", token, "", "", 405},
	} {
		req, err := http.NewRequestWithContext(t.Context(), test.method, page.origin+test.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = test.host
		if test.origin != "" {
			req.Header.Set("Origin", test.origin)
		}
		res, err := http.DefaultClient.Do(req)
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
