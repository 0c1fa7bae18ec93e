package store

import (
	"context"
	"database/sql"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Beat stores a heartbeat and outages before it. An outage replaces a stored
// one with the same start.
func (s *Store) Beat(ctx context.Context, at play.Instant, outages ...play.Span) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		for _, o := range outages {
			_, err := tx.ExecContext(ctx, `INSERT INTO outages (began, ended) VALUES ($1, $2)
				ON CONFLICT (began) DO UPDATE SET ended = excluded.ended`, o.From, o.To)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE service SET beat = $1`, at)
		return err
	})
}

// LastBeat returns the last heartbeat, 0 if there was none, and all outages.
func (s *Store) LastBeat(ctx context.Context) (last play.Instant, outages []play.Span, err error) {
	if err := s.db.Row(ctx, []any{&last}, `SELECT beat FROM service`); err != nil {
		return 0, nil, err
	}
	outages, err = database.List(ctx, s.db.Reader(), func(o *play.Span) []any { return []any{&o.From, &o.To} }, `SELECT began, ended FROM outages ORDER BY began`)
	return last, outages, err
}
