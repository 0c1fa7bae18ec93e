package database_test

import (
	"os"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/store/storetest"
)

// Older programs have written names into the audit log. Those of accounts outside classes
// become IDs, unless somebody else had the name before.
func TestAuditAccounts(t *testing.T) {
	migration := gametest.Must(t, os.ReadFile, "migrations/0071_audit_accounts.sql")
	storetest.EachNew(t, func(t *testing.T, address string) {
		db := mustOpen(t, address)
		for _, a := range []struct {
			id, name, folded, class string
			closed                  int
		}{
			{id: "id7", name: "Ann", folded: "ann"},
			{id: "id8", name: "Bob", folded: "bob"},
			{id: "id9", name: "Ann", folded: "ann@class1", class: "class1"},
			{id: "id10", name: "Eve", folded: "eve@class1", class: "class1"},
			{id: "id11", name: "deleted", folded: "gone", closed: 1},
			{id: "id12", name: "deleted", folded: "lost", closed: 1},
		} {
			exec(t, db, `INSERT INTO accounts (id, name, folded, kind, password, created_at, closed_at, banned_at, ban, class)
				VALUES ($1, $2, $3, 'person', '', 0, $4, 0, '', $5)`, a.id, a.name, a.folded, a.closed, a.class)
		}
		for _, act := range [][3]string{
			{"1", "ban", "Ann"},
			{"2", "ban", "Gone"},
			{"3", "backup", "Ann"},
			{"4", "ban", "Bob"},
			{"5", "rename", "Bob"},
			{"6", "ban", "Eve"},
			{"7", "ban", "deleted"},
		} {
			exec(t, db, `INSERT INTO audit (id, at, actor, act, object, detail, reason) VALUES ($1, 0, 'root', $2, $3, '', '')`, act[0], act[1], act[2])
		}
		exec(t, db, string(migration))
		for id, want := range map[string]string{"1": "id7", "2": "Gone", "3": "Ann", "4": "Bob", "6": "Eve", "7": "deleted"} {
			var object string
			if err := db.Row(t.Context(), []any{&object}, `SELECT object FROM audit WHERE id = $1`, id); err != nil || object != want {
				t.Errorf("act %s: object %q, %v, want %q", id, object, err, want)
			}
		}
	})
}
