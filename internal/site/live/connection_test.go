package live

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// TestResume lets a follower's connection break again and again while others
// play: the follower gets each event once and in order.
func TestResume(t *testing.T) {
	limits := httpkit.DefaultLimits().WithoutRates()
	limits.StreamsPerAccount, limits.StreamsPerClient = 10_000, 10_000 // what is closed may be counted for a while
	s := startWithin(t, storetest.SQLite(t), limits, nil)
	id := s.begin("g", "5+3", "ann", "bob")
	const plies = 6
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ply := range plies {
			s.ask([]string{"ann", "bob"}[ply%2], "POST", "/game/"+id+"/turn", s.turn(id))
		}
	}()
	rng := rand.New(rand.NewPCG(1, 1))
	last := 0
	for deadline := time.Now().Add(time.Minute); last < plies+1; {
		if time.Now().After(deadline) {
			t.Fatalf("%d events, want %d", last, plies+1)
		}
		open, kind := s.socket, "socket"
		if rng.IntN(2) == 0 {
			open, kind = s.stream, "stream"
		}
		k := open("eve", fmt.Sprintf("/game/%s/%s?after=%d", id, kind, last))
		for range rng.IntN(3) + 1 {
			select {
			case frame := <-k.frames:
				if n := number(frame, "number"); n > 0 {
					if n != last+1 {
						t.Fatalf("event %d after %d", n, last)
					}
					last = n
				}
			case <-time.After(200 * time.Millisecond):
			}
		}
		k.close()
	}
	<-done
}

// TestTwoTabs has a player with two sockets, which move at once.
func TestTwoTabs(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	id := s.begin("g", "5+3", "ann", "bob")
	path := "/game/" + id + "/socket?after=1"
	one, two := s.socket("ann", path), s.socket("ann", path)
	turns := s.legals(id)
	one.send(`{"do":"turn","id":"same","turn":%q,"ply":1}`, turns[0])
	two.send(`{"do":"turn","id":"same","turn":%q,"ply":1}`, turns[0])
	if a, b := one.wait("ack"), two.wait("ack"); number(a, "number") != number(b, "number") {
		t.Errorf("%v and %v, want one turn", a, b)
	}
	s.ask("bob", "POST", "/game/"+id+"/turn", s.turn(id))
	turns = s.legals(id)
	one.send(`{"do":"turn","id":"one","turn":%q,"ply":3}`, turns[0])
	two.send(`{"do":"turn","id":"two","turn":%q,"ply":3}`, turns[1])
	acks, refusals := 0, 0
	for _, k := range []*client{one, two} {
		switch frame := k.either("ack", "refused"); frame["event"] {
		case "ack":
			acks++
		default:
			refusals++
			if view, _ := frame["view"].(map[string]any); frame["reason"] != string(play.WrongPly) || number(view, "ply") != 3 {
				t.Errorf("refused: %v", frame)
			}
		}
	}
	if acks != 1 || refusals != 1 {
		t.Errorf("%d turns are played and %d refused, want one each", acks, refusals)
	}
	one.close()
	s.waitTaken(1)
	s.waitPresent(id, "[1]")
	two.close()
	s.waitPresent(id, "[]")
}

// waitPresent waits until the service reports these seats as present.
func (s *service) waitPresent(id, want string) {
	s.t.Helper()
	storetest.Until(s.t, "present are "+want, func() bool {
		_, full := s.ask("", "GET", "/game/"+id, "")
		return toText(full["present"]) == want
	})
}

// TestRefused wants the same refusal over a socket and by a request.
func TestRefused(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	id := s.begin("g", "5+3", "ann", "bob")
	ann := s.socket("ann", "/game/"+id+"/socket")
	for _, test := range []struct {
		order  string
		body   string
		status int
		reason play.Reason
	}{
		{"turn", `"turn":"zz","ply":1`, 422, play.Illegal},
		{"turn", `"turn":"zz","ply":7`, 409, play.WrongPly},
		{"resign", ``, 409, play.TooEarly},
		{"claim", `"against":2`, 409, play.TooEarly},
		{"accept", `"offer":"rematch"`, 409, play.NotOffered},
		{"plan", `"ply":1,"lines":[]`, 409, play.NotHere},
	} {
		body := test.body
		if body != "" {
			body = "{" + body + "}"
		}
		status, problem := s.ask("ann", "POST", "/game/"+id+"/"+test.order, body)
		if status != test.status || problem["reason"] != string(test.reason) || problem["view"] == nil {
			t.Errorf("%s: %d %v, want %d, %s and a view", test.order, status, problem, test.status, test.reason)
		}
		if body = test.body; body != "" {
			body = "," + body
		}
		ann.send(`{"do":%q,"id":"x"`+body+`}`, test.order)
		refused := ann.wait("refused")
		if refused["reason"] != problem["reason"] || refused["detail"] != problem["detail"] || refused["view"] == nil || refused["id"] != "x" {
			t.Errorf("%s: %v, by a request %v", test.order, refused, problem)
		}
	}
	for _, message := range []string{`{"do":"fly"}`, `{"do":`, `[]`, `7`, ``, `{"do":"claim","against":-3}`, `{"do":"claim","against":1000}`} {
		ann.send("%s", message)
		ann.wait("refused")
	}
	eve := s.socket("eve", "/game/"+id+"/socket")
	eve.send(`{"do":"resign"}`)
	if refused := eve.wait("refused"); refused["reason"] != string(play.NoPlayer) {
		t.Errorf("of somebody without a seat: %v", refused)
	}
	nobody := s.socket("", "/game/"+id+"/socket")
	nobody.send(`{"do":"resign"}`)
	if refused := nobody.wait("refused"); refused["reason"] != "sign-in" {
		t.Errorf("of nobody: %v", refused)
	}
}

// TestSilent checks that a silent socket is closed, and one with traffic kept.
func TestSilent(t *testing.T) {
	s := start(t, storetest.SQLite(t), func(c *Config) { c.Limits.Silence = time.Hour })
	id := s.begin("g", "5+3", "ann", "bob")
	silent, lively := s.socket("ann", "/game/"+id+"/socket"), s.socket("bob", "/game/"+id+"/socket")
	silent.wait("state")
	sweep := func(times int) {
		for range times {
			s.sockets.Sweep(s.Limits.Silence, s.Limits.MessagesSecond)
		}
	}
	sweep(3000)
	lively.send(`{"do":"ping"}`)
	if number(lively.wait("pong"), "now") == 0 {
		t.Error("a pong without a time")
	}
	sweep(1000)
	silent.waitEnd()
	lively.send(`{"do":"ping", "id":"spaced"}`)
	lively.wait("pong")
}

// TestFlood checks that a socket with too many messages is closed.
func TestFlood(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	ann := s.socket("ann", "/game/"+s.begin("g", "5+3", "ann", "bob")+"/socket")
	for range 3 * s.Limits.MessagesSecond {
		if ann.socket.Write(t.Context(), websocket.MessageText, []byte(`{"do":"ping"}`)) != nil {
			break
		}
	}
	ann.waitEnd()
	long := s.socket("ann", "/game/g/socket")
	long.send(`{"do":%q}`, strings.Repeat("x", 16<<10))
	long.waitEnd()
	bytes := s.socket("ann", "/game/g/socket")
	if err := bytes.socket.Write(t.Context(), websocket.MessageBinary, []byte(`{"do":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	bytes.waitEnd()
}

// TestConnect wants problems from what is no good way to connect.
func TestConnect(t *testing.T) {
	limits := httpkit.DefaultLimits().WithoutRates()
	limits.StreamsPerAccount = 2
	s := startWithin(t, storetest.SQLite(t), limits, nil)
	id := s.begin("g", "5+3", "ann", "bob")
	for _, test := range []struct {
		path, reason string
		status       int
		headers      []string
	}{
		{"/game/" + id + "/socket", "socket", 426, nil},
		{"/game/" + id + "/socket", "origin", 403, []string{"Origin", "https://example.com", "Upgrade", "websocket"}},
		{"/events/socket", "origin", 403, []string{"Origin", "https://example.com", "Upgrade", "websocket"}},
		{"/game/none/socket", "no-game", 404, []string{"Upgrade", "websocket"}},
		{"/game/none/stream", "no-game", 404, nil},
		{"/game/none", "no-game", 404, nil},
		{"/game/none/record", "no-game", 404, nil},
		{"/game/" + id + "/stream?after=99", "after", 422, nil},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+test.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(test.headers); i += 2 {
			r.Header.Set(test.headers[i], test.headers[i+1])
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var problem struct{ Reason string }
		text, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err := json.Unmarshal(text, &problem); err != nil || res.StatusCode != test.status || problem.Reason != test.reason {
			t.Errorf("%s %v: %d %s", test.path, test.headers, res.StatusCode, text)
		}
	}
	s.socket("ann", "/game/"+id+"/socket").wait("state")
	second := s.stream("ann", "/events")
	second.wait("hello")
	if status, problem := s.ask("ann", "GET", "/game/"+id+"/stream", ""); status != 429 || problem["reason"] != "streams" {
		t.Errorf("a third stream: %d %v", status, problem)
	}
	second.close()
	s.waitTaken(1)
}

// TestClose ends sockets and streams so that their clients know to come again.
func TestClose(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	s.sockets.CloseWait = time.Minute
	id := s.begin("g", "5+3", "ann", "bob")
	ann, eve, lobby := s.socket("ann", "/game/"+id+"/socket"), s.stream("eve", "/game/"+id+"/stream"), s.socket("eve", "/events/socket")
	for _, k := range []*client{ann, eve} {
		k.wait("created")
	}
	lobby.wait("hello")
	s.Close()
	for _, k := range []*client{ann, eve, lobby} {
		k.waitEnd()
	}
	for _, k := range []*client{ann, lobby} {
		if websocket.CloseStatus(k.err) != websocket.StatusServiceRestart {
			t.Errorf("ended by %v", k.err)
		}
	}
	s.waitTaken(0)
}

// TestPhrases lets players talk, and not too much.
func TestPhrases(t *testing.T) {
	s := start(t, storetest.SQLite(t), func(c *Config) { c.Limits.Phrases = httpkit.Rate{PerSecond: 1e-4, Burst: 2} })
	id := s.begin("g", "5+3", "ann", "bob")
	eve := s.stream("eve", "/game/"+id+"/stream?after=1")
	eve.wait("state")
	for _, phrase := range []string{"hello", "have-fun"} {
		s.ask("bob", "POST", "/game/"+id+"/phrase", `{"phrase":"`+phrase+`"}`)
		if said := eve.wait("phrase"); said["phrase"] != phrase || number(said, "seat") != 2 {
			t.Errorf("%v", said)
		}
	}
	if status, problem := s.ask("bob", "POST", "/game/"+id+"/phrase", `{"phrase":"oops"}`); status != 429 || problem["reason"] != "rate" {
		t.Errorf("too much: %d %v", status, problem)
	}
	for who, want := range map[string]int{"ann": 422, "eve": 403, "": 401} {
		phrase := map[bool]string{true: "you fool", false: "hello"}[who == "ann"]
		if status, problem := s.ask(who, "POST", "/game/"+id+"/phrase", `{"phrase":"`+phrase+`"}`); status != want {
			t.Errorf("%s: %d %v, want %d", who, status, problem, want)
		}
	}
	if _, full := s.ask("", "GET", "/game/"+id, ""); strings.Contains(toText(full), "hello") {
		t.Errorf("phrases are in the log: %v", full)
	}
}

// TestSecretPlan wants conditional turns to be seen by whose they are.
func TestSecretPlan(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	id := s.begin("g", "3d", "ann", "bob")
	turns := s.legals(id)
	s.ask("ann", "POST", "/game/"+id+"/turn", s.turn(id))
	ann, bob := s.stream("ann", "/game/"+id+"/stream?after=2"), s.socket("bob", "/game/"+id+"/socket?after=2")
	line := []string{s.legals(id)[0]}
	state, leave, err := s.House.Enter(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := state.State().Position().Play(state.State().Position().Moves()[0])
	leave()
	if err != nil {
		t.Fatal(err)
	}
	line = append(line, string(pos.Moves()[0]))
	body, err := json.Marshal(map[string]any{"ply": 2, "lines": [][]string{line}})
	if err != nil {
		t.Fatal(err)
	}
	if status, answer := s.ask("ann", "POST", "/game/"+id+"/plan", string(body)); status != 200 {
		t.Fatalf("%d %v (of %d turns)", status, answer, len(turns))
	}
	if plan := ann.wait("planned"); !strings.Contains(toText(plan), line[1]) {
		t.Errorf("of her own: %v", plan)
	}
	if _, full := s.ask("ann", "GET", "/game/"+id, ""); !strings.Contains(toText(full), line[1]) {
		t.Errorf("ann reads %v", full)
	}
	if _, full := s.ask("bob", "GET", "/game/"+id, ""); strings.Contains(toText(full), line[1]) {
		t.Errorf("bob reads %v", full)
	}
	if status, answer := s.ask("ann", "POST", "/game/"+id+"/plan", `{"ply":2,"lines":[]}`); status != 200 {
		t.Fatalf("%d %v", status, answer)
	}
	if none := ann.wait("planned"); toText(none["plan"]) != "[]" {
		t.Errorf("without a plan: %v", none)
	}
	// Bob's socket hears of no plan before the turn.
	s.ask("bob", "POST", "/game/"+id+"/turn", s.turn(id))
	if frame := bob.either("planned", "turn"); frame["event"] != "turn" {
		t.Errorf("bob sees %v", frame)
	}
}

func toText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
