package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/lab/explorer"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// gamesOf is a store with the explorer of its players, who ask by their IDs.
type gamesOf struct {
	t     *testing.T
	store *store.Store
	part  *PlayerExplorer
	kit   *account.Kit
	rng   *rand.Rand
	count int
}

func openGamesOf(t *testing.T) *gamesOf {
	t.Helper()
	s := storetest.Open(t, storetest.SQLite(t))
	for _, name := range []string{"ann", "bob"} {
		if err := s.AddAccount(t.Context(), store.Account{ID: name, Name: name, Folded: name, Kind: play.Person}, nil); err != nil {
			t.Fatal(err)
		}
	}
	find := func(ctx context.Context, name string) (play.Player, error) {
		a, err := s.AccountNamed(ctx, name)
		if errors.Is(err, store.ErrNotFound) || a.Closed > 0 {
			err = play.Refuse(play.UnknownPlayer, "nobody is called %q", name)
		}
		return play.Player{ID: a.ID}, err
	}
	g := &gamesOf{t: t, store: s, rng: rand.New(rand.NewPCG(1, 2))}
	g.part = NewPlayerExplorer(PlayerExplorerConfig{
		Logs: s.Logs, Find: find, Games: catalog.Games(), Log: slog.New(slog.DiscardHandler), Asked: httpkit.Rate{PerSecond: 1e6, Burst: 1e6},
	})
	identify := func(r *http.Request) (account.Who, error) {
		who := account.Who{Player: play.Player{ID: r.Header.Get("X-Id"), Class: r.Header.Get("X-Class"), Kind: play.Person}}
		if who.ID == "" {
			return account.Who{}, nil
		}
		who.Scopes = account.Scopes{account.Play}
		return who, nil
	}
	g.kit = httpkit.New(httpkit.Config[account.Who]{Identify: identify, Limits: httpkit.DefaultLimits().WithoutRates()})
	g.part.Register(g.kit)
	return g
}

// play stores a game of two players with some random turns, which one of them then
// resigns if it is to be finished. It returns the log.
func (g *gamesOf) play(rules catalog.Entry, class string, isFinished bool, players ...string) []play.Event {
	g.t.Helper()
	setup := play.Setup{Game: rules.Game.Name(), Variant: "3x3", Control: play.Control{Initial: 300_000}}
	for _, id := range players {
		setup.Players = append(setup.Players, play.Player{ID: id, Kind: play.Person, Class: class})
	}
	at := play.Instant(1000 * g.count)
	state, log, err := play.Create(rules.Game, setup, at)
	if err != nil {
		g.t.Fatal(err)
	}
	do := func(c play.Command) {
		next, events, err := state.Decide(at, c)
		if err != nil {
			g.t.Fatal(err)
		}
		state, log = next, append(log, events...)
	}
	for ply := 1; ply <= 3; ply++ {
		moves := state.Position().Moves()
		do(play.Turn{Seat: state.Position().Turn(), Ply: ply, Text: string(moves[g.rng.IntN(len(moves))])})
	}
	if isFinished && !state.Over() {
		do(play.Resign{Seat: game.Seat(g.rng.IntN(2))})
	}
	g.count++
	if err := g.store.Append(g.t.Context(), state.Batch(fmt.Sprint("game", g.count), log)); err != nil {
		g.t.Fatal(err)
	}
	return log
}

// ask returns what a file says about the start of a game, and the status.
func (g *gamesOf) ask(path string, header ...string) (explorer.Choices, int) {
	g.t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/api/v1/"+path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	g.kit.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		return explorer.Choices{}, w.Code
	}
	f, err := explorer.Open(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	if err != nil {
		g.t.Fatal(err)
	}
	entry := gametest.Must(g.t, catalog.Find, f.About().Game)
	start := gametest.Must(g.t, entry.Game.Start, "3x3")
	found, err := f.Find(entry, start, explorer.All)
	if err != nil {
		g.t.Fatal(err)
	}
	return found, w.Code
}

// tally is how many games began from the start, and who has won them.
type tally struct {
	games uint64
	wins  [2]uint64
}

func (c *tally) add(log []play.Event) {
	c.games++
	c.wins[log[len(log)-1].Winners[0]-1]++
}

func tallyIn(found explorer.Choices) (c tally) {
	c.games = found.Games
	for _, m := range found.Moves {
		c.wins[0] += m.Wins[0]
		c.wins[1] += m.Wins[1]
	}
	return c
}

// TestPlayerExplorer compares the files of players with a plain count of their games, of
// which those in progress, those of others and those of classes are none.
func TestPlayerExplorer(t *testing.T) {
	g := openGamesOf(t)
	hermit := catalog.Hermit()
	var all, second, class tally
	for range 30 {
		log := g.play(hermit, "", true, "ann", "bob")
		all.add(log)
		log = g.play(hermit, "", true, "bob", "ann")
		all.add(log)
		second.add(log)
		g.play(hermit, "", true, "cid", "bob")
		g.play(hermit, "", false, "ann", "dan")
		class.add(g.play(hermit, "klas", true, "ann", "eve"))
	}
	for _, test := range []struct {
		path   string
		header []string
		want   tally
	}{
		{"player/ann/explorer?game=hermit", nil, all},
		{"player/ann/explorer?game=hermit&seat=2", nil, second},
		{"player/ann/explorer?game=hermit&seat=3", nil, tally{}},
		{"account/explorer?game=hermit", []string{"X-Id", "ann"}, all},
		{"account/explorer?game=hermit&seat=2", []string{"X-Id", "ann"}, second},
		{"account/explorer?game=hermit", []string{"X-Id", "dan"}, tally{}}, // all in progress
		{"account/explorer?game=hermit", []string{"X-Id", "eve", "X-Class", "klas"}, class},
		{"account/explorer?game=hermit", []string{"X-Id", "eve"}, tally{}},
	} {
		found, status := g.ask(test.path, test.header...)
		if got := tallyIn(found); status != http.StatusOK || got != test.want {
			t.Errorf("%s %v: %d, %+v, want %+v", test.path, test.header, status, got, test.want)
		}
	}
	for path, want := range map[string]int{
		"player/nobody/explorer?game=hermit": http.StatusNotFound,
		"player/ann/explorer?game=chess":     http.StatusUnprocessableEntity,
		"player/ann/explorer":                http.StatusUnprocessableEntity,
		"account/explorer?game=hermit":       http.StatusUnauthorized,
	} {
		if _, status := g.ask(path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

// TestPlayerExplorerClosed asks for the games of an account that is closed, at once after
// they were counted.
func TestPlayerExplorerClosed(t *testing.T) {
	g := openGamesOf(t)
	g.play(catalog.Hermit(), "", true, "ann", "bob")
	if found, status := g.ask("player/ann/explorer?game=hermit"); status != http.StatusOK || found.Games != 1 {
		t.Fatalf("%d, %+v", status, found)
	}
	if err := g.store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{"ann"}, At: 1}); err != nil {
		t.Fatal(err)
	}
	if _, status := g.ask("player/ann/explorer?game=hermit"); status != http.StatusNotFound {
		t.Errorf("%d: want 404", status)
	}
}

// TestPlayerExplorerLimits wants one file to be made for a client at a time, and none
// again while it is kept.
func TestPlayerExplorerLimits(t *testing.T) {
	g := openGamesOf(t)
	entered, leave := make(chan bool), make(chan bool)
	searched := 0
	g.part.Logs = func(_ context.Context, search store.Search) iter.Seq2[store.Logged, error] {
		return func(func(store.Logged, error) bool) {
			searched++
			if search.Limit != playerGames || !search.Decided {
				t.Errorf("%+v: want a bound, and finished games alone", search)
			}
			entered <- true
			<-leave
		}
	}
	ctx := httpkit.WithRequest(t.Context(), &httpkit.Request{Client: "somewhere"})
	ask := func(seat int) error {
		_, err := g.part.answer(ctx, playerFileKey{"ann", "", "hermit", seat}, "")
		return err
	}
	done := make(chan error)
	go func() { done <- ask(1) }()
	<-entered
	if err := ask(2); httpkit.ProblemOf(err).Status != http.StatusTooManyRequests {
		t.Errorf("a second file at a time: %v", err)
	}
	leave <- true
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := ask(1); err != nil || searched != 1 {
		t.Errorf("%v: counted %d times, want once", err, searched)
	}
	for seat := range 2 * playerFiles {
		g.part.keep(playerFileKey{"bob", "", "hermit", seat}, nil)
	}
	if len(g.part.made) != playerFiles {
		t.Errorf("%d files are kept, want %d", len(g.part.made), playerFiles)
	}
	old := playerFileKey{"old", "", "hermit", 0}
	g.part.made[old] = playerFile{at: time.Now().Add(-playerFileAge)}
	if _, ok := g.part.kept(old); ok {
		t.Error("an old file is still sent")
	}
}

// BenchmarkPlayerExplorer counts as many games as ever are.
func BenchmarkPlayerExplorer(b *testing.B) {
	for _, name := range catalog.Names() {
		entry := gametest.Must(b, catalog.Find, name)
		rng := rand.New(rand.NewPCG(1, 2))
		var logs []store.Logged
		for i := range playerGames {
			logs = append(logs, store.Logged{ID: fmt.Sprint(i), Log: randomLog(b, entry, rng)})
		}
		part := NewPlayerExplorer(PlayerExplorerConfig{
			Logs: func(context.Context, store.Search) iter.Seq2[store.Logged, error] {
				return func(yield func(store.Logged, error) bool) {
					for _, l := range logs {
						if !yield(l, nil) {
							return
						}
					}
				}
			},
			Log: slog.New(slog.DiscardHandler),
		})
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				data, err := part.build(b.Context(), entry, playerFileKey{game: name})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(data)), "bytes")
			}
		})
	}
}

// randomLog returns the log of a game of random moves that the first player has won.
func randomLog(b *testing.B, entry catalog.Entry, rng *rand.Rand) []play.Event {
	b.Helper()
	pos := gametest.Must(b, entry.Game.Start, "")
	setup := &play.Setup{Game: entry.Game.Name(), Players: make([]play.Player, pos.Board().Seats)}
	log := []play.Event{{Number: 1, Kind: play.Created, Setup: setup}}
	for ply := 1; ply <= explorer.PersonalPlies && pos.Winners() == 0; ply++ {
		moves := pos.Moves()
		turn := moves[rng.IntN(len(moves))]
		log = append(log, play.Event{Kind: play.Turned, Seat: pos.Turn().Number(), Ply: ply, Turn: turn})
		pos = gametest.Must(b, pos.Play, turn)
	}
	return append(log, play.Event{Kind: play.Ended, Winners: game.Only(0).Numbers()})
}
