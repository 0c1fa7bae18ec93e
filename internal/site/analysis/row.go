package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"thera/internal/site/store/database"
)

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
	of      int      // number of positions
	nodes   uint64   // for each
	judged  []Judged // the first of them
	worker  string   // who did it, "" for the program itself
	owner   string   // the node that has it done
	asker   string   // the account that requested it, while it is running
	beat    int64    // the owner's last heartbeat, in ms
	version int64    // how often it has been started
}

// isSilent reports whether the owner of a running analysis has missed several
// heartbeats.
func (r row) isSilent(now time.Time, beat time.Duration) bool {
	const lost = 5
	return r.state == Begun && now.UnixMilli()-r.beat > lost*beat.Milliseconds()
}

type table struct{ db *database.DB }

// find returns the row of a game; its state is None if there is no row.
func (t table) find(ctx context.Context, game string) (r row, err error) {
	var judged string
	err = t.db.Row(ctx, []any{&r.state, &r.of, &r.nodes, &judged, &r.worker, &r.owner, &r.asker, &r.beat, &r.version},
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
// It reports false if another node was first.
func (t table) claim(ctx context.Context, game string, found row, owner, asker string, g Game, now time.Time) (bool, error) {
	var err error
	if found.state == None {
		err = t.db.Exec(ctx, `INSERT INTO analyses (game, state, positions, nodes, judged, worker, owner, asker, beat, version) VALUES `+database.Values(10),
			game, Begun, g.Positions(), g.Nodes, `[]`, ``, owner, asker, now.UnixMilli(), 1)
	} else {
		err = t.db.Exec(ctx, `UPDATE analyses SET state = $1, positions = $2, nodes = $3, judged = '[]', worker = '', owner = $4, asker = $5, beat = $6, version = version + 1
			WHERE game = $7 AND version = $8 AND state <> $9`, Begun, g.Positions(), g.Nodes, owner, asker, now.UnixMilli(), game, found.version, Done)
	}
	if errors.Is(err, database.ErrExists) || errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// cancel deletes a running analysis that an account has requested, or returns
// ErrNotFound.
func (t table) cancel(ctx context.Context, game, asker string) error {
	return t.db.Exec(ctx, `DELETE FROM analyses WHERE game = $1 AND asker = $2 AND state = $3`, game, asker, Begun)
}

func (t table) save(ctx context.Context, game, owner string, state State, worker string, judged []Judged, now time.Time) error {
	text, err := json.Marshal(judged)
	if err != nil {
		return err
	}
	if len(judged) == 0 {
		text = []byte(`[]`)
	}
	return t.db.Exec(ctx, `UPDATE analyses SET state = $1, worker = $2, judged = $3, beat = $4, asker = CASE WHEN $1 = $7 THEN asker ELSE '' END
		WHERE game = $5 AND owner = $6 AND state = $7`, state, worker, string(text), now.UnixMilli(), game, owner, Begun)
}

func (t table) correct(ctx context.Context, game, owner string, judged []Judged) error {
	text, err := json.Marshal(judged)
	if err != nil {
		return err
	}
	return t.db.Exec(ctx, `UPDATE analyses SET judged = $1, worker = '' WHERE game = $2 AND owner = $3 AND state = $4`, string(text), game, owner, Done)
}

func (t table) release(ctx context.Context, game, owner string) error {
	return t.db.Exec(ctx, `UPDATE analyses SET beat = 0 WHERE game = $1 AND owner = $2 AND state = $3`, game, owner, Begun)
}

func (t table) deleteOf(ctx context.Context, worker string) error {
	return database.IgnoreNotFound(t.db.Exec(ctx, `DELETE FROM analyses WHERE worker = $1 AND state = $2`, worker, Done))
}
