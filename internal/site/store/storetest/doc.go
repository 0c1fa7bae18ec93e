// Package storetest runs throw-away servers for tests. Tests of the store run on both
// kinds, a SQLite file and a temporary Postgres:
//
//	func TestMain(m *testing.M) { storetest.Main(m) }
//
//	func TestSomething(t *testing.T) {
//		storetest.Each(t, func(t *testing.T, address string) {
//			s := storetest.Open(t, address)
//			…
//		})
//	}
//
// Postgres is looked for on the path and where Debian installs it; without it
// the Postgres half of a test is skipped with a message. It listens only on a
// Unix socket of its own.
//
// [StartBus] runs a NATS server outside of the program under test:
//
//	s := storetest.StartBus(t, nil)
//	b := storetest.OpenBus(t, s.URL)
//	s.Restart() // everything that was not stored is lost, connections too
//
// [Until], [AwaitLocks] and [Meanwhile] wait for what others do, and fail if it does not
// happen.
//
// [Join] adds a node to those that serve a store, for tests of several.
//
// It is a package of its own so that the tests of other packages can use it without
// putting it into the program.
package storetest
