package storetest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// BusServer is a server with an address.
type BusServer struct {
	URL string

	t       testing.TB
	options server.Options
	server  *server.Server
}

// StartBus starts a server that ends with the test. options, which may be nil,
// changes its configuration.
func StartBus(t testing.TB, options func(*server.Options)) *BusServer {
	t.Helper()
	s := &BusServer{t: t, options: server.Options{
		Host: "127.0.0.1", Port: port(t), JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	}}
	if options != nil {
		options(&s.options)
	}
	s.start()
	s.URL = s.server.ClientURL()
	t.Cleanup(s.Stop)
	return s
}

func (s *BusServer) start() {
	s.t.Helper()
	options := s.options
	var err error
	if s.server, err = server.NewServer(&options); err != nil {
		s.t.Fatal(err)
	}
	s.server.Start()
	if !s.server.ReadyForConnections(time.Minute) {
		s.t.Fatal("the server does not start")
	}
}

// Stop stops the server.
func (s *BusServer) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// Restart stops the server and starts it at the same address.
func (s *BusServer) Restart() {
	s.t.Helper()
	s.Stop()
	s.start()
}
