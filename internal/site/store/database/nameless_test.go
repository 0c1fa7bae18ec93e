package database_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// The migration takes the names out of the first events of games, and leaves all else.
func TestNameless(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := t.Context()
		db, err := database.Open(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		events := []string{
			`{"number":1,"at":5,"event":"created","setup":{"game":"hermit","clock":"5+3","rated":true,"players":[{"id":"b","name":"Bob \"<\u00e9>\"","kind":"person","rating":1500},{"id":"a","name":"Ann","kind":"guest"}],"powers":{"way":"random","seed":4294967295}}}`,
			`{"number":2,"at":6,"event":"turn","seat":1,"turn":"Ra1"}`,
		}
		want := []string{
			`{"number":1,"at":5,"event":"created","setup":{"game":"hermit","clock":"5+3","rated":true,"players":[{"id":"b","kind":"person","rating":1500},{"id":"a","kind":"guest"}],"powers":{"way":"random","seed":4294967295}}}`,
			events[1],
		}
		for i, event := range events {
			if err := db.Exec(ctx, `INSERT INTO events (game, number, kind, event) VALUES ('g', $1, 'x', $2)`, i+1, event); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // a second time changes nothing
			if err := database.RemoveNames(ctx, db); err != nil {
				t.Fatal(err)
			}
			got, err := database.List(ctx, db.Reader(), database.Texts, `SELECT event FROM events ORDER BY number`)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if !same(t, got[i], want[i]) {
					t.Errorf("the event is %s, want %s", got[i], want[i])
				}
			}
		}
	})
}

// same reports whether two texts are the same JSON.
func same(t *testing.T, a, b string) bool {
	t.Helper()
	var one, other any
	if err := json.Unmarshal([]byte(a), &one); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	if err := json.Unmarshal([]byte(b), &other); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return reflect.DeepEqual(one, other)
}
