// Package storetest runs tests on both kinds of store: a SQLite file and a
// temporary Postgres.
//
//	func TestMain(m *testing.M) { storetest.Main(m) }
//
//	func TestSomething(t *testing.T) {
//		storetest.Each(t, func(t *testing.T, address string) {
//			s, err := store.Open(t.Context(), address)
//			…
//		})
//	}
//
// Postgres is looked for on the path and where Debian installs it; without it
// the Postgres half of a test is skipped with a message. It listens only on a
// Unix socket of its own.
//
// The package is for tests only.
package storetest
