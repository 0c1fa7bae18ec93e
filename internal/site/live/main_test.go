package live

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// service is the service of a test, on a server of its own.
type service struct {
	*API
	kit *account.Kit
	t   testing.TB
	url string
}

// byName reads the user's name from the Authorization header, followed by the
// scopes.
type byName struct{}

func (byName) identify(r *http.Request) (account.Who, error) {
	return byName{}.named(r.Header.Get("Authorization"))
}

func (byName) named(header string) (account.Who, error) {
	words := strings.Fields(header)
	if len(words) < 2 {
		return account.Who{}, nil
	}
	who := account.Who{Player: play.Player{ID: "id-" + words[1], Name: words[1], Kind: play.Person}}
	for _, scope := range words[2:] {
		who.Scopes = append(who.Scopes, account.Scope(scope))
	}
	if len(words) == 2 {
		who.Scopes = account.Scopes{account.Play}
	}
	return who, nil
}

func cards(name string) setup.Cards {
	entry, _ := catalog.Find(name)
	return entry.Cards
}

// find finds everybody but nobody.
func find(_ context.Context, _, name string) (play.Player, error) {
	if name == "nobody" {
		return play.Player{}, play.Refuse(play.UnknownPlayer, "there is no player %q", name)
	}
	return play.Player{ID: "id-" + name, Name: name, Kind: play.Person}, nil
}

// start runs a service on a store.
func start(t testing.TB, address string, change func(*Config)) *service {
	t.Helper()
	return startWithin(t, address, httpkit.DefaultLimits().WithoutRates(), change)
}

// startWithin is start for a kit with other limits.
func startWithin(t testing.TB, address string, limits httpkit.Limits, change func(*Config)) *service {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, run, _ := storetest.Serve(t, s)
	for _, name := range []string{"ann", "bob", "eve"} { // others have no accounts
		if err := s.AddAccount(ctx, store.Account{ID: "id-" + name, Name: name, Folded: name, Kind: play.Person}, nil); err != nil {
			t.Fatal(err)
		}
	}
	house := storetest.House(t, s)
	lobby, err := lobby.New(ctx, lobby.Config{Store: s, House: house, Rules: catalog.Rules, Cards: cards, Find: find})
	if err != nil {
		t.Fatal(err)
	}
	run(house.Run, lobby.Run)
	config := Config{
		House: house, Store: s, Lobby: lobby, Find: find, Rules: catalog.Rules, Games: catalog.Names(), Still: account.Who.Need,
		Connections: new(account.Connections), Page: "v1",
		Sees:     func(context.Context, account.Who, string) (bool, error) { return false, nil },
		Silenced: func(string) error { return nil },
		Log:      slog.New(slog.DiscardHandler), Limits: DefaultLimits(),
	}
	if change != nil {
		change(&config)
	}
	live := New(config)
	kit := httpkit.New(httpkit.Config[account.Who]{Identify: byName{}.identify, Limits: limits})
	live.Register(kit)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kit.ServeHTTP(w, r.WithContext(httpkit.WithRequest(r.Context(), &httpkit.Request{Client: "somewhere"})))
	}))
	t.Cleanup(func() {
		live.Close()
		web.Close()
	})
	return &service{live, kit, t, web.URL + "/api/v1"}
}

// begin begins a game of two players, and returns its id.
func (s *service) begin(id, control string, names ...string) string {
	s.t.Helper()
	c := gametest.Must(s.t, play.ParseControl, control)
	gameSetup := play.Setup{Game: "hermit", Variant: "3x3", Control: c}
	for _, name := range names {
		gameSetup.Players = append(gameSetup.Players, play.Player{ID: "id-" + name, Name: name, Kind: play.Person})
	}
	if err := s.House.Begin(s.t.Context(), id, gameSetup); err != nil {
		s.t.Fatal(err)
	}
	return id
}

// waitTaken waits until accounts have that many connections: a client may see the
// end of one before its place is given back.
func (s *service) waitTaken(want int) {
	s.t.Helper()
	storetest.Until(s.t, fmt.Sprint(want, " connections are counted"), func() bool { return s.kit.Streams() == want })
}

// ask sends a request as somebody and reads the answer into a map.
func (s *service) ask(who, method, path, body string) (status int, answer map[string]any) {
	s.t.Helper()
	header := http.Header{}
	if who != "" {
		header.Set("Authorization", "Bearer "+who)
	}
	res, text := accounttest.Send(s.t, http.DefaultClient, method, s.url+path, body, header)
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		s.t.Fatalf("%s %s: %q: %v", method, path, text, err)
	}
	if got := res.Header.Get("Content-Type"); res.StatusCode >= 400 && got != "application/problem+json" {
		s.t.Errorf("%s %s: %d with content type %q", method, path, res.StatusCode, got)
	}
	return res.StatusCode, answer
}

// client is a connection of somebody, a socket or a stream.
type client struct {
	t      testing.TB
	frames chan map[string]any // closed at the end
	err    error               // why a socket has ended, when frames is closed
	socket *websocket.Conn
	close  func()
}

// socket opens a socket as somebody.
func (s *service) socket(who, path string) *client {
	s.t.Helper()
	c, res, err := websocket.Dial(s.t.Context(), s.url+path, &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + who}}})
	if err != nil {
		text := ""
		if res != nil && res.Body != nil {
			body, _ := io.ReadAll(res.Body)
			text = string(body)
		}
		s.t.Fatalf("%v: %s", err, text)
	}
	k := &client{t: s.t, frames: make(chan map[string]any, 1000), socket: c, close: func() { _ = c.CloseNow() }}
	s.t.Cleanup(k.close)
	go func() {
		defer close(k.frames)
		for {
			_, message, err := c.Read(context.Background())
			if err != nil {
				k.err = err
				return
			}
			k.got(message)
		}
	}()
	return k
}

// stream opens a stream as somebody.
func (s *service) stream(who, path string) *client {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+who)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(res.Body)
		s.t.Fatalf("%d: %s", res.StatusCode, text)
	}
	k := &client{t: s.t, frames: make(chan map[string]any, 1000), close: cancel}
	s.t.Cleanup(k.close)
	go func() {
		defer close(k.frames)
		defer func() { _ = res.Body.Close() }()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if text := lines.Bytes(); len(text) > 0 {
				k.got(text)
			}
		}
	}()
	return k
}

func (k *client) got(text []byte) {
	var frame map[string]any
	if err := json.Unmarshal(text, &frame); err != nil {
		k.t.Errorf("frame %q: %v", text, err)
	}
	k.frames <- frame
}

// send sends an order over a socket.
func (k *client) send(text string, args ...any) {
	k.t.Helper()
	if err := k.socket.Write(k.t.Context(), websocket.MessageText, fmt.Appendf(nil, text, args...)); err != nil {
		k.t.Fatal(err)
	}
}

// wait reads frames up to one of a kind, and returns that.
func (k *client) wait(event string) map[string]any {
	k.t.Helper()
	return k.either(event, event)
}

// either reads frames up to one of two kinds.
func (k *client) either(event, other string) map[string]any {
	k.t.Helper()
	timer := time.After(time.Minute)
	for {
		select {
		case frame, ok := <-k.frames:
			if !ok {
				k.t.Fatalf("the connection is closed, want %s", event)
			}
			if frame["event"] == event || frame["event"] == other {
				return frame
			}
		case <-timer:
			k.t.Fatalf("no frame %s", event)
		}
	}
}

// waitEnd reads frames up to the end.
func (k *client) waitEnd() {
	k.t.Helper()
	timer := time.After(time.Minute)
	for {
		select {
		case _, ok := <-k.frames:
			if !ok {
				return
			}
		case <-timer:
			k.t.Fatal("the connection is still open")
		}
	}
}

// number returns a number in a frame.
func number(frame map[string]any, name string) int {
	n, _ := frame[name].(float64)
	return int(n)
}
