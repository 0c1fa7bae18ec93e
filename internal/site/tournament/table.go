package tournament

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// tableOf is what is stored of contests.
type tableOf struct{ db *database.DB }

// errBehind is the error of writing events whose numbers are taken.
var errBehind = errors.New("the log has other events of these numbers")

// byLink is in the place of a class for contests that only those find who have
// the link. No class has that id.
const byLink = "-"

// scope returns who finds a contest.
func scope(t Conditions) string {
	if t.Class == "" && t.Unlisted {
		return byLink
	}
	return t.Class
}

// row is what is known of a contest without its log.
type row struct {
	id      string
	number  int
	summary string
}

func (r *row) fields() []any { return []any{&r.id, &r.number, &r.summary} }

const rowColumns = `id, number, summary`

// add makes a contest.
func (t tableOf) add(ctx context.Context, id string, s *State, events []Event, due play.Instant, summary string) error {
	return t.db.Update(ctx, func(tx *sql.Tx) error {
		terms := s.Terms()
		err := t.db.ExecIn(ctx, tx, `INSERT INTO contests (id, organizer, class, created_at, starts_at, ended_at, number, due_at, summary) VALUES `+database.Values(9),
			id, s.Organizer(), scope(terms), s.Created(), terms.Starts, 0, s.Number(), due, summary)
		if err != nil {
			return err
		}
		return t.write(ctx, tx, id, events)
	})
}

// append adds events to a log, or returns errBehind.
func (t tableOf) append(ctx context.Context, id string, s *State, events []Event, due play.Instant, summary string) error {
	return t.db.Update(ctx, func(tx *sql.Tx) error {
		err := t.db.ExecIn(ctx, tx, `UPDATE contests SET number = $1, due_at = $2, ended_at = $3, summary = $4 WHERE id = $5 AND number = $6`,
			s.Number(), due, s.Ended(), summary, id, events[0].Number-1)
		if errors.Is(err, database.ErrNotFound) {
			return errBehind
		}
		if err != nil {
			return err
		}
		return t.write(ctx, tx, id, events)
	})
}

func (t tableOf) write(ctx context.Context, tx *sql.Tx, id string, events []Event) error {
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := t.db.ExecIn(ctx, tx, `INSERT INTO contest_events (contest, number, event) VALUES ($1, $2, $3)`, id, e.Number, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// events returns those of a contest whose numbers are above after.
func (t tableOf) events(ctx context.Context, id string, after int) ([]Event, error) {
	texts, err := database.List(ctx, t.db.Reader(), database.Texts, `SELECT event FROM contest_events WHERE contest = $1 AND number > $2 ORDER BY number`, id, after)
	if err != nil {
		return nil, err
	}
	events := make([]Event, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &events[i]); err != nil {
			return nil, fmt.Errorf("event %q of a contest: %w", text, err)
		}
	}
	return events, nil
}

// due returns the ids of contests that are to be looked at.
func (t tableOf) due(ctx context.Context, now play.Instant) ([]string, error) {
	return database.List(ctx, t.db.Reader(), database.Texts, `SELECT id FROM contests WHERE due_at > 0 AND due_at <= $1 ORDER BY due_at`, now)
}

// postpone says when a contest is to be looked at next, unless something has
// happened in it.
func (t tableOf) postpone(ctx context.Context, id string, number int, due play.Instant) error {
	err := t.db.Exec(ctx, `UPDATE contests SET due_at = $1 WHERE id = $2 AND number = $3`, due, id, number)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	return err
}

// number returns the number of a contest's last event, or ErrNotFound.
func (t tableOf) number(ctx context.Context, id string) (number int, err error) {
	err = t.db.Row(ctx, []any{&number}, `SELECT number FROM contests WHERE id = $1`, id)
	return number, err
}

// listed returns contests of a class, "" for those of everybody: first those that
// go on or are to come, in the order in which they start, then those that have
// ended, the last one first.
func (t tableOf) listed(ctx context.Context, class string, limit int) ([]row, error) {
	return database.List(ctx, t.db.Reader(), (*row).fields, `SELECT `+rowColumns+` FROM contests WHERE class = $1
		ORDER BY CASE WHEN ended_at = 0 THEN 0 ELSE 1 END, ended_at DESC, starts_at, created_at DESC LIMIT $2`, class, limit)
}

// of returns the contests that somebody has made, the newest first.
func (t tableOf) of(ctx context.Context, organizer string, limit int) ([]row, error) {
	return database.List(ctx, t.db.Reader(), (*row).fields, `SELECT `+rowColumns+` FROM contests WHERE organizer = $1 ORDER BY created_at DESC LIMIT $2`, organizer, limit)
}

// open returns how many contests of an organizer have not ended.
func (t tableOf) open(ctx context.Context, organizer string) (n int, err error) {
	err = t.db.Row(ctx, []any{&n}, `SELECT count(*) FROM contests WHERE organizer = $1 AND ended_at = 0`, organizer)
	return n, err
}
