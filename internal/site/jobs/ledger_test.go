package jobs

import (
	"slices"
	"testing"
	"time"

	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// TestStoreLedger has two processes work on one proof: both read the same
// answers in the same order, and a question belongs to its asker until that
// falls silent.
func TestStoreLedger(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := t.Context()
		db, err := database.Open(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		var taken [2][]string
		var ledgers [2]ledger
		for i := range ledgers {
			if ledgers[i], err = openLedger(ProofOptions{Store: db}, "hermit x", nil); err != nil {
				t.Fatal(err)
			}
		}
		take := func(i int) func(proofEntry) {
			return func(e proofEntry) { taken[i] = append(taken[i], e.Position+e.Excluded) }
		}
		a, b := ledgers[0], ledgers[1]
		claim := func(l ledger, question string, want bool) {
			t.Helper()
			if got, err := l.claim(ctx, question); got != want || err != nil {
				t.Errorf("claim of %s: %t, %v, want %t", question, got, err, want)
			}
		}
		add := func(l ledger, i int, e proofEntry) {
			t.Helper()
			if err := l.add(ctx, e, take(i)); err != nil {
				t.Error(err)
			}
		}
		claim(a, "one", true)
		claim(a, "one", true)
		claim(b, "one", false)
		claim(b, "two", true)
		add(b, 1, proofEntry{Position: "two"})
		add(a, 0, proofEntry{Position: "one"})
		add(b, 1, proofEntry{Excluded: "liar"})
		if err := a.news(ctx, take(0)); err != nil {
			t.Error(err)
		}
		if want := []string{"two", "one", "liar"}; !slices.Equal(taken[0], want) || !slices.Equal(taken[1], want) {
			t.Errorf("taken %v, want %v by both", taken, want)
		}

		claim(b, "one", true) // it was dropped with its answer
		claim(a, "three", true)
		silent := time.Now().Add(-2 * claimLifetime).UnixMilli()
		if err := db.Exec(ctx, `UPDATE proof_questions SET beat = $1`, silent); err != nil {
			t.Fatal(err)
		}
		if err := b.heartbeat(ctx); err != nil {
			t.Error(err)
		}
		claim(a, "one", false)
		claim(b, "three", true)
		if err := b.close(); err != nil {
			t.Error(err)
		}
		claim(a, "one", true)
		claim(a, "three", true)
	})
}
