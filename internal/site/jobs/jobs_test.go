package jobs_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/engine"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/lab/match"
	"thera/internal/lab/tune"
	"thera/internal/site/analysis"
	"thera/internal/site/housebot"
	"thera/internal/site/jobs"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// open returns a dispatcher, for which a worker works.
func open(t *testing.T) *queue.Dispatcher {
	t.Helper()
	const beat = 200 * time.Millisecond // a machine can be busy for five of them before a worker is taken for dead
	b, err := bus.Open(t.Context(), bus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	dispatcher, err := queue.OpenDispatcher(t.Context(), queue.DispatcherConfig{Bus: b, Kinds: jobs.Kinds(), Version: "test", HeartbeatInterval: beat})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		dispatcher.Close()
		_ = b.Close()
	})
	hire(t, dispatcher, jobs.Kinds())
	return dispatcher
}

// hire lets a worker work until the end of the test, and returns its name.
func hire(t *testing.T, dispatcher *queue.Dispatcher, kinds map[string]queue.Kind) string {
	t.Helper()
	w := queue.NewWorker(queue.WorkerConfig{Bus: dispatcher.Bus, Kinds: kinds, Version: dispatcher.Version, HeartbeatInterval: dispatcher.HeartbeatInterval})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !dispatcher.IsExcluded(w.Name()) {
			t.Error(err)
		}
	})
	return w.Name()
}

// TestSelfPlay wants the games that are played elsewhere to be the same.
func TestSelfPlay(t *testing.T) {
	dispatcher := open(t)
	for _, s := range []tune.SelfPlay{
		{Game: "amazons", Nodes: 10, Seed: 1, Variant: "6x6"},
		{Game: "santorini", Nodes: 10, Seed: 1, Generation: 2},
		{Game: "santorini", Nodes: 10, Seed: 1, Generation: 1, Seats: true},
	} {
		s.Journal = filepath.Join(t.TempDir(), "journal")
		lines, err := jobs.SelfPlay(dispatcher, nil)(t.Context(), s, 3, 14)
		if err != nil || len(lines) != 11 {
			t.Fatalf("%s: %d games, %v", s.Game, len(lines), err)
		}
		for i, line := range lines {
			want, err := s.Play(t.Context(), 3+i)
			if err != nil || !bytes.Equal(line, want) {
				t.Errorf("%s: game %d is\n%s, want\n%s, %v", s.Game, 3+i, line, want, err)
			}
			if err := s.Check(line[:len(line)/2]); err == nil {
				t.Errorf("%s: half a game is accepted: %s", s.Game, line[:len(line)/2])
			}
		}
		if text, err := os.ReadFile(s.Journal); err != nil || !bytes.Contains(text, []byte(s.Game)) {
			t.Errorf("%s: the journal is %.80q, %v", s.Game, text, err)
		}
	}
}

// TestSelfPlayResumed has some of the games already in the file that they are for, and
// more asked for: those in the journal are not played again.
func TestSelfPlayResumed(t *testing.T) {
	dispatcher := open(t)
	s := tune.SelfPlay{Game: "amazons", Nodes: 10, Seed: 1, Variant: "6x6", Journal: filepath.Join(t.TempDir(), "journal")}
	for _, test := range []struct{ first, last, jobs int }{{3, 14, 2}, {9, 14, 0}, {9, 16, 0}, {16, 16, 0}, {4, 7, 0}, {17, 20, 1}} {
		played := 0
		lines, err := jobs.SelfPlay(dispatcher, func(queue.Status) { played++ })(t.Context(), s, test.first, test.last)
		if err != nil || len(lines) != test.last-test.first || played != test.jobs {
			t.Fatalf("%+v: %d games, %d jobs, %v", test, len(lines), played, err)
		}
		for i, line := range lines {
			want, err := s.Play(t.Context(), test.first+i)
			if err != nil || !bytes.Equal(line, want) {
				t.Errorf("%+v: game %d is\n%s, want\n%s, %v", test, test.first+i, line, want, err)
			}
		}
	}
}

// TestGames has workers play a match. It is interrupted while the games are written to
// the log, and again with fewer and with more to play: none is played twice.
func TestGames(t *testing.T) {
	dispatcher := open(t)
	random := gametest.Must(t, match.ParseSpec, "random")
	m := &match.Match{
		Entry: catalog.Hermit(), Variant: "3x3", Players: []match.Spec{random, random}, Book: match.RandomOpenings(gametest.Must(t, catalog.Hermit().Start, "3x3"), 1, 1, nil),
		Control: match.Control{Nodes: 10}, Patience: match.DefaultPatience, Concurrency: 1,
	}
	here := match.NewLog()
	path := filepath.Join(t.TempDir(), "log")
	for _, test := range []struct {
		games, jobs int
		interrupted bool
	}{{6, 6, true}, {4, 0, true}, {8, 2, true}, {8, 0, false}, {8, 0, false}} {
		m.Games, m.Elsewhere = test.games, nil
		log, err := match.OpenLog(path, m, true)
		if err != nil {
			t.Fatal(err)
		}
		played := 0
		if err := jobs.Games(t.Context(), dispatcher, m, log, path+".work", func(queue.Status) { played++ }); err != nil || played != test.jobs {
			t.Errorf("%+v: %d jobs, %v", test, played, err)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		_, err = m.Play(ctx, log, func(match.Result, *match.Standing) {
			if test.interrupted {
				interrupt()
			}
		})
		interrupt()
		if (err != nil) != test.interrupted {
			t.Errorf("%+v: %v", test, err)
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	m.Elsewhere = nil
	if _, err := m.Play(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	there, err := match.OpenLog(path, m, true)
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close() //nolint:errcheck // only read
	moves := func(log *match.Log) (all []string) {
		for _, g := range log.Games() {
			for _, move := range g.Moves {
				all = append(all, string(move.Move))
			}
		}
		return all
	}
	if got, want := moves(there), moves(here); !slices.Equal(got, want) {
		t.Errorf("games %q, want %q", got, want)
	}
}

// TestProve compares proofs by small questions with those of a solver alone,
// and continues an interrupted one.
func TestProve(t *testing.T) {
	dispatcher := open(t)
	for _, test := range []struct{ game, board string }{
		{"hermit", "3x3"}, {"hermit", "4x4"}, {"amazons", "4x4"},
	} {
		entry := gametest.Must(t, catalog.Find, test.game)
		pos := gametest.Must(t, entry.Start, test.board)
		want, err := entry.NewSolver(catalog.SolverConfig{TableMiB: 16, OutcomeOnly: true}).Solve(t.Context(), engine.Problem{Position: pos})
		if err != nil {
			t.Fatal(err)
		}
		opt := jobs.ProofOptions{Nodes: max(want.Nodes/4, 1), TableMiB: 16, Journal: filepath.Join(t.TempDir(), "proof")}
		ctx, cancel := context.WithCancel(t.Context())
		questions := 0
		opt.Progress = func(s jobs.ProofStatus) {
			if questions = s.Questions; questions == 3 {
				cancel()
			}
		}
		if v, err := jobs.Prove(ctx, dispatcher, entry, pos, opt); err != nil || v.Proven && questions > 3 {
			t.Errorf("%v interrupted: %+v, %v", test, v, err)
		}
		first := 0
		opt.Progress = func(s jobs.ProofStatus) {
			if questions = s.Questions; first == 0 {
				first = questions
			}
		}
		got, err := jobs.Prove(t.Context(), dispatcher, entry, pos, opt)
		if err != nil || !got.Proven || got.Winners != want.Winners {
			t.Errorf("%v: %+v, %v, want %+v", test, got, err, want)
		}
		if first > 0 && first < 4 {
			t.Errorf("%v goes on with question %d", test, first)
		}
		t.Logf("%v: %d nodes in %d questions, %d by one solver", test, got.Nodes, questions, want.Nodes)
		for _, m := range got.Moves {
			next := gametest.Must(t, pos.Play, m)
			v, err := entry.NewSolver(catalog.SolverConfig{TableMiB: 16, OutcomeOnly: true}).Solve(t.Context(), engine.Problem{Position: next})
			if err != nil || v.Winners != want.Winners {
				t.Errorf("%v: %s is said to win: %+v, %v", test, m, v, err)
			}
		}
	}
}

// TestProveTogether has two dispatchers work on one proof, in each kind of
// store, after a third one was interrupted; none of them starts over.
func TestProveTogether(t *testing.T) {
	entry := catalog.Hermit()
	pos := gametest.Must(t, entry.Game.Parse, "R.../.Y../..../.... 1")
	alone, err := entry.NewSolver(catalog.SolverConfig{TableMiB: 16, OutcomeOnly: true}).Solve(t.Context(), engine.Problem{Position: pos})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, address string) {
		dispatcher := open(t)
		db, err := database.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		prove := func(ctx context.Context, progress func(jobs.ProofStatus)) (engine.Verdict, error) {
			return jobs.Prove(ctx, dispatcher, entry, pos, jobs.ProofOptions{Nodes: alone.Nodes / 4, TableMiB: 16, Store: db, Progress: progress})
		}
		ctx, cancel := context.WithCancel(t.Context())
		v, err := prove(ctx, func(s jobs.ProofStatus) {
			if s.Questions == 3 {
				cancel()
			}
		})
		if err != nil || v.Proven {
			t.Fatalf("interrupted: %+v, %v", v, err)
		}
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				v, err := prove(t.Context(), func(s jobs.ProofStatus) {
					if s.Questions < 4 {
						t.Errorf("it goes on with question %d", s.Questions)
					}
				})
				if err != nil || !v.Proven || v.Winners != alone.Winners {
					t.Errorf("together: %+v, %v", v, err)
				}
			})
		}
		both.Wait()
		var answers, asked int
		err = db.Row(t.Context(), []any{&answers}, `SELECT COUNT(*) FROM proof_answers`)
		if err == nil {
			err = db.Row(t.Context(), []any{&asked}, `SELECT COUNT(*) FROM proof_questions`)
		}
		if err != nil || asked != 0 {
			t.Errorf("%d questions are asked still, %v", asked, err)
		}
		if v, err := prove(t.Context(), nil); err != nil || !v.Proven || v.Winners != alone.Winners {
			t.Errorf("when all is known: %+v, %v", v, err)
		}
		t.Logf("%d answers, %d nodes by one solver", answers, alone.Nodes)
	})
}

// TestTurn wants turns by workers, and what is asked for to be possible.
func TestTurn(t *testing.T) {
	thinkers := jobs.Searchers{Dispatcher: open(t)}
	for _, entry := range catalog.Games() {
		pos := gametest.Must(t, entry.Start, "")
		thought := housebot.SearchRequest{Game: entry.Game.Name(), Position: pos, Level: 1, Time: time.Minute, Seed: 1}
		move, err := thinkers.Search(t.Context(), thought)
		if err == nil {
			_, err = pos.Play(move)
		}
		if err != nil {
			t.Errorf("%s: %s, %v", thought.Game, move, err)
		}
		thought.Level = 9
		if _, err := thinkers.Search(t.Context(), thought); err == nil || !strings.Contains(err.Error(), "level 9") {
			t.Errorf("%s at level 9: %v", thought.Game, err)
		}
	}
	storetest.Until(t, "the place of the worker", func() bool { return thinkers.Slots(false) == 1 })
}

// TestAnalyze checks that each position of a game is judged, the last one as
// won, and that results arrive as they are found.
func TestAnalyze(t *testing.T) {
	dispatcher := open(t)
	g := played(t)
	analysts := jobs.NewAnalyzers(dispatcher, "")
	all, worker, err := analysts.Analyze(t.Context(), g, func(part []analysis.Judged) {
		if g.Check(part) != nil {
			t.Errorf("%v is told", part)
		}
	})
	if err != nil || len(all) != g.Positions() || worker == "" {
		t.Fatalf("%d positions of %d by %q, %v", len(all), g.Positions(), worker, err)
	}
	if last := all[len(all)-1]; !last.Score.Proven || *last.Score.Plies != 0 || last.Best != "" {
		t.Errorf("the end is judged as %+v", last)
	}
	if truth, wrong, err := analysts.Recheck(t.Context(), g, all, worker); err != nil || len(wrong) > 0 || len(truth) != len(all) {
		t.Errorf("of the analysis %v is wrong, %v", wrong, err)
	}
	g.Moves[0] = "Za9"
	if _, _, err := analysts.Analyze(t.Context(), g, func([]analysis.Judged) {}); err == nil || !strings.Contains(err.Error(), "Za9") {
		t.Errorf("an illegal move: %v", err)
	}
}

// played returns a short game.
func played(t *testing.T) analysis.Game {
	t.Helper()
	pos := gametest.Must(t, catalog.Hermit().Start, "3x3")
	g := analysis.Game{Game: "hermit", Start: pos.String(), Nodes: 50}
	for pos.Winners() == 0 {
		m := pos.Moves()[0]
		g.Moves = append(g.Moves, m)
		pos = gametest.Must(t, pos.Play, m)
	}
	return g
}

// TestLyingAnalyst has a worker analyze that answers what could be true and is
// not: it is found out by another one.
func TestLyingAnalyst(t *testing.T) {
	dispatcher := open(t)
	kinds := jobs.Kinds()
	honest := kinds["analysis"]
	kinds["analysis"] = func(ctx context.Context, task *queue.Task) ([]byte, error) {
		output, err := honest(ctx, task)
		return bytes.Replace(output, []byte(`"depth":`), []byte(`"depth":1`), 1), err
	}
	liar := hire(t, dispatcher, kinds)
	analysts, g := jobs.NewAnalyzers(dispatcher, ""), played(t)
	for range 200 {
		all, worker, err := analysts.Analyze(t.Context(), g, func([]analysis.Judged) {})
		if err != nil {
			t.Fatal(err)
		}
		truth, wrong, err := analysts.Recheck(t.Context(), g, all, worker)
		if err != nil {
			t.Fatal(err)
		}
		if len(wrong) == 0 {
			continue
		}
		if !slices.Equal(wrong, []string{liar}) || !dispatcher.IsExcluded(liar) || truth[0].Depth >= 10 {
			t.Errorf("%v lies, and the truth is %v: want %s found out", wrong, truth, liar)
		}
		return
	}
	t.Error("the liar is not found out")
}
