package live

import (
	"context"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/store/storetest"
	"thera/internal/site/stream"
)

// TestSessionEnds ends the streams and sockets of an account that has ended, which are
// told why, and nobody else's.
func TestSessionEnds(t *testing.T) {
	var accounts *account.Accounts
	s := start(t, storetest.SQLite(t), func(c *Config) {
		var err error
		if accounts, err = account.New(t.Context(), account.Config{Store: c.Store}); err != nil {
			t.Fatal(err)
		}
		c.Connections = accounts.Connections()
	})
	id := s.begin("g", "5+3", "ann", "bob")
	sockets := []*client{s.socket("ann", "/game/"+id+"/socket"), s.socket("ann", "/events/socket")}
	all := append(sockets, s.stream("ann", "/game/"+id+"/stream"), s.stream("ann", "/events"))
	for _, k := range all {
		k.either("state", "hello")
	}
	bob := s.stream("bob", "/game/"+id+"/stream")
	bob.wait("created")
	accounts.Ended("id-ann")
	for _, k := range all {
		if last := k.wait("disconnected"); last["reason"] != string(account.SignIn) || last["detail"] == "" {
			t.Errorf("the last frame is %v", last)
		}
		k.waitEnd()
	}
	for _, k := range sockets {
		if websocket.CloseStatus(k.err) != stream.StatusDisconnected {
			t.Errorf("ended by %v", k.err)
		}
	}
	if status, problem := s.ask("ann", "GET", "/events", ""); status != http.StatusUnauthorized || problem["reason"] != string(account.SignIn) {
		t.Errorf("who connects again gets %d %v", status, problem)
	}
	s.ask("bob", "POST", "/game/"+id+"/phrase", `{"phrase":"hello"}`)
	bob.wait("phrase")
	s.waitTaken(1)
}

// TestBannedWatches lets a banned client see what a visitor sees.
func TestBannedWatches(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	who, _ := byName{}.named("Bearer ann")
	who.Ban = "cheats"
	feed, err := s.subscribe(who, func(to Subscriber) (stream.Feed, error) {
		if to.Known() {
			t.Errorf("the feed is for %+v", to.Who)
		}
		return &cup{}, nil
	}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	feed.Close()
}

// cup is the feed of a tournament in which something happens once.
type cup struct {
	stream.Feed
	frames [][]byte
}

func (c *cup) Next() (frame []byte, err error) {
	if len(c.frames) > 0 {
		frame, c.frames = c.frames[0], c.frames[1:]
	}
	return frame, nil
}

func (c *cup) Close() {}

// TestWatch includes the changes of a tournament in the notices.
func TestWatch(t *testing.T) {
	s := start(t, storetest.SQLite(t), func(c *Config) {
		c.Contest = func(_ context.Context, _ Subscriber, id string) (stream.Feed, error) {
			if id == "none" {
				return nil, httpkit.ProblemOf(account.Refuse(account.NotFound, "there is no such tournament"))
			}
			return &cup{frames: [][]byte{[]byte(`{"event":"contest","contest":{"id":"` + id + `"}}`)}}, nil
		}
	})
	wants := func(k *client, id string) {
		t.Helper()
		if frame := k.wait("contest"); frame["contest"].(map[string]any)["id"] != id {
			t.Errorf("%v, want that of %s", frame, id)
		}
	}
	wants(s.stream("", "/events?contest=a"), "a")
	wants(s.socket("ann", "/events/socket?contest=b"), "b")
	if status, problem := s.ask("", "GET", "/events?contest=none", ""); status != http.StatusNotFound || problem["reason"] != "not-found" {
		t.Errorf("%d %v", status, problem)
	}
	k := s.socket("ann", "/events/socket")
	for _, id := range []string{"c", "", "d"} {
		k.send(`{"do":"watch","contest":%q}`, id)
		if id != "" {
			wants(k, id)
		}
	}
	for _, test := range []struct{ order, reason string }{
		{`{"do":"watch","id":"1","contest":"none"}`, "not-found"},
		{`{"do":"look"}`, "unknown"},
		{`watch`, "unknown"},
	} {
		k.send("%s", test.order)
		if frame := k.wait("refused"); frame["reason"] != test.reason {
			t.Errorf("%s: %v, want %s", test.order, frame, test.reason)
		}
	}
	for range 2 * watchesBurst {
		k.send(`{"do":"watch","contest":"none"}`)
	}
	for frame := k.wait("refused"); frame["reason"] != "rate"; frame = k.wait("refused") {
		if frame["reason"] != "not-found" {
			t.Errorf("%v", frame)
		}
	}
}
