// Package bustest runs NATS servers outside of the program under test.
//
//	s := bustest.Start(t, nil)
//	b, err := bus.Open(ctx, bus.Config{URL: s.URL})
//	s.Restart() // everything that was not stored is lost, connections too
//
// The package is for tests only.
package storetest
