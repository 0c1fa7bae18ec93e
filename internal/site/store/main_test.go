package store_test

import (
	"fmt"
	"os"
	"testing"

	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) {
	if address := os.Getenv(writerAddress); address != "" {
		writeForever(address)
	}
	storetest.Main(m)
}

// each runs a test with an empty store of each kind.
func each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, address string) { test(t, open(t, address)) })
}

func open(t testing.TB, address string) *store.Store {
	t.Helper()
	s := storetest.Open(t, address)
	return s
}

// id returns the id of a test's n-th game.
func id(n int) string { return fmt.Sprint("game", n) }
