package analysis

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

func (j Judged) equal(other Judged) bool {
	return j.Ply == other.Ply && j.Best == other.Best && j.Depth == other.Depth && slices.Equal(j.Line, other.Line) &&
		j.Score.WinProbability == other.Score.WinProbability && j.Score.Proven == other.Score.Proven
}

// claimAndRun starts an analysis for asker, unless another node was first, and
// calls end before its end is announced. It reports whether it has started it. The analysis
// waits for workers under the client of ctx or, taken over from another node, under the asker.
func (a *API) claimAndRun(ctx context.Context, id string, found row, g Game, asker string, end func()) (bool, error) {
	claimed, err := a.claim(ctx, id, found, a.owner, asker, g, a.Now())
	if err != nil || !claimed {
		return false, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ctx.Err() != nil {
		return false, a.release(ctx, id, a.owner)
	}
	b := a.local[id]
	if b == nil {
		b = &localAnalysis{}
		a.local[id] = b
	}
	b.row, b.isMine = row{state: Begun, of: g.Positions(), nodes: g.Nodes, asker: asker}, true
	running, stop := context.WithTimeout(a.ctx, timeout)
	ended := make(chan struct{})
	b.stop, b.ended = stop, ended
	client := cmp.Or(httpkit.Client(ctx), asker)
	a.tasks.Go(func() {
		defer close(ended)
		defer stop()
		a.metrics.running.Inc()
		result := a.run(running, stop, id, client, g, end)
		a.metrics.running.Dec()
		a.metrics.ended.WithLabelValues(result).Inc()
	})
	return true, nil
}

// How an analysis ends, for the metrics; otherwise its final state.
const endReleased = "left" // taken over by another node, or canceled

// run has a game analyzed and returns how that ended.
func (a *API) run(ctx context.Context, cancel context.CancelFunc, id, client string, g Game, end func()) string {
	saving := make(chan struct{})
	go func() {
		defer close(saving)
		a.saveProgress(ctx, id)
	}()
	all, worker, err := a.analyze(ctx, id, client, g)
	late := ctx.Err() != nil && a.ctx.Err() == nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded)
	lost := ctx.Err() != nil && !late
	cancel()
	<-saving
	end() // before the announcement, so that the next request is admitted
	// Store the result even if the service is ending.
	last, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer done()
	switch {
	case lost && err != nil:
		a.releaseToOthers(last, id)
		return endReleased
	case err != nil || late:
		a.Logger.Warn("game not analyzed", "game", id, "cause", err)
		return a.finish(last, id, Failed, "", nil)
	}
	if result := a.finish(last, id, Done, worker, all); result != string(Done) || worker == "" {
		return result
	}
	a.recheck(id, g, all, worker)
	return string(Done)
}

// analyze waits for a slot and has workers analyze a game.
func (a *API) analyze(ctx context.Context, id, client string, g Game) ([]Judged, string, error) {
	if err := a.queue.Enter(ctx, client); err != nil {
		return nil, "", err
	}
	defer a.queue.Leave(client)
	return a.Workers.Analyze(ctx, g, func(part []Judged) {
		if g.Check(part) == nil { // wrong parts are not shown; the whole is checked again
			a.update(id, func(b *localAnalysis) {
				if len(part) > len(b.judged) {
					b.judged = part
				}
			})
		}
	})
}

// saveProgress stores the results so far of an analysis until ctx is done.
func (a *API) saveProgress(ctx context.Context, id string) {
	saved := 0
	a.repeat(ctx, func() {
		known, err := a.known(ctx, id)
		if err == nil && len(known.judged) > saved {
			if err = a.save(ctx, id, a.owner, Begun, "", known.judged, a.Now()); err == nil {
				saved = len(known.judged)
				if a.db().Shared() {
					a.update(id, func(*localAnalysis) {}) // who asks another node can read it now
				}
			}
		}
		if database.IgnoreNotFound(err) != nil && ctx.Err() == nil {
			a.Logger.Warn("progress of an analysis not stored", "game", id, "cause", err)
		}
	})
}

// beat stores one heartbeat for all analyses that this node runs, and cancels those that
// another node has canceled or taken over.
func (a *API) beat(ctx context.Context) {
	running := map[string]context.CancelFunc{}
	a.mu.Lock()
	for id, b := range a.local {
		if b.isMine {
			running[id] = b.stop
		}
	}
	a.mu.Unlock()
	if len(running) == 0 {
		return
	}
	kept, err := a.beatAll(ctx, a.owner, slices.Sorted(maps.Keys(running)), a.Now())
	if err != nil {
		if ctx.Err() == nil {
			a.Logger.Warn("heartbeat of the analyses not stored", "cause", err)
		}
		return
	}
	for _, id := range kept {
		delete(running, id)
	}
	for _, stop := range running {
		stop()
	}
}

func (a *API) finish(ctx context.Context, id string, state State, worker string, all []Judged) string {
	if err := a.save(ctx, id, a.owner, state, worker, all, a.Now()); err != nil {
		a.Logger.Warn("analysis not stored", "game", id, "cause", err)
		a.releaseToOthers(ctx, id)
		return endReleased
	}
	a.update(id, func(b *localAnalysis) { b.state, b.judged, b.worker, b.isMine = state, all, worker, false })
	return string(state)
}

// releaseToOthers lets another node take over an analysis, unless it was canceled.
func (a *API) releaseToOthers(ctx context.Context, id string) {
	if err := a.release(ctx, id, a.owner); err != nil && !errors.Is(err, database.ErrNotFound) {
		a.Logger.Warn("analysis not released", "game", id, "cause", err)
	}
	found, err := a.find(ctx, id)
	a.update(id, func(b *localAnalysis) {
		if b.isMine = false; err == nil {
			b.row = found
		}
	})
}

func (a *API) cancelRunning(ctx context.Context, id, asker string) error {
	if err := a.cancel(ctx, id, asker); err != nil {
		return err
	}
	ran, err := a.endLocal(ctx, id)
	if !ran { // another node finds out at its next heartbeat
		a.update(id, func(b *localAnalysis) { b.row = row{state: None} })
	}
	return err
}

// endLocal ends an analysis that was canceled, and reports whether this node ran it.
func (a *API) endLocal(ctx context.Context, id string) (ran bool, err error) {
	a.mu.Lock()
	b := a.local[id]
	var ended chan struct{}
	if b != nil && b.isMine {
		b.stop()
		ended = b.ended
	}
	a.mu.Unlock()
	if ended == nil {
		return false, nil
	}
	select {
	case <-ended:
		return true, nil
	case <-ctx.Done():
		return true, ctx.Err()
	}
}

func (a *API) recheck(id string, g Game, all []Judged, worker string) {
	truth, wrong, err := a.Workers.Recheck(a.ctx, g, all, worker)
	if err != nil {
		if a.ctx.Err() == nil {
			a.Logger.Warn("cannot recheck an analysis", "game", id, "cause", err)
		}
		return
	}
	for _, liar := range wrong {
		a.metrics.disowned.Inc()
		if liar == worker {
			if err := a.correct(a.ctx, id, a.owner, truth); err != nil {
				a.Logger.Warn("corrected analysis not stored", "game", id, "cause", err)
			}
		}
		if err := a.deleteOf(a.ctx, liar); err != nil {
			a.Logger.Warn("cannot delete the analyses of a wrong worker", "worker", liar, "cause", err)
		}
	}
}

// Frame is the first and the last frame of a stream: the progress of an analysis.
type Frame struct {
	Event    string `json:"event" enum:"analysis" doc:"Which frame this is"`
	State    State  `json:"state" doc:"Whether it has been requested, and what came of it"`
	Of       int    `json:"of" doc:"The number of positions to judge"`
	Nodes    uint64 `json:"nodes" doc:"The most nodes searched for each position"`
	Possible bool   `json:"possible" doc:"Whether a worker is available"`
}

// JudgedFrame is a judged position.
type JudgedFrame struct {
	Event string `json:"event" enum:"judged" doc:"Which frame this is"`
	Judged
}

type follower struct {
	service *API
	id      string
	board   *localAnalysis
	sent    int  // positions sent; guarded, with the following fields, by API.mu
	isBegun bool // whether the first frame has been sent
	isOver  bool // whether the last one has
	wake    func()
}

var errEnd = errors.New("the analysis has ended")

// watch adds a follower that already has a number of positions.
func (a *API) watch(id string, found row, after int, wake func()) *follower {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.local[id]
	if b == nil {
		b = &localAnalysis{row: found}
		a.local[id] = b
	}
	f := &follower{service: a, id: id, board: b, sent: after, wake: wake}
	b.followers = append(b.followers, f)
	return f
}

// Next implements [stream.Feed].
func (f *follower) Next() ([]byte, error) {
	possible := f.service.Workers.Slots() > 0
	f.service.mu.Lock()
	defer f.service.mu.Unlock()
	b := f.board
	switch {
	case f.isOver:
		return nil, errEnd
	case !f.isBegun:
		f.isBegun = true
	case f.sent < len(b.judged):
		f.sent++
		return json.Marshal(JudgedFrame{"judged", b.judged[f.sent-1]})
	case b.state == Begun:
		return nil, nil
	default:
		f.isOver = true
	}
	return json.Marshal(Frame{"analysis", b.state, b.of, b.nodes, possible})
}

// Hear implements [stream.Feed]: clients send nothing.
func (*follower) Hear(context.Context, []byte) []byte { return nil }

// Close implements [stream.Feed].
func (f *follower) Close() {
	s := f.service
	s.mu.Lock()
	defer s.mu.Unlock()
	b := f.board
	b.followers = slices.DeleteFunc(b.followers, func(other *follower) bool { return other == f })
	if !b.isMine && len(b.followers) == 0 && s.local[f.id] == b {
		delete(s.local, f.id)
	}
}

// State is the progress of an analysis.
type State string

// The states.
const (
	None   State = "none"   // not requested
	Begun  State = "begun"  // a worker is doing it, or will be
	Done   State = "done"   // complete
	Failed State = "failed" // workers could not do it
)

type row struct {
	state   State
	of      int          // number of positions
	nodes   uint64       // for each
	judged  []Judged     // the first of them
	worker  string       // who did it, "" for the program itself
	owner   string       // the node that has it done
	asker   string       // the account that requested it, while it is running
	beat    play.Instant // the owner's last heartbeat
	version int64        // how often it has been started
}

func (r row) isSilent(now play.Instant, beat time.Duration) bool {
	const lost = 5
	return r.state == Begun && now-r.beat > play.Instant(lost*beat.Milliseconds())
}

type table struct{ store *store.Store }

func (t table) db() *database.DB { return t.store.DB() }

// find returns the row of a game; its state is None if there is no row.
func (t table) find(ctx context.Context, game string) (r row, err error) {
	var judged string
	err = t.db().Row(ctx, []any{&r.state, &r.of, &r.nodes, &judged, &r.worker, &r.owner, &r.asker, &r.beat, &r.version},
		`SELECT state, positions, nodes, judged, worker, owner, asker, beat, version FROM analyses WHERE game = $1`, game)
	if errors.Is(err, database.ErrNotFound) {
		return row{state: None}, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(judged), &r.judged)
	}
	if err != nil {
		return row{}, fmt.Errorf("analysis of game %q: %w", game, err)
	}
	return r, nil
}

// claim makes owner the owner of an analysis, replacing the row that was found.
// It reports false if another node was first. An asker whose account is closed is left out.
func (t table) claim(ctx context.Context, game string, found row, owner, asker string, g Game, now play.Instant) (bool, error) {
	err := t.db().Update(ctx, func(tx *sql.Tx) error {
		// The closing of the asker's account waits, or has ended. Guests have none.
		if err := t.store.LockAccount(ctx, tx, asker); database.IgnoreNotFound(err) != nil {
			return err
		}
		if found.state == None {
			return t.db().ExecIn(ctx, tx, `INSERT INTO analyses (game, state, positions, nodes, judged, worker, owner, asker, beat, version)
				VALUES ($1, $2, $3, $4, '[]', '', $5, `+unlessClosed+`, $7, 1)`, game, Begun, g.Positions(), g.Nodes, owner, asker, now)
		}
		return t.db().ExecIn(ctx, tx, `UPDATE analyses SET state = $2, positions = $3, nodes = $4, judged = '[]', worker = '', owner = $5, asker = `+unlessClosed+`,
			beat = $7, version = version + 1 WHERE game = $1 AND version = $8 AND state <> $9`, game, Begun, g.Positions(), g.Nodes, owner, asker, now, found.version, Done)
	})
	if errors.Is(err, database.ErrExists) || errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// unlessClosed is the player $6, or "" if their account is closed.
const unlessClosed = `CASE WHEN EXISTS (SELECT 1 FROM accounts WHERE id = $6 AND closed_at > 0) THEN '' ELSE $6 END`

// cancel deletes a running analysis that an account has requested, or returns
// ErrNotFound.
func (t table) cancel(ctx context.Context, game, asker string) error {
	return t.db().Exec(ctx, `DELETE FROM analyses WHERE game = $1 AND asker = $2 AND state = $3`, game, asker, Begun)
}

func (t table) save(ctx context.Context, game, owner string, state State, worker string, judged []Judged, now play.Instant) error {
	text, err := json.Marshal(judged)
	if err != nil {
		return err
	}
	if len(judged) == 0 {
		text = []byte(`[]`)
	}
	return t.db().Exec(ctx, `UPDATE analyses SET state = $1, worker = $2, judged = $3, beat = $4, asker = CASE WHEN $1 = $7 THEN asker ELSE '' END
		WHERE game = $5 AND owner = $6 AND state = $7`, state, worker, string(text), now, game, owner, Begun)
}

// beatAll stores a heartbeat for analyses of games that an owner runs, and returns those that
// it still does. One that was released stays so.
func (t table) beatAll(ctx context.Context, owner string, games []string, now play.Instant) ([]string, error) {
	return database.ListIn(ctx, t.db().Writer(), database.Texts,
		`UPDATE analyses SET beat = $1 WHERE owner = $2 AND state = $3 AND beat > 0 AND game IN KEYS RETURNING game`, games, now, owner, Begun)
}

func (t table) correct(ctx context.Context, game, owner string, judged []Judged) error {
	text, err := json.Marshal(judged)
	if err != nil {
		return err
	}
	return t.db().Exec(ctx, `UPDATE analyses SET judged = $1, worker = '' WHERE game = $2 AND owner = $3 AND state = $4`, string(text), game, owner, Done)
}

func (t table) release(ctx context.Context, game, owner string) error {
	return t.db().Exec(ctx, `UPDATE analyses SET beat = 0 WHERE game = $1 AND owner = $2 AND state = $3`, game, owner, Begun)
}

func (t table) deleteOf(ctx context.Context, worker string) error {
	return database.IgnoreNotFound(t.db().Exec(ctx, `DELETE FROM analyses WHERE worker = $1 AND worker <> '' AND state = $2`, worker, Done))
}
