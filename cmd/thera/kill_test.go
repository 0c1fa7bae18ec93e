package main

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/load"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

var killSeed = flag.Uint64("seed", 0, "kill the server at the moments of this seed (default a new one)")

// TestServerIsKilled kills the server under load at random moments, 3 times, or
// 100 times with -long. Players reconnect by themselves and receive every event, each
// acknowledged turn is stored, no log has a gap, and no clock has run while the
// server was down.
func TestServerIsKilled(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { killServer(t, storetest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) {
		address, _ := storetest.PostgresToRestart(t)
		killServer(t, address)
	})
}

// killed is a server that is killed again and again.
type killed struct {
	testing.TB
	listen, store string
	more          []string // arguments
	program       string   // "" for the one under test
	process       *exec.Cmd
	log           bytes.Buffer
}

func killServer(t *testing.T, address string) {
	t.Parallel() // it waits most of the time
	seed := *killSeed
	if seed == 0 {
		seed = rand.Uint64N(1_000_000)
	}
	t.Logf("to repeat this: -seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	kills := 3
	if gametest.Long() {
		kills = 100
	}
	s := &killed{TB: t, listen: storetest.Address(t), store: address}
	s.start()
	defer s.kill()

	control := gametest.Must(t, play.ParseControl, "3+2")
	awaitTurns, leave := sitDown(t, load.Config{
		URLs: []string{"http://" + s.listen}, ConcurrentGames: 24, Rate: 80, Control: control, Seed: seed,
	})
	for kill := range kills {
		awaitTurns(20)
		time.Sleep(time.Duration(rng.IntN(1500)) * time.Millisecond)
		s.kill()
		away := time.Duration(rng.IntN(500)) * time.Millisecond
		if kill%5 == 1 {
			away += 3 * time.Second // longer than an outage that clocks ignore
		}
		time.Sleep(away)
		s.start()
	}
	awaitTurns(20)
	result, history := leave()
	s.kill()
	s.check(result, history, kills)
}

// sitDown has players play all games until leave is called, which returns the result
// and the history that the players saw. It returns once they play. awaitTurns waits for
// a number of turns to be acknowledged, by which the players are back, however slow the machine.
func sitDown(t *testing.T, config load.Config) (awaitTurns func(more int64), leave func() (load.Result, *bytes.Buffer)) {
	t.Helper()
	var history bytes.Buffer
	var turns atomic.Int64 // acknowledged
	playing := make(chan struct{})
	began := sync.OnceFunc(func() { close(playing) })
	config.Rules, config.Time, config.History = catalog.AllRules(), time.Hour, load.NewHistory(&history)
	config.Report = func(p load.Progress) {
		turns.Store(int64(p.Turns))
		if p.Elapsed > 0 {
			began()
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var result load.Result
	var err error
	var players sync.WaitGroup
	players.Go(func() {
		defer began()
		result, err = load.Run(ctx, config)
	})
	t.Cleanup(stop)
	<-playing
	awaitTurns = func(more int64) {
		for enough := turns.Load() + more; turns.Load() < enough; {
			before := turns.Load()
			storetest.Until(t, "another turn is acknowledged", func() bool { return turns.Load() > before })
		}
	}
	return awaitTurns, func() (load.Result, *bytes.Buffer) {
		t.Helper()
		stop()
		players.Wait()
		if err != nil {
			t.Fatal(err)
		}
		return result, &history
	}
}

// check compares the history with the store of a server that was killed a number of
// times.
func (s *killed) check(result load.Result, history *bytes.Buffer, kills int) {
	s.Helper()
	report := s.hold(result, history)
	if report.Known < 20*kills || report.Given == 0 || result.Outages < kills/2 {
		s.Errorf("%d turns acknowledged, %d outages, clocks credited %d times: the server was hardly killed under load", report.Known, result.Outages, report.Given)
	}
}

// hold compares the history with the store.
func (s *killed) hold(result load.Result, history *bytes.Buffer) load.Report {
	s.Helper()
	s.Logf("%+v", result)
	if result.Lost > 0 || result.Doubled > 0 || result.Unanswered > 0 || result.Unfinished > 0 {
		s.Errorf("%d lost, %d doubled, %d not answered, %d not ended: want none", result.Lost, result.Doubled, result.Unanswered, result.Unfinished)
	}
	lines, err := load.ReadHistory(history)
	if err != nil {
		s.Fatal(err)
	}
	logs, err := store.Open(s.Context(), s.store)
	if err != nil {
		s.Fatal(err)
	}
	defer logs.Close() //nolint:errcheck // only read
	report, err := load.Check(s.Context(), lines, catalog.AllRules(), logs)
	if err != nil {
		s.Fatal(err)
	}
	for _, wrong := range report.Wrong {
		s.Error(wrong)
	}
	report.Wrong = nil
	s.Logf("%+v", report)
	if s.Failed() {
		s.Logf("the server said:\n%s", tail(s.log.String(), 20))
	}
	return report
}

func tail(text string, lines int) string {
	all := strings.Split(text, "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// start starts the server, and waits until it listens.
func (s *killed) start() {
	s.Helper()
	args := append([]string{"serve", "--listen", s.listen, "--no-open", "--log-level", "warn", "--store", s.store}, s.more...)
	s.process = exec.Command(s.binary(), args...)
	s.process.Args[0] = "thera" // by which the binary of the tests knows what to be
	s.process.Stderr = &s.log
	out, err := s.process.StdoutPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err != nil {
		s.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		s.Fatalf("the server does not listen: %v\n%s", err, s.log.String())
	}
}

// kill gives the server no chance to do anything any more.
func (s *killed) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

func (s *killed) signal(signal os.Signal) {
	s.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.Fatal(err)
	}
}
