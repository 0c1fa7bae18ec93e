//go:build !linux

package storetest

import "fmt"

type postgresServer struct{}

// startPostgres creates a cluster and starts it. Postgres refuses to run as
// root, so root runs it as the user postgres.
func startPostgres() (*postgresServer, error) {
	return nil, fmt.Errorf("%w: it is only started on Linux", errMissing)
}

func (*postgresServer) address(string) string { return "" }

func (*postgresServer) create(string) error { return nil }

func (*postgresServer) stop() {}

// restart kills the server and starts it again. The new one refuses to start
// while processes of the old one are left, so it retries.
func (*postgresServer) restart() error { return nil }
