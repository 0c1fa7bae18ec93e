package tournament

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

type storage struct{ store *store.Store }

func (t storage) db() *database.DB { return t.store.DB() }

var errConflict = errors.New("the log has other events of these numbers")

// unlistedScope stands in for the class of tournaments that can be found only
// by their link. No class has this ID.
const unlistedScope = "-"

// scope returns who finds a tournament in lists: a class, "" for everybody, or
// unlistedScope. One that ended before its start is of no interest to everybody.
func scope(s *State) string {
	neverStarted := s.stage == Done && s.started == 0
	if s.terms.Class == "" && (s.terms.Unlisted || neverStarted) {
		return unlistedScope
	}
	return s.terms.Class
}

type row struct {
	id      string
	number  int
	summary string
}

func (r *row) fields() []any { return []any{&r.id, &r.number, &r.summary} }

const rowColumns = `id, number, summary`

// add stores a tournament. It returns store.ErrFull if its organizer has as many open
// ones as are allowed. Those of a class that was handed over are no longer theirs to end.
func (t storage) add(ctx context.Context, id string, s *State, events []Event, due play.Instant, summary string) error {
	return t.db().Update(ctx, func(tx *sql.Tx) error {
		if err := t.store.BelowLimit(ctx, tx, s.organizer, `contests WHERE organizer = $1 AND ended_at = 0
			AND NOT EXISTS (SELECT 1 FROM classes WHERE classes.id = contests.class AND classes.teacher <> $1)`, maxOpen); err != nil {
			return err
		}
		err := t.db().ExecIn(ctx, tx, `INSERT INTO contests (id, organizer, class, created_at, starts_at, ended_at, number, due_at, summary) VALUES `+database.Values(9),
			id, s.organizer, scope(s), s.created, s.terms.Starts, 0, s.number, due, summary)
		if err != nil {
			return err
		}
		return t.insertEvents(ctx, tx, id, events)
	})
}

// append adds events to a log, or returns errConflict.
func (t storage) append(ctx context.Context, id string, s *State, events []Event, due play.Instant, summary string) error {
	return t.db().Update(ctx, func(tx *sql.Tx) error {
		if err := t.lockJoining(ctx, tx, s, events); err != nil {
			return err
		}
		err := t.db().ExecIn(ctx, tx, `UPDATE contests SET number = $1, due_at = $2, ended_at = $3, summary = $4, class = $5 WHERE id = $6 AND number = $7`,
			s.number, due, s.ended, summary, scope(s), id, events[0].Number-1)
		if errors.Is(err, database.ErrNotFound) {
			return errConflict
		}
		if err != nil {
			return err
		}
		return t.insertEvents(ctx, tx, id, events)
	})
}

// lockJoining locks the accounts of players who join, as closing them and making them bots do.
// It refuses one that has been closed or made a bot since the request was identified.
func (t storage) lockJoining(ctx context.Context, tx *sql.Tx, s *State, events []Event) error {
	for _, e := range events {
		if e.Kind != Joined || s.isGuest(*e.Player) {
			continue
		}
		err := t.db().ExecIn(ctx, tx, `UPDATE accounts SET kind = kind WHERE id = $1 AND kind = $2 AND closed_at = 0`, e.Player.ID, e.Player.Kind)
		if errors.Is(err, database.ErrNotFound) {
			err = play.Refuse(NotForYou, "the account has just been closed or turned into a bot")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t storage) insertEvents(ctx context.Context, tx *sql.Tx, id string, events []Event) error {
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := t.db().ExecIn(ctx, tx, `INSERT INTO contest_events (contest, number, event) VALUES ($1, $2, $3)`, id, e.Number, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// Delete deletes a tournament on behalf of an operator, whose act about it is added to the
// audit log with the ID of its organizer. Its games stay.
func Delete(ctx context.Context, s *store.Store, act store.Act) error {
	return s.DB().Update(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `DELETE FROM contests WHERE id = $1 RETURNING organizer`, act.Object).Scan(&act.Detail)
		if errors.Is(err, sql.ErrNoRows) {
			return play.Refuse(account.NotFound, "tournament %.40q: none has this ID", act.Object)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM contest_events WHERE contest = $1`, act.Object)
		}
		if err != nil {
			return err
		}
		return s.AddActIn(ctx, tx, act)
	})
}

func (t storage) events(ctx context.Context, id string, after int) ([]Event, error) {
	texts, err := database.List(ctx, t.db().Reader(), database.Texts, `SELECT event FROM contest_events WHERE contest = $1 AND number > $2 ORDER BY number`, id, after)
	if err != nil {
		return nil, err
	}
	events := make([]Event, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &events[i]); err != nil {
			return nil, fmt.Errorf("event %q of a tournament: %w", text, err)
		}
	}
	return events, nil
}

func (t storage) due(ctx context.Context, now play.Instant) ([]string, error) {
	return database.List(ctx, t.db().Reader(), database.Texts, `SELECT id FROM contests WHERE due_at > 0 AND due_at <= $1 ORDER BY due_at`, now)
}

// postpone sets when a tournament is due, unless it has changed.
func (t storage) postpone(ctx context.Context, id string, number int, due play.Instant) error {
	return database.IgnoreNotFound(t.db().Exec(ctx, `UPDATE contests SET due_at = $1 WHERE id = $2 AND number = $3`, due, id, number))
}

func (t storage) number(ctx context.Context, id string) (number int, err error) {
	err = t.db().Row(ctx, []any{&number}, `SELECT number FROM contests WHERE id = $1`, id)
	return number, err
}

// listStatement reads what is listed of the tournaments of a class, and no others: each part
// follows an index. It is one statement, so that one that ends meanwhile is in one part.
const listStatement = `SELECT ` + rowColumns + ` FROM (
		SELECT * FROM (SELECT ` + listColumns + ` FROM contests WHERE class = $1 AND ended_at = 0 ORDER BY starts_at, created_at DESC LIMIT $2) AS open
		UNION ALL
		SELECT * FROM (SELECT ` + listColumns + ` FROM contests WHERE class = $1 AND ended_at > 0 ORDER BY ended_at DESC, starts_at, created_at DESC LIMIT $2) AS ended
	) AS listed ORDER BY CASE WHEN ended_at = 0 THEN 0 ELSE 1 END, ended_at DESC, starts_at, created_at DESC LIMIT $2`

const listColumns = rowColumns + `, ended_at, starts_at, created_at`

// byClass returns the tournaments of a class, "" for public ones: first those
// that have not ended, by start, then the others, the latest first.
func (t storage) byClass(ctx context.Context, class string, limit int) ([]row, error) {
	return database.List(ctx, t.db().Reader(), (*row).fields, listStatement, class, limit)
}

func (t storage) byOrganizer(ctx context.Context, organizer string, limit int) ([]row, error) {
	return database.List(ctx, t.db().Reader(), (*row).fields, `SELECT `+rowColumns+` FROM contests WHERE organizer = $1 ORDER BY created_at DESC LIMIT $2`, organizer, limit)
}

// openIn returns the tournaments of a class that have not ended.
func (t storage) openIn(ctx context.Context, class string) ([]string, error) {
	return database.List(ctx, t.db().Reader(), database.Texts, `SELECT id FROM contests WHERE class = $1 AND ended_at = 0 ORDER BY id`, class)
}

// concerning returns the tournaments that have not ended and that a player organizes or
// has joined.
func (t storage) concerning(ctx context.Context, player string) ([]string, error) {
	return database.List(ctx, t.db().Reader(), database.Texts, `SELECT id FROM contests WHERE ended_at = 0
		AND (organizer = $1 OR id IN (SELECT contest FROM contest_events WHERE `+store.JoinedBy+`)) ORDER BY id`, player)
}
