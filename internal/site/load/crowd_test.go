package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// crowdAt is a crowd of a server with some paths.
func crowdAt(t *testing.T, mux *http.ServeMux) *crowd {
	t.Helper()
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	a, err := newAPI([]string{web.URL})
	if err != nil {
		t.Fatal(err)
	}
	return &crowd{run: &run{Config: Config{Rules: []game.Game{santorini.Rules()}}, api: a}, clients: 1}
}

// TestBotPlays has a bot play its turn, and leave when the game is over.
func TestBotPlays(t *testing.T) {
	start := gametest.Must(t, santorini.Rules().Start, "")
	played := make(chan string, 10)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/bot/game/stream/g", func(w http.ResponseWriter, _ *http.Request) {
		state := fmt.Sprintf(`"fen":%q,"turn":1,"status":"started"`, start)
		_, _ = fmt.Fprintf(w, "{\"type\":\"gameFull\",\"seat\":1,\"state\":{%s}}\n\n{\"type\":\"chatLine\"}\n", state)
		_ = http.NewResponseController(w).Flush()
		<-played
		_, _ = fmt.Fprintf(w, "{\"type\":\"gameState\",\"fen\":%q,\"turn\":2,\"status\":\"started\"}\n{\"type\":\"gameState\",\"status\":\"resign\"}\n", start)
	})
	mux.HandleFunc("POST /api/v1/bot/game/g/move/{move}", func(_ http.ResponseWriter, r *http.Request) {
		if _, err := start.Play(game.Move(r.PathValue("move"))); err != nil {
			t.Error(err)
		}
		played <- r.PathValue("move")
	})
	c := crowdAt(t, mux)
	if err := c.followAsBot(t.Context(), c.client(0), santorini.Rules(), "g", time.Nanosecond); !errors.Is(err, errOver) {
		t.Errorf("it ends with %v", err)
	}
	if n := c.took.count(); n != 1 {
		t.Errorf("%d turns, want 1", n)
	}
}

// TestSpectatorSees notes how long changes take until a spectator sees them, but not
// those before it came.
func TestSpectatorSees(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/events", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("contest") != "c" {
			t.Errorf("asks for %s", r.URL)
		}
		_, _ = io.WriteString(w, `{"event":"hello"}`+"\n")
		for _, number := range []int{3, 5, 6} {
			_, _ = fmt.Fprintf(w, "{\"event\":\"contest\",\"contest\":{\"id\":\"c\",\"number\":%d,\"at\":1}}\n", number)
		}
	})
	s := &contest{crowd: crowdAt(t, mux), id: "c", opened: make(chan struct{}), at: map[int]time.Time{3: time.Now(), 4: time.Now(), 5: time.Now(), 6: time.Now()}}
	close(s.opened)
	if err := s.watch(t.Context(), 0); !errors.Is(err, io.EOF) {
		t.Errorf("it ends with %v", err)
	}
	if n := s.took.count(); n != 2 {
		t.Errorf("%d changes are seen, want 2", n)
	}
}

// TestContestContinues has a change of a tournament fail. The next ones are those of the same
// tournament, with the numbers that it has then.
func TestContestContinues(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var made, joined int
	mux := http.NewServeMux()
	for _, path := range []string{"POST /api/v1/account", "POST /api/v1/account/guest"} {
		mux.HandleFunc(path, func(http.ResponseWriter, *http.Request) {})
	}
	mux.HandleFunc("POST /api/v1/contests", func(w http.ResponseWriter, _ *http.Request) {
		made++
		_, _ = io.WriteString(w, `{"id":"c","number":1}`)
	})
	mux.HandleFunc("GET /api/v1/contests/c", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"id":"c","number":%d}`, 1+10*joined)
	})
	mux.HandleFunc("POST /api/v1/contests/c/join", func(w http.ResponseWriter, _ *http.Request) {
		if joined++; joined == 1 {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		cancel()
	})
	s := &contest{crowd: crowdAt(t, mux), opened: make(chan struct{})}
	s.again(ctx, s.change)
	if _, ok := s.at[12]; !ok || len(s.at) != 1 || made != 1 || joined != 2 {
		t.Errorf("%d tournaments are made and changed %d times, the last at %v: want one, twice and number 12", made, joined, s.at)
	}
}

// TestCrowdRefused tells refusals from lost connections.
func TestCrowdRefused(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "busy", http.StatusServiceUnavailable) })
	c := crowdAt(t, mux)
	err := c.read(t.Context(), 0)
	if p, ok := errors.AsType[*problem](err); !ok || p.status != http.StatusServiceUnavailable || c.took.count() != 0 {
		t.Errorf("%v, after %d pages", err, c.took.count())
	}
}

// TestCookies has a client keep each cookie that it is given.
func TestCookies(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/account", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "1"})
		http.SetCookie(w, &http.Cookie{Name: "browser", Value: "2"})
	})
	mux.HandleFunc("POST /api/v1/contests", func(_ http.ResponseWriter, r *http.Request) {
		if n := len(r.Cookies()); n != 2 {
			t.Errorf("it sends %q, want both cookies", r.Header["Cookie"])
		}
	})
	c := crowdAt(t, mux)
	p := c.client(0)
	for _, path := range []string{"account", "contests"} {
		if err := c.api.post(t.Context(), p, path, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
}
