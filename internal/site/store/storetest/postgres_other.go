//go:build !linux

package storetest

import "errors"

type server struct{}

func startPostgres() (*server, error) { return nil, errors.New("only done on Linux") }

func (*server) address(string) string { return "" }

func (*server) create(string) error { return nil }

func (*server) stop() {}

func (*server) restart() error { return nil }
