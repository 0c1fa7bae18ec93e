package push_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/push"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// service is a push service on this machine, which gives each request to the
// browser of its path.
type service struct {
	*httptest.Server
	requests chan request
	status   int
}

type request struct {
	path, authorization, topic string
	body                       []byte
}

func newService(t *testing.T, status int) *service {
	t.Helper()
	s := &service{requests: make(chan request, 10), status: status}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(s.status)
		s.requests <- request{r.URL.Path, r.Header.Get("Authorization"), r.Header.Get("Topic"), body}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) host() string { return strings.TrimPrefix(s.URL, "https://") }

func (s *service) next(t *testing.T) request {
	t.Helper()
	select {
	case r := <-s.requests:
		return r
	case <-time.After(time.Minute):
		t.Fatal("nothing was sent")
		panic("unreachable")
	}
}

var red = play.TeamPlayer("cup", 1, "Red")

// start returns a Push that runs and takes only what is at the service.
func start(t *testing.T, s *store.Store, to *service, logs ...*slog.Logger) *push.Push {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	if len(logs) > 0 {
		log = logs[0]
	}
	p, err := push.New(t.Context(), push.Config{
		Store: s, Log: log, Contact: "https://example.org",
		Hosts: []string{to.host()}, Client: to.Client(),
		Online: func(player string) bool { return player == "eve" },
		Members: func(_ context.Context, team string) ([]string, error) {
			return map[string][]string{red.ID: {"ann", "bob", "eve"}}[team], nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return p
}

// people adds the accounts of Ann, Bob and Eve, who subscribe, each with a session. Eve has a
// page open.
func people(t *testing.T, s *store.Store) {
	t.Helper()
	for _, id := range []string{"ann", "bob", "eve"} {
		if err := s.AddAccount(t.Context(), store.Account{ID: id, Name: id, Folded: id, Kind: play.Person}, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddSession(t.Context(), store.Session{Hash: id + "'s", Account: id, Expires: play.Now() + 3_600_000}, 1); err != nil {
			t.Fatal(err)
		}
	}
}

// A message comes to all browsers of the player and to nobody else's; only the
// browser can read it, and it is signed by the service's key, which is the same
// after a restart. A player who has a page open gets none.
func TestTell(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := storetest.Open(t, address)
		people(t, s)
		to := newService(t, http.StatusCreated)
		p := start(t, s, to)
		if again := start(t, s, to); again.Key() != p.Key() {
			t.Errorf("key %q, after a restart %q", p.Key(), again.Key())
		}

		browsers := map[string]browser{"/phone": newBrowser(t), "/desk": newBrowser(t), "/other": newBrowser(t), "/open": newBrowser(t)}
		for path, player := range map[string]string{"/phone": "ann", "/desk": "ann", "/other": "bob", "/open": "eve"} {
			if err := p.Subscribe(t.Context(), browsers[path].subscribe(player, to.URL+path), 1); err != nil {
				t.Fatal(err)
			}
		}
		want := push.Message{Event: "gameTurn", Game: "8fk2", Rules: "amazons", From: "Bob"}
		p.Tell("eve", want)
		p.Tell("ann", want)
		for range 2 {
			r := to.next(t)
			if r.path != "/phone" && r.path != "/desk" {
				t.Fatalf("%s was told", r.path)
			}
			text, err := browsers[r.path].open(r.body)
			if err != nil {
				t.Fatal(err)
			}
			var got push.Message
			if err := json.Unmarshal(text, &got); err != nil || got != want {
				t.Errorf("message %s: want %+v", text, want)
			}
			if err := vouch(r.authorization, p.Key(), to.URL); err != nil {
				t.Error(err)
			}
			if r.topic != "8fk2" {
				t.Errorf("topic %q: want the game, so that later messages replace it", r.topic)
			}
			delete(browsers, r.path)
		}

		p.Tell(red.ID, want)
		told := []string{to.next(t).path, to.next(t).path, to.next(t).path}
		if slices.Sort(told); !slices.Equal(told, []string{"/desk", "/other", "/phone"}) {
			t.Errorf("of a team %v were told, want all but Eve", told)
		}

		if err := p.Unsubscribe(t.Context(), "bob", to.URL+"/other"); err != nil {
			t.Fatal(err)
		}
		if left, err := s.SubscriptionsOf(t.Context(), "bob", 0); err != nil || len(left) != 0 {
			t.Errorf("subscriptions %v, %v: want none", left, err)
		}
	})
}

// A browser that is gone loses its subscription; one whose push service is out
// of order keeps it.
func TestGone(t *testing.T) {
	for status, want := range map[int]int{http.StatusGone: 0, http.StatusNotFound: 0, http.StatusInternalServerError: 1} {
		s := storetest.Open(t, storetest.SQLite(t))
		people(t, s)
		to, log := newService(t, status), make(lines, 10)
		p := start(t, s, to, slog.New(slog.NewTextHandler(log, nil)))
		if err := p.Subscribe(t.Context(), newBrowser(t).subscribe("ann", to.URL+"/phone"), 1); err != nil {
			t.Fatal(err)
		}
		p.Tell("ann", push.Message{Event: "gameTurn"})
		to.next(t)
		count := func() int {
			all, err := s.SubscriptionsOf(t.Context(), "ann", 0)
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		// The answer is read after the request is seen. Then the subscription is gone, or
		// the log says what is out of order.
		for end := time.Now().Add(time.Minute); count() > 0 && len(log) == 0 && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if left := count(); left != want || len(log) != want {
			t.Errorf("after %d: %d subscriptions and %d lines in the log, want %d", status, left, len(log), want)
		}
	}
}

// lines is a log whose lines can be waited for.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

// Anybody with a browser's address at its push service can send to it, so the log names
// the service alone.
func TestAddressesAreNotLogged(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	people(t, s)
	to := newService(t, http.StatusCreated)
	log := make(lines, 10)
	p := start(t, s, to, slog.New(slog.NewTextHandler(log, nil)))
	if err := p.Subscribe(t.Context(), newBrowser(t).subscribe("ann", to.URL+"/s3cret"), 1); err != nil {
		t.Fatal(err)
	}
	to.Close() // nobody answers
	p.Tell("ann", push.Message{Event: "gameTurn"})
	if line := <-log; !strings.Contains(line, to.host()) || strings.Contains(line, "s3cret") {
		t.Errorf("logged %s; want the service %s and not the address of the browser", line, to.host())
	}
}

// However many browsers subscribe at once, messages go to as many as are allowed.
func TestAsManyBrowsersAsAllowed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := storetest.Open(t, address)
		people(t, s)
		to := newService(t, http.StatusCreated)
		p, phone := start(t, s, to), newBrowser(t)
		var all sync.WaitGroup
		for i := range 60 {
			all.Go(func() {
				if err := p.Subscribe(t.Context(), phone.subscribe("ann", fmt.Sprint(to.URL, "/", i)), play.Instant(i)); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if left, err := s.SubscriptionsOf(t.Context(), "ann", 0); err != nil || len(left) != 20 {
			t.Errorf("%d browsers, %v, want 20", len(left), err)
		}
	})
}

// Only browsers at known push services, with keys that are keys, are taken.
func TestSubscribe(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	people(t, s)
	p, err := push.New(t.Context(), push.Config{Store: s, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	good := newBrowser(t).subscribe("ann", "https://fcm.googleapis.com/fcm/send/abc")
	const none = "<nil>"
	for name, c := range map[string]struct {
		change func(*store.Subscription)
		want   string // in the error
	}{
		"Chrome":            {func(*store.Subscription) {}, none},
		"Firefox":           {func(s *store.Subscription) { s.Endpoint = "https://updates.push.services.mozilla.com/wpush/v2/x" }, none},
		"Safari":            {func(s *store.Subscription) { s.Endpoint = "https://web.push.apple.com/x" }, none},
		"padded key":        {func(s *store.Subscription) { s.Key += "=" }, none},
		"plain http":        {func(s *store.Subscription) { s.Endpoint = "http://fcm.googleapis.com/x" }, "want an https address"},
		"inside":            {func(s *store.Subscription) { s.Endpoint = "https://127.0.0.1/x" }, "want one at a known push service"},
		"another port":      {func(s *store.Subscription) { s.Endpoint = "https://fcm.googleapis.com:8443/x" }, "want one at a known push service"},
		"a host like it":    {func(s *store.Subscription) { s.Endpoint = "https://evilpush.services.mozilla.com/x" }, "want one at a known push service"},
		"a user's name":     {func(s *store.Subscription) { s.Endpoint = "https://fcm.googleapis.com@127.0.0.1/x" }, "want an https address"},
		"no address":        {func(s *store.Subscription) { s.Endpoint = "" }, "want an https address"},
		"a long address":    {func(s *store.Subscription) { s.Endpoint += strings.Repeat("x", 1000) }, "want at most 1000"},
		"no point":          {func(s *store.Subscription) { s.Key = "AAAA" }, "want a point of the curve"},
		"no base64":         {func(s *store.Subscription) { s.Key = "?" }, "want a point of the curve"},
		"too little secret": {func(s *store.Subscription) { s.Auth = "AAAA" }, "want 16 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			one := good
			c.change(&one)
			err := p.Subscribe(t.Context(), one, 1)
			if !strings.Contains(fmt.Sprint(err), c.want) || errors.Is(err, push.ErrBad) == (c.want == none) {
				t.Errorf("%+v: %v, want %q", one, err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), one.Auth) && one.Auth != "" {
				t.Errorf("the secret is in the error: %v", err)
			}
		})
	}
}
