package database_test

import (
	"slices"
	"testing"

	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// A table that a backup does not know would be lost with it.
func TestBackupKnowsAllTables(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		db, err := database.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
		if db.Shared() {
			query = `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`
		}
		tables, err := database.List(t.Context(), db.Reader(), database.Texts, query)
		if err != nil {
			t.Fatal(err)
		}
		// The nodes of a store are not those of another one.
		kept := append(database.Tables(), "nodes", "goose_db_version")
		for _, table := range tables {
			if !slices.Contains(kept, table) {
				t.Errorf("table %s is not in backups: want it in tables, in backup.go", table)
			}
		}
	})
}
