// Package bustest runs servers of the bus outside of the program that is tested.
//
//	s := bustest.Start(t, nil)
//	b, err := bus.Open(ctx, bus.Config{URL: s.URL})
//	…
//	s.Restart() // all that was not stored is gone, and so are the connections
//
// The package is for tests only; nothing else imports it.
package bustest
