package database

import "context"

// Tables returns the names of the tables that are in a backup.
func Tables() (names []string) {
	for _, t := range tables {
		names = append(names, t.name)
	}
	return names
}

// RemoveNames does what the migration nameless does.
func RemoveNames(ctx context.Context, d *DB) error {
	statement := namelessLite
	if d.Shared() {
		statement = namelessPostgres
	}
	return d.Exec(ctx, statement)
}
