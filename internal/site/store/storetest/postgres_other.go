//go:build !linux

package storetest

import "fmt"

type server struct{}

func startPostgres() (*server, error) {
	return nil, fmt.Errorf("%w: it is only started on Linux", errMissing)
}

func (*server) address(string) string { return "" }

func (*server) create(string) error { return nil }

func (*server) stop() {}

func (*server) restart() error { return nil }
