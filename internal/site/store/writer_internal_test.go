package store

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"thera/internal/site/play"
)

// TestTurnsEndWithTheirTransaction writes turns until the context of the transaction ends.
func TestTurnsEndWithTheirTransaction(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	turn := []*batch{{Batch: play.Batch{Game: "game", Events: []play.Event{{Number: 2}}}, texts: []string{"{}"}}}
	ctx, cancel := context.WithCancel(t.Context())
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		cancel()
		for {
			if _, err := s.dialect.advance(ctx, tx, turn, false); err != nil {
				return err
			}
		}
	})
	if !errors.Is(err, sql.ErrTxDone) && !errors.Is(err, context.Canceled) && !strings.Contains(err.Error(), "statement is closed") {
		t.Errorf("%v, want the end of the transaction", err)
	}
	if err := s.db.Update(t.Context(), func(*sql.Tx) error { return nil }); err != nil {
		t.Errorf("the next transaction: %v", err)
	}
}
