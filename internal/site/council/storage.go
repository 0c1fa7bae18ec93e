package council

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

type storage struct{ db *database.DB }

// errConflict is the error of a change of a ballot that somebody else has changed.
var errConflict = errors.New("the ballot has changed")

// ballot returns the last ballot of a game, an empty one if there was none.
func (t storage) ballot(ctx context.Context, game string) (b ballot, err error) {
	var text string
	var due play.Instant
	err = t.db.Row(ctx, []any{&b.version, &text, &due}, `SELECT version, ballot, due_at FROM ballots WHERE game = $1`, game)
	if errors.Is(err, database.ErrNotFound) {
		return ballot{}, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &b)
	}
	b.left = due == hastened
	return b, err
}

// put stores a ballot in place of the version that it was made from, or returns errConflict.
// One that players have left stays due at once.
func (t storage) put(ctx context.Context, game string, b ballot, due play.Instant) error {
	if b.left {
		due = hastened
	}
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	if b.version == 0 {
		err = t.db.Exec(ctx, `INSERT INTO ballots (game, version, ballot, due_at) VALUES ($1, 1, $2, $3)`, game, string(text), due)
	} else {
		err = t.db.Exec(ctx, `UPDATE ballots SET version = $1, ballot = $2, due_at = $3 WHERE game = $4 AND version = $5`, b.version+1, string(text), due, game, b.version)
	}
	if errors.Is(err, database.ErrExists) || errors.Is(err, database.ErrNotFound) {
		return errConflict
	}
	if err != nil {
		return fmt.Errorf("ballot of game %s: %w", game, err)
	}
	return nil
}

func (t storage) due(ctx context.Context, now play.Instant) ([]string, error) {
	return database.List(ctx, t.db.Reader(), database.Texts, `SELECT game FROM ballots WHERE due_at <= $1 ORDER BY due_at LIMIT 1000`, now)
}

// hastened is when votes are due because players have left.
const hastened play.Instant = 0

// hasten makes the votes of a tournament's games due, also those on their way and those in
// which nobody has voted.
func (t storage) hasten(ctx context.Context, tournament string) error {
	return database.IgnoreNotFound(t.db.Exec(ctx, `INSERT INTO ballots (game, version, ballot, due_at)
		SELECT id, 1, '{}', $1 FROM games WHERE contest = $2 AND contest <> '' AND ended_at = 0
		ON CONFLICT (game) DO UPDATE SET due_at = excluded.due_at, version = ballots.version + 1`, hastened, tournament))
}

// remove removes the ballot of a game that is over.
func (t storage) remove(ctx context.Context, game string) error {
	return database.IgnoreNotFound(t.db.Exec(ctx, `DELETE FROM ballots WHERE game = $1`, game))
}
