package analysis

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// logs are games in place of a store: those that begin with "over" are short, "on" is in
// progress, and "empty" ended before a turn.
type logs struct{}

func (logs) Events(_ context.Context, id string, _ int) (events []play.Event, err error) {
	setup := play.Setup{Game: "hermit", Variant: "3x3", Players: []play.Player{{ID: "a"}, {ID: "b"}}}
	events = []play.Event{{Number: 1, Kind: play.Created, Setup: &setup}}
	end := play.Event{Kind: play.Ended, Winners: []int{1}, Reason: play.ByResign}
	switch {
	case strings.HasPrefix(id, "over"):
		entry, pos := catalog.Hermit(), game.Position(nil)
		if pos, err = entry.Start("3x3"); err != nil {
			return nil, err
		}
		for range 3 {
			m := pos.Moves()[0]
			events = append(events, play.Event{Kind: play.Turned, Turn: m, Seat: 1 + int(pos.Turn())})
			if pos, err = pos.Play(m); err != nil {
				return nil, err
			}
		}
		return append(events, end), nil
	case id == "on":
		return events, nil
	case id == "empty":
		return append(events, end), nil
	}
	return nil, nil
}

// pool are workers that do one position at each step that the test allows.
type pool struct {
	places int
	steps  chan bool // false is an error
	wrong  []string
	mu     sync.Mutex
	asked  int
}

func (c *pool) Slots() int { return c.places }

func (c *pool) Analyze(ctx context.Context, g Game, report func([]Judged)) ([]Judged, string, error) {
	c.mu.Lock()
	c.asked++
	c.mu.Unlock()
	all, err := g.Judge(context.Background(), func([]Judged) {})
	if err != nil {
		return nil, "", err
	}
	for i := range all {
		select {
		case ok := <-c.steps:
			if !ok {
				return nil, "", errors.New("it can't be done")
			}
		case <-ctx.Done():
			return nil, "", ctx.Err()
		}
		report(all[:i+1])
	}
	return all, "somebody", nil
}

func (c *pool) Recheck(_ context.Context, _ Game, all []Judged, _ string) ([]Judged, []string, error) {
	return all, c.wrong, nil
}

// byName takes the header Authorization as the name of the account.
func byName(r *http.Request) (who account.Who, err error) {
	if name := r.Header.Get("Authorization"); name != "" {
		who = account.Who{Player: play.Player{ID: name, Name: name, Kind: play.Guest}, Scopes: account.Scopes{account.Play}}
	}
	return who, nil
}

// service is one of a test, on a server of its own.
type service struct {
	*API
	t    *testing.T
	url  string
	stop func()
}

// beat is such that a machine can be busy for a second before a service is silent.
const beat = 200 * time.Millisecond

func start(t *testing.T, stored *store.Store, c *pool) service {
	t.Helper()
	return startWith(t, stored, c, beat)
}

// startWith is start with another interval between heartbeats.
func startWith(t *testing.T, stored *store.Store, c *pool, beat time.Duration) service {
	t.Helper()
	return startConfig(t, Config{Store: stored, Workers: c, HeartbeatInterval: beat, Limits: Limits{
		Asked: httpkit.Rate{PerSecond: 0.001, Burst: 2}, Address: httpkit.Rate{PerSecond: 1, Burst: 10}, Each: 1, Client: 10, All: 10,
	}})
}

func startConfig(t *testing.T, c Config) service {
	t.Helper()
	c.Log, c.Connections, c.Logger = logs{}, new(account.Connections), slog.New(slog.DiscardHandler)
	c.Rules = func(name string) (game.Game, error) { e, err := catalog.Find(name); return e.Game, err }
	c.MaySee = func(context.Context, account.Who, string, ...func(string)) error { return nil }
	c.Tell = func(string, string) {}
	c.Now = func() play.Instant { return play.Now() + 3_600_000 } // nodes share a clock, which differs from the machine's
	c.Nodes = 20
	s := New(c)
	kit := httpkit.New(httpkit.Config[account.Who]{Identify: byName, Limits: httpkit.DefaultLimits().WithoutRates()})
	s.Register(kit)
	web := httptest.NewServer(kit)
	ctx, cancel := context.WithCancel(t.Context())
	ran := make(chan struct{})
	go func() {
		defer close(ran)
		s.Run(ctx)
	}()
	stop := sync.OnceFunc(func() {
		cancel()
		<-ran
		web.Close()
	})
	t.Cleanup(stop)
	return service{s, t, web.URL + "/api/v1/game/", stop}
}

// do sends a request as an account and returns the response.
func (s service) do(who, method, path string) (status int, a Analysis, reason string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", who)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		Analysis
		Reason string `json:"reason"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode, answer.Analysis, answer.Reason
}

// stream follows an analysis to its end and sends what events there are, as
// one letter each, or a state.
func (s service) stream(path string) <-chan string {
	s.t.Helper()
	res, err := http.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	frames := make(chan string, 100)
	go func() {
		defer close(frames)
		defer func() { _ = res.Body.Close() }()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			var f struct {
				Event string
				State State
				Ply   int
			}
			if json.Unmarshal(lines.Bytes(), &f) == nil && f.Event == "judged" {
				frames <- string(rune('0' + f.Ply))
			} else if f.Event != "" {
				frames <- string(f.State)
			}
		}
	}()
	return frames
}

// rest returns the rest of a stream.
func (s service) rest(frames <-chan string) (all []string) {
	s.t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case f, ok := <-frames:
			if !ok {
				return all
			}
			all = append(all, f)
		case <-late:
			s.t.Fatalf("the stream goes on after %v", all)
		}
	}
}

// TestAnalysis has a game analyzed once, followed from its first and from its second
// position, and found again by another service.
func TestAnalysis(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		stored, c := storetest.Open(t, address), &pool{places: 1, steps: make(chan bool)}
		s := start(t, stored, c)
		told := make(chan string, 100)
		s.Tell = func(player, game string) { told <- player + " " + game }
		if status, a, _ := s.do("", "GET", "over/analysis"); status != 200 || a.State != None || !a.Possible {
			t.Errorf("before: %d, %+v", status, a)
		}
		for range 5 {
			if status, a, _ := s.do("ann", "POST", "over/analysis"); status != 200 || a.State != Begun || a.Of != 4 {
				t.Fatalf("asked for: %d, %+v", status, a)
			}
		}
		first, second := s.stream("over/analysis/stream"), s.stream("over/analysis/stream?after=1")
		for range 4 {
			c.steps <- true
		}
		if got := strings.Join(s.rest(first), " "); got != "begun 0 1 2 3 done" {
			t.Errorf("told: %s", got)
		}
		if got := strings.Join(s.rest(second), " "); got != "begun 1 2 3 done" {
			t.Errorf("told after the first: %s", got)
		}
		for range 5 { // each position, and the end
			if to := <-told; to != "ann over" {
				t.Errorf("told about it: %s", to)
			}
		}
		other := start(t, stored, &pool{})
		status, a, _ := other.do("bob", "POST", "over/analysis")
		if status != 200 || a.State != Done || len(a.Judged) != 4 || a.Judged[0].Best == "" || a.Possible {
			t.Errorf("afterward: %d, %+v", status, a)
		}
		for after, want := range map[string]string{"over/analysis/stream?after=3": "done 3 done", "over/analysis/stream?after=4": "done done", "over too/analysis/stream": "none none"} {
			if got := strings.Join(other.rest(other.stream(after)), " "); got != want {
				t.Errorf("%s: told %s, want %s", after, got, want)
			}
		}
		if c.asked != 1 {
			t.Errorf("workers are asked %d times", c.asked)
		}
	})
}

// TestRefusals asks for what is not done.
func TestRefusals(t *testing.T) {
	s := start(t, storetest.Open(t, storetest.SQLite(t)), &pool{})
	for _, test := range []struct {
		who, method, path, reason string
		status                    int
	}{
		{"", "POST", "over/analysis", "sign-in", 401},
		{"ann", "POST", "over/analysis", "no-worker", 503},
		{"", "DELETE", "over/analysis", "sign-in", 401},
		{"ann", "DELETE", "over/analysis", "not-begun", 409},
		{"ann", "POST", "on/analysis", "not-over", 409},
		{"ann", "POST", "empty/analysis", "no-turns", 409},
		{"ann", "POST", "nowhere/analysis", "no-game", 404},
		{"", "GET", "nowhere/analysis", "no-game", 404},
	} {
		if status, _, reason := s.do(test.who, test.method, test.path); status != test.status || reason != test.reason {
			t.Errorf("%s %s by %q: %d %s, want %d %s", test.method, test.path, test.who, status, reason, test.status, test.reason)
		}
	}
}

// TestFailure has workers fail. The analysis reports that, and can be requested again
// up to a limit.
func TestFailure(t *testing.T) {
	c := &pool{places: 1, steps: make(chan bool)}
	s := start(t, storetest.Open(t, storetest.SQLite(t)), c)
	for range 2 {
		if status, a, reason := s.do("ann", "POST", "over/analysis"); status != 200 || a.State != Begun {
			t.Fatalf("asked for: %d, %s, %s", status, a.State, reason)
		}
		frames := s.stream("over/analysis/stream")
		c.steps <- true
		c.steps <- false
		if got := s.rest(frames); got[len(got)-1] != "failed" {
			t.Errorf("told: %v", got)
		}
	}
	if status, _, reason := s.do("ann", "POST", "over/analysis"); status != 429 || reason != "rate" {
		t.Errorf("the third time: %d, %s", status, reason)
	}
}

// TestCancel has the requesting account cancel an analysis on its own node and
// on another one, and request it again.
func TestCancel(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		stored, c := storetest.Open(t, address), &pool{places: 1, steps: make(chan bool)}
		s, other := start(t, stored, c), start(t, stored, c)
		for _, at := range []service{s, other} {
			if status, a, reason := s.do("ann", "POST", "over/analysis"); status != 200 || a.State != Begun || !a.Yours {
				t.Fatalf("asked for: %d, %+v, %s", status, a, reason)
			}
			here, there := s.stream("over/analysis/stream"), other.stream("over/analysis/stream")
			c.steps <- true
			if status, _, reason := at.do("bob", "DELETE", "over/analysis"); status != 403 || reason != "not-yours" {
				t.Errorf("by another one: %d, %s", status, reason)
			}
			if _, a, _ := at.do("bob", "GET", "over/analysis"); a.State != Begun || a.Yours {
				t.Errorf("as another one sees it: %+v", a)
			}
			if status, a, reason := at.do("ann", "DELETE", "over/analysis"); status != 200 || a.State != None || a.Yours {
				t.Errorf("canceled: %d, %+v, %s", status, a, reason)
			}
			for _, frames := range []<-chan string{here, there} {
				if got := s.rest(frames); got[len(got)-1] != "none" {
					t.Errorf("told: %v", got)
				}
			}
			if status, _, reason := at.do("ann", "DELETE", "over/analysis"); status != 409 || reason != "not-begun" {
				t.Errorf("twice: %d, %s", status, reason)
			}
		}
	})
}

// An analysis that is canceled at another node and requested again is begun again, even
// before the node that runs it has found out.
func TestCanceledElsewhere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		stored, c := storetest.Open(t, address), &pool{places: 1, steps: make(chan bool)}
		s, other := startWith(t, stored, c, time.Hour), startWith(t, stored, c, time.Hour)
		if status, _, reason := s.do("ann", "POST", "over/analysis"); status != 200 {
			t.Fatal(status, reason)
		}
		c.steps <- true
		if status, a, reason := other.do("ann", "DELETE", "over/analysis"); status != 200 || a.State != None {
			t.Fatal(status, a, reason)
		}
		if status, a, reason := s.do("ann", "POST", "over/analysis"); status != 200 || a.State != Begun {
			t.Errorf("requested again: %d, %+v, %s", status, a, reason)
		}
		frames := s.stream("over/analysis/stream")
		go func() {
			for range 4 {
				select {
				case c.steps <- true:
				case <-t.Context().Done():
				}
			}
		}()
		if got := s.rest(frames); got[len(got)-1] != "done" {
			t.Errorf("told: %v", got)
		}
	})
}

// An account that is being closed is not kept as the one that has requested an analysis.
func TestAskerClosedMeanwhile(t *testing.T) {
	stored := storetest.Open(t, storetest.Patient(storetest.Postgres(t)))
	ctx, db, s := t.Context(), stored.DB(), start(t, stored, &pool{})
	g, err := s.game(ctx, "over")
	if err == nil {
		err = stored.AddAccount(ctx, store.Account{ID: "ann", Name: "ann", Folded: "ann", Kind: play.Person}, nil)
	}
	if err == nil {
		err = db.Exec(ctx, `INSERT INTO suspects (suspicion, game, player, score, evidence, at) VALUES ('engine', '', 'ann', 1, '{}', 1)`)
	}
	if err != nil {
		t.Fatal(err)
	}
	meanwhile := storetest.Meanwhile{T: t, DB: db}
	err = db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE suspects SET score = score`) // which are removed last
		meanwhile.Do(func() {
			if err := stored.CloseAccounts(ctx, store.Closing{Accounts: []string{"ann"}, At: 5}); err != nil {
				t.Error(err)
			}
		})
		meanwhile.Do(func() {
			if claimed, err := s.claim(ctx, "over", row{state: None}, "somebody", "ann", g, s.Now()); err != nil || !claimed {
				t.Errorf("claimed: %v, %v", claimed, err)
			}
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	meanwhile.Wait()
	found, err := s.find(ctx, "over")
	if err != nil || found.state != Begun || found.asker != "" {
		t.Errorf("%+v, %v: want an analysis that nobody has requested", found, err)
	}
	// Nor when another node takes it over, which has read it before.
	found.asker = "ann"
	if claimed, err := s.claim(ctx, "over", found, "other", "ann", g, s.Now()); err != nil || !claimed {
		t.Error(claimed, err)
	}
	if found, err = s.find(ctx, "over"); err != nil || found.asker != "" {
		t.Errorf("%+v, %v: want an analysis that nobody has requested", found, err)
	}
}

// TestTakeover stops a node in the middle of an analysis; another node that is
// asked for it finishes it.
func TestTakeover(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		stored := storetest.Open(t, address)
		one, other := &pool{places: 1, steps: make(chan bool)}, &pool{places: 1, steps: make(chan bool)}
		first, second := start(t, stored, one), start(t, stored, other)
		if status, _, _ := first.do("ann", "POST", "over/analysis"); status != 200 {
			t.Fatal(status)
		}
		one.steps <- true
		frames := second.stream("over/analysis/stream")
		if got := []string{<-frames, <-frames}; !slices.Equal(got, []string{"begun", "0"}) {
			t.Errorf("the other one tells %v", got)
		}
		first.stop()
		for range 4 {
			other.steps <- true
		}
		if got := strings.Join(second.rest(frames), " "); !strings.HasSuffix(got, "1 2 3 done") {
			t.Errorf("the other one tells %s", got)
		}
	})
}

// An analysis that waits for a worker costs no more than its share of a heartbeat: its row
// with the results is not written again. Analyses of one node share a heartbeat.
func TestWaiting(t *testing.T) {
	stored := storetest.Open(t, storetest.SQLite(t))
	s := start(t, stored, &pool{places: 1})
	for _, statement := range []string{
		`CREATE TABLE written (game TEXT)`,
		`CREATE TRIGGER written AFTER UPDATE OF judged ON analyses BEGIN INSERT INTO written VALUES (new.game); END`,
	} {
		if _, err := stored.DB().Writer().ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	g, err := s.game(t.Context(), "over")
	if err != nil {
		t.Fatal(err)
	}
	begun := s.Now()
	for _, id := range []string{"over", "over too"} {
		if ok, err := s.claimAndRun(t.Context(), id, row{state: None}, g, "ann", func() {}); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	storetest.Until(t, "both have a later heartbeat", func() bool {
		one, err := s.find(t.Context(), "over")
		two, failed := s.find(t.Context(), "over too")
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		return one.beat == two.beat && one.beat > begun+play.Instant(5*beat.Milliseconds())
	})
	if games, err := database.List(t.Context(), stored.DB().Reader(), database.Texts, `SELECT game FROM written`); err != nil || len(games) > 0 {
		t.Errorf("results are written of %v, %v: want none, nothing has been judged", games, err)
	}
}

// TestSilence follows an analysis of a service that was killed.
func TestSilence(t *testing.T) {
	stored, c := storetest.Open(t, storetest.SQLite(t)), &pool{places: 1, steps: make(chan bool, 4)}
	s := start(t, stored, c)
	g, err := s.game(t.Context(), "over")
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := s.claim(t.Context(), "over", row{state: None}, "somebody else", "ann", g, s.Now()-60_000); !ok || err != nil {
		t.Fatal(ok, err)
	}
	for range 4 {
		c.steps <- true
	}
	if got := strings.Join(s.rest(s.stream("over/analysis/stream")), " "); got != "begun 0 1 2 3 done" {
		t.Errorf("told: %s", got)
	}
}

// TestLiar checks that everything a worker has done is deleted after one wrong
// answer.
func TestLiar(t *testing.T) {
	c := &pool{places: 1, steps: make(chan bool, 100), wrong: []string{"somebody"}}
	s := start(t, storetest.Open(t, storetest.SQLite(t)), c)
	for range 4 {
		c.steps <- true
	}
	if status, _, _ := s.do("ann", "POST", "over/analysis"); status != 200 {
		t.Fatal(status)
	}
	late := time.Now().Add(time.Minute)
	for {
		r, err := s.find(t.Context(), "over")
		if err != nil || time.Now().After(late) {
			t.Fatalf("%+v, %v", r, err)
		}
		if r.state == Done && r.worker == "" {
			return // it has been corrected, and so is not thrown away
		}
		time.Sleep(beat)
	}
}

// TestCheck refuses what is no analysis of a game.
func TestCheck(t *testing.T) {
	s := API{Config: Config{Log: logs{}, Nodes: 20, Rules: func(name string) (game.Game, error) {
		e, err := catalog.Find(name)
		return e.Game, err
	}}}
	g, err := s.game(t.Context(), "over")
	if err != nil {
		t.Fatal(err)
	}
	all, err := g.Judge(t.Context(), func([]Judged) {})
	if err != nil || g.Check(all) != nil || g.Check(all[:2]) != nil {
		t.Fatalf("%v, %v", all, err)
	}
	for want, change := range map[string]func([]Judged) []Judged{
		"at most":          func(a []Judged) []Judged { return append(a, a[0]) },
		"got ply 5":        func(a []Judged) []Judged { a[1].Ply = 5; return a },
		"probability 2":    func(a []Judged) []Judged { a[0].Score.WinProbability = 2; return a },
		"illegal turn":     func(a []Judged) []Judged { a[0].Best, a[0].Line = "Za9", []game.Move{"Za9"}; return a },
		"must start with":  func(a []Judged) []Judged { a[2].Best = ""; return a },
		"the line []":      func(a []Judged) []Judged { a[2].Line = nil; return a },
		`want the turn ""`: func(a []Judged) []Judged { a[3].Played = "x"; return a },
	} {
		if err := g.Check(change(slices.Clone(all))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
