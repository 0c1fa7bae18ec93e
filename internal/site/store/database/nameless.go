package database

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// nameless is the migration that takes the names of players out of the logs of games,
// which keep IDs only: a name is in the table of accounts and nowhere else. It is not a
// file, because the databases read JSON differently. Offers made before it lose their
// names when they expire, within two weeks.
func nameless(statement string) goose.ProviderOption {
	return goose.WithGoMigrations(goose.NewGoMigration(31, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement)
		return err
	}}, nil))
}

const (
	namelessLite = `UPDATE events SET event = json_set(event, '$.setup.players', json((
		SELECT json_group_array(json(player)) FROM (SELECT json_remove(value, '$.name') AS player FROM json_each(event, '$.setup.players') ORDER BY key))))
		WHERE number = 1`
	namelessPostgres = `UPDATE events SET event = jsonb_set(event::jsonb, '{setup,players}', (
		SELECT jsonb_agg(player - 'name' ORDER BY n) FROM jsonb_array_elements(event::jsonb -> 'setup' -> 'players') WITH ORDINALITY AS all_players (player, n)))::text
		WHERE number = 1`
)
