package live

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// TestPlay plays a game, one player over a socket and one by requests, while
// somebody looks on.
func TestPlay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := start(t, address, nil)
		id := s.begin("g1", "5+3", "ann", "bob")
		ann := s.socket("ann", "/game/"+id+"/socket")
		if first := ann.wait("state"); number(first, "you") != 1 || first["page"] != "v1" || first["id"] != id {
			t.Errorf("state: %v", first)
		}
		eve := s.stream("eve", "/game/"+id+"/stream?after=0")
		if first := eve.wait("state"); number(first, "you") != 0 {
			t.Errorf("state of a spectator: %v", first)
		}
		eve.wait("created")
		if watchers := ann.wait("watchers"); number(watchers, "count") != 1 {
			t.Errorf("watchers: %v", watchers)
		}

		ann.send(`{"do":"turn","id":"a","turn":%q,"ply":1}`, s.legals(id)[0])
		if ack := ann.wait("ack"); ack["id"] != "a" || number(ack, "number") < 2 {
			t.Errorf("ack: %v", ack)
		}
		if turn := eve.wait("turn"); number(turn, "ply") != 1 || number(turn, "seat") != 1 {
			t.Errorf("turn: %v", turn)
		}
		status, done := s.ask("bob", "POST", "/game/"+id+"/turn", s.turn(id))
		if status != 200 || number(done, "number") < 3 {
			t.Errorf("turn of bob: %d %v", status, done)
		}
		if turn := eve.wait("turn"); number(turn, "ply") != 2 {
			t.Errorf("turn: %v", turn)
		}
	})
}

// Spectators who come and go don't wake the others: recount does, once a second.
func TestSpectatorsWakeNobody(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	id := s.begin("g1", "5+3", "ann", "bob")
	var woken atomic.Int32
	s.spectate(id, func() { woken.Add(1) })
	const spectators = 200
	for range spectators {
		s.spectate(id, func() {}).Close()
	}
	if n := woken.Load(); n > spectators/2 {
		t.Errorf("%d spectators came and went, and another one was woken %d times", spectators, n)
	}
}

// spectate has somebody follow a game without a connection.
func (s *service) spectate(id string, wake func()) *follower {
	s.t.Helper()
	f, err := s.follow(s.t.Context(), id, Subscriber{Wake: wake, Connection: &account.Connection{}}, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

// The results of a game that is over are read once for all who follow it, and again if that
// has failed.
func TestResultsAreReadOnce(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	id := s.begin("g1", "5+3", "ann", "bob")
	for _, who := range []string{"ann", "bob"} {
		s.ask(who, "POST", "/game/"+id+"/turn", s.turn(id))
	}
	s.ask("ann", "POST", "/game/"+id+"/resign", "")
	for _, rematch := range []string{"g2", "g3"} {
		s.begin(rematch, "5+3", "bob", "ann")
	}
	write := func(statement string, args ...any) {
		t.Helper()
		if err := s.Store.DB().Exec(t.Context(), statement, args...); err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatal(err)
		}
	}
	write(`ALTER TABLE rating_changes RENAME TO unreadable`)
	table := s.spectate(id, func() {}).table
	read := func() (rematch string, isLoaded bool) {
		table.mu.Lock()
		defer table.mu.Unlock()
		return string(table.rematch), table.isLoaded
	}
	storetest.Until(t, "the results can't be read", func() bool {
		_, isLoaded := read()
		return !isLoaded
	})
	write(`ALTER TABLE unreadable RENAME TO rating_changes`)
	setRematch := func(game string) {
		write(`UPDATE games SET previous = CASE WHEN id = $1 THEN $2 ELSE '' END`, game, id)
	}
	setRematch("g2")
	s.spectate(id, func() {})
	storetest.Until(t, "the results are read", func() bool {
		rematch, _ := read()
		return strings.Contains(rematch, "g2")
	})
	setRematch("g3")
	for range 20 {
		s.spectate(id, func() {})
	}
	time.Sleep(50 * time.Millisecond) // they could read again meanwhile
	if rematch, isLoaded := read(); !strings.Contains(rematch, "g2") || !isLoaded {
		t.Errorf("the results have been read again: %s", rematch)
	}
}

// A rematch that began unheard, as on another node while the bus was away, is found by the next
// follower although others have stayed.
func TestRematchIsFound(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	id := s.begin("g1", "5+3", "ann", "bob")
	exec := func(statement string) {
		t.Helper()
		if err := s.Store.DB().Exec(t.Context(), statement); err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatal(err)
		}
	}
	exec(`CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.number = 1 AND NEW.game <> 'g2' BEGIN SELECT RAISE(FAIL, 'the disk is full'); END`)
	s.ask("ann", "POST", "/game/"+id+"/abort", "")
	s.ask("ann", "POST", "/game/"+id+"/offer", `{"offer":"rematch"}`)
	s.ask("bob", "POST", "/game/"+id+"/accept", `{"offer":"rematch"}`)
	read := make(chan bool, 9)
	table := s.spectate(id, func() { read <- true }).table
	<-read
	s.begin("g2", "5+3", "bob", "ann")
	exec(`UPDATE games SET previous = 'g1' WHERE id = 'g2'`)
	s.spectate(id, func() {})
	storetest.Until(t, "the rematch is found", func() bool {
		table.mu.Lock()
		defer table.mu.Unlock()
		return strings.Contains(string(table.rematch), "g2")
	})
}

// What can't be stored is refused, and the log says why, for each way to give orders.
func TestNotStored(t *testing.T) {
	var log bytes.Buffer // written by one order at a time
	s := start(t, storetest.SQLite(t), func(c *Config) {
		c.Log = slog.New(httpkit.LogHandler{Handler: slog.NewTextHandler(&log, nil)})
	})
	id := s.begin("g1", "5+3", "ann", "bob")
	ann := s.socket("ann", "/game/"+id+"/socket")
	ann.wait("state")
	if err := s.Store.DB().Exec(t.Context(), `CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(FAIL, 'the disk is full'); END`); err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	ann.send(`{"do":"turn","turn":%q,"ply":1}`, s.legals(id)[0])
	if refused := ann.wait("refused"); refused["reason"] != "not-stored" {
		t.Errorf("by the socket: %v", refused)
	}
	if status, answer := s.ask("ann", "POST", "/game/"+id+"/turn", s.turn(id)); status != 503 || answer["reason"] != "not-stored" {
		t.Errorf("by a request: %d %v", status, answer)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2: %q", len(lines), lines)
	}
	for _, line := range lines {
		for _, want := range []string{"level=ERROR", "order=turn", "account=id-ann", "game=g1", "the disk is full"} {
			if !strings.Contains(line, want) {
				t.Errorf("the log has no %s: %s", want, line)
			}
		}
	}
}

// TestRematchIsRetried has the players of an agreed rematch that could not be started ask
// again.
func TestRematchIsRetried(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	id := s.begin("g1", "5+3", "ann", "bob")
	ask := func(who, path, body string, want int) {
		t.Helper()
		if status, answer := s.ask(who, "POST", "/game/"+id+path, body); status != want {
			t.Errorf("%s by %s: %d %v, want %d", path, who, status, answer, want)
		}
	}
	exec := func(statement string) {
		t.Helper()
		if err := s.Store.DB().Exec(t.Context(), statement); err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatal(err)
		}
	}
	const rematch = `{"offer":"rematch"}`
	ask("ann", "/abort", "", 200)
	ask("ann", "/offer", rematch, 200)
	exec(`CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.number = 1 BEGIN SELECT RAISE(FAIL, 'the disk is full'); END`)
	ask("bob", "/accept", rematch, 503)
	exec(`DROP TRIGGER full`)
	ask("ann", "/offer", rematch, 200)
	next, err := s.Store.RematchOf(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	ask("bob", "/accept", rematch, 200)
	if again, err := s.Store.RematchOf(t.Context(), id); err != nil || again != next {
		t.Errorf("rematch %q, %v, want still %q", again, err, next)
	}
}

// legals returns the turns that can be played in a game.
func (s *service) legals(id string) (turns []string) {
	r, leave, err := s.House.Enter(s.t.Context(), id)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	defer leave()
	for _, move := range r.State().Position().Moves() {
		turns = append(turns, string(move))
	}
	return turns
}

// turn returns the first one as a request says it.
func (s *service) turn(id string) string {
	r, leave, err := s.House.Enter(s.t.Context(), id)
	if err != nil {
		s.t.Error(err)
		return ""
	}
	defer leave()
	return fmt.Sprintf(`{"turn":%q,"ply":%d}`, s.legals(id)[0], r.State().Ply()+1)
}
