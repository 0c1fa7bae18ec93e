package store

import (
	"context"
	"database/sql"
	"slices"
)

// dialect is how batches are written, which differs between the databases.
//
// advance is the fence between writers: its UPDATE moves a game forward only if
// the batch starts at the game's next number and, with Postgres, if its epoch
// is the game's current one. A node that has lost a game to another one cannot
// write to it, however late it notices.
type dialect interface {
	// advance moves games forward and returns the indices of the batches that
	// passed the fence.
	advance(ctx context.Context, tx *sql.Tx, batches []*batch) ([]int, error)
	// insert adds the events of batches.
	insert(ctx context.Context, tx *sql.Tx, batches []*batch) error
}

// lite is SQLite, where single statements are cheap.
type lite struct{}

func (lite) advance(ctx context.Context, tx *sql.Tx, batches []*batch) (moved []int, err error) {
	update, err := tx.PrepareContext(ctx, `UPDATE games SET number = $1, ply = $2, turn = $3, deadline = $4, position = $5, last_turn = $6 WHERE id = $7 AND number = $8`)
	if err != nil {
		return nil, err
	}
	defer update.Close()
	for i, b := range batches {
		result, err := update.ExecContext(ctx, b.last(), b.Ply, b.Turn, b.Deadline, b.Position, b.Last, b.Game, b.first()-1)
		if err != nil {
			return nil, err
		}
		if n, err := result.RowsAffected(); err != nil {
			return nil, err
		} else if n == 1 {
			moved = append(moved, i)
		}
	}
	return moved, nil
}

func (lite) insert(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	insert, err := tx.PrepareContext(ctx, `INSERT INTO events (game, number, kind, event) VALUES ($1, $2, $3, $4)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, b := range batches {
		for i, e := range b.Events {
			if _, err := insert.ExecContext(ctx, b.Game, e.Number, e.Kind, b.texts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// postgres writes a group of batches in two statements.
type postgres struct{}

func (postgres) advance(ctx context.Context, tx *sql.Tx, batches []*batch) (moved []int, err error) {
	var ids, position, lastTurn []string
	var first, last, ply, turn, deadline, epoch []int64
	for _, b := range batches {
		ids, position, lastTurn = append(ids, b.Game), append(position, b.Position), append(lastTurn, string(b.Last))
		first, last = append(first, int64(b.first())), append(last, int64(b.last()))
		ply, turn, deadline = append(ply, int64(b.Ply)), append(turn, int64(b.Turn)), append(deadline, int64(b.Deadline))
		epoch = append(epoch, b.Epoch)
	}
	rows, err := tx.QueryContext(ctx, `
		UPDATE games SET number = b.last, ply = b.ply, turn = b.turn, deadline = b.deadline, position = b.position, last_turn = b.last_turn,
			silent_since = CASE WHEN b.epoch = 0 THEN games.silent_since ELSE 0 END
		FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
			AS b (id, first, last, ply, turn, deadline, position, last_turn, epoch)
		WHERE games.id = b.id AND games.number = b.first - 1 AND b.epoch IN (0, games.epoch)
		RETURNING games.id`, ids, first, last, ply, turn, deadline, position, lastTurn, epoch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		moved = append(moved, slices.Index(ids, id))
	}
	slices.Sort(moved)
	return moved, rows.Err()
}

func (postgres) insert(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	var ids, kinds, texts []string
	var numbers []int64
	for _, b := range batches {
		for i, e := range b.Events {
			ids, numbers = append(ids, b.Game), append(numbers, int64(e.Number))
			kinds, texts = append(kinds, string(e.Kind)), append(texts, b.texts[i])
		}
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO events (game, number, kind, event)
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])`, ids, numbers, kinds, texts)
	return err
}
