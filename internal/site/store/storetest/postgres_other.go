//go:build !linux

package storetest

import "fmt"

// server is a running Postgres with a folder of its own.
type server struct{}

// startPostgres creates a cluster and starts it. Postgres refuses to run as
// root, so root runs it as the user postgres.
func startPostgres() (*server, error) {
	return nil, fmt.Errorf("%w: it is only started on Linux", errMissing)
}

func (*server) address(string) string { return "" }

func (*server) create(string) error { return nil }

func (*server) stop() {}

// restart kills the server and starts it again. The new one refuses to start
// while processes of the old one are left, so it retries.
func (*server) restart() error { return nil }
