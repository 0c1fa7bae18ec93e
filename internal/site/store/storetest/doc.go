// Package storetest runs tests of what keeps things in a store on both kinds of
// it: a SQLite file, and a Postgres that is thrown away afterward.
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
// Postgres is found where Debian puts it or on the path; without it that half of
// a test is skipped and says so. It listens on a socket of its own only.
//
// The package is for tests only; nothing else imports it.
package storetest
