package housebot_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/engine"
	"thera/internal/catalog"
	"thera/internal/site/housebot"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// faulty is a log and a heart that fail where a test wants them to.
type faulty struct {
	*store.Store
	isUnreadable, refusesAnswers, isAway atomic.Bool
}

var errFault = errors.New("a fault")

func (f *faulty) Events(ctx context.Context, game string, after int) ([]play.Event, error) {
	if f.isUnreadable.Load() {
		return nil, errFault
	}
	return f.Store.Events(ctx, game, after)
}

func (f *faulty) Beat(ctx context.Context, at play.Instant, outages ...play.Span) error {
	if f.isAway.Load() {
		return errFault
	}
	return f.Store.Beat(ctx, at, outages...)
}

func (f *faulty) Append(ctx context.Context, b play.Batch) error {
	isAnswer := slices.ContainsFunc(b.Events, func(e play.Event) bool { return e.Kind == play.Accepted })
	if isAnswer && f.refusesAnswers.Load() || f.isAway.Load() {
		return errFault
	}
	return f.Store.Append(ctx, b)
}

// openFaulty opens a lobby with bots on a faulty log, which works after the bots have
// reported a failure.
func openFaulty(t *testing.T) (*place, *faulty) {
	t.Helper()
	log := &faulty{}
	config := housebot.Config{Log: onError(func() {
		log.isUnreadable.Store(false)
		log.refusesAnswers.Store(false)
	})}
	p := openLog(t, storetest.SQLite(t), nil, config, time.Hour, log.of)
	t.Cleanup(p.stop)
	return p, log
}

func (f *faulty) of(s *store.Store) gameLog {
	f.Store = s
	return f
}

// onError returns a logger that calls a function for each error.
func onError(repair func()) *slog.Logger { return slog.New(repairer{slog.DiscardHandler, repair}) }

type repairer struct {
	slog.Handler
	repair func()
}

func (r repairer) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

func (r repairer) Handle(context.Context, slog.Record) error {
	r.repair()
	return nil
}

// challenge begins a game without a clock in which a bot has the first turn.
func (p *place) challenge() (id string) {
	p.t.Helper()
	offer := terms("hermit 3x3 none")
	offer.Seat = 2
	made, err := p.Challenge(p.t.Context(), ann, "hermit-1", offer)
	if err != nil {
		p.t.Fatal(err)
	}
	return made.Game
}

// waitTurn waits for the first turn of a game that nobody opens.
func (p *place) waitTurn(id string) {
	p.t.Helper()
	storetest.Until(p.t, "the bot moves", func() bool {
		sum, err := p.store.Summary(p.t.Context(), id)
		if err != nil {
			p.t.Fatal(err)
		}
		return sum.Ply > 0
	})
}

// TestTurnIsRetried gives a bot a turn in a game that can't be opened at first.
func TestTurnIsRetried(t *testing.T) {
	t.Parallel()
	p, log := openFaulty(t)
	log.isUnreadable.Store(true)
	p.waitTurn(p.challenge())
}

// TestTurnAfterOutage has a bot think while the database goes away for a minute. Its clock
// stands still only for that time.
func TestTurnAfterOutage(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		log := &faulty{}
		p := openLog(t, address, nil, housebot.Config{Delay: time.Second}, time.Hour, log.of)
		defer p.stop()
		offer := terms("hermit 3x3 3+0")
		offer.Seat = 2
		made, err := p.Challenge(t.Context(), ann, "hermit-1", offer)
		if err != nil {
			t.Fatal(err)
		}
		log.isAway.Store(true)
		time.Sleep(75 * time.Second)
		log.isAway.Store(false)
		time.Sleep(7 * time.Second)
		if sum, err := p.store.Summary(t.Context(), made.Game); err != nil || sum.Ply != 1 {
			t.Errorf("%d turns, %v, want one", sum.Ply, err)
		}
	})
}

type faultyEngine struct{}

func (faultyEngine) Search(context.Context, engine.Request) (engine.Info, error) { panic("a fault") }

// TestPanicRests has an engine panic in a game of a bot and in the showcase. Both are tried
// again a minute later.
func TestPanicRests(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		entry := catalog.Hermit()
		entry.Engines = []catalog.Engine{{New: func(engine.Config) engine.Engine { return faultyEngine{} }}}
		var log bytes.Buffer
		p := openWith(t, address, housebot.Config{Games: []catalog.Entry{entry}, Log: slog.New(slog.NewTextHandler(&log, nil))}, time.Hour)
		defer p.stop()
		showcase, stop := p.showcase(housebot.ShowcaseConfig{Attention: time.Hour})
		defer stop()
		p.challenge()
		p.shown(showcase)
		time.Sleep(5 * room.PanicRest / 2)
		synctest.Wait()
		if n := strings.Count(log.String(), "msg=panic"); n != 6 {
			t.Errorf("%d panics in two and a half minutes, want 3 of each: %.2000s", n, log.String())
		}
	})
}

// TestResumeIsRetried starts bots while their games can't be read.
func TestResumeIsRetried(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), time.Hour) // so these bots don't move
	defer p.stop()
	game := p.challenge()
	setFirstEvent := func(value string) {
		err := p.store.DB().Update(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE events SET event = "+value+" WHERE number = 1")
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	setFirstEvent("'?' || event")
	repaired := make(chan struct{})
	repair := sync.OnceFunc(func() {
		setFirstEvent("substr(event, 2)")
		close(repaired)
	})
	bots, err := housebot.New(t.Context(), housebot.Config{
		Store: p.store, House: p.house, Games: catalog.Games(), Account: p.account, Log: onError(repair),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { bots.Run(ctx) })
	defer running.Wait()
	defer cancel()
	<-repaired
	p.waitTurn(game)
}

// TestAnswerIsRetried has a bot accept an offer when that can't be stored at first.
func TestAnswerIsRetried(t *testing.T) {
	t.Parallel()
	p, log := openFaulty(t)
	g := p.sit(p.challenge(), ann)
	g.until("my turn", g.mine)
	g.do(play.Abort{Seat: g.me})
	log.refusesAnswers.Store(true)
	g.do(play.Offer{Seat: g.me, Kind: play.Rematch})
	g.until("a rematch", (*play.State).Rematch)
}

// TestOfferIsFound has a bot answer an offer that was made when no bots were running.
func TestOfferIsFound(t *testing.T) {
	t.Parallel()
	address := storetest.SQLite(t)
	p := open(t, address, time.Hour)
	id := p.challenge()
	p.stop()
	offerRematch(t, address, id)
	p = open(t, address, 0)
	defer p.stop()
	p.sit(id, ann).until("a rematch", (*play.State).Rematch)
}

// offerRematch ends a game and offers a rematch in a program without bots.
func offerRematch(t *testing.T, address, id string) {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	heartbeat, err := room.NewHeartbeat(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := room.Open(t.Context(), room.Config{Rules: catalog.Rules, Log: s, Heartbeat: heartbeat}, id)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, c := range []play.Command{play.Abort{Seat: 1}, play.Offer{Seat: 1, Kind: play.Rematch}} {
		if _, err := r.Do(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}
