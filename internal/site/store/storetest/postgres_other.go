//go:build !linux

package storetest

import "fmt"

type postgresServer struct{}

func startPostgres(...string) (*postgresServer, error) {
	return nil, fmt.Errorf("%w: it is only started on Linux", errMissing)
}

func (*postgresServer) address(string) string { return "" }

func (*postgresServer) create(string, string) error { return nil }

func (*postgresServer) stop() {}

func (*postgresServer) restart() error { return nil }
