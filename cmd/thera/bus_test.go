package main

import (
	"net"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"thera/internal/site/store/storetest"
)

// natsServer is the name by which the binary of the tests is a NATS server.
const natsServer = "nats-server"

// serveBus is a NATS server with an address and a folder, which never ends by
// itself.
func serveBus() {
	host, port, err := net.SplitHostPort(os.Args[1])
	if err != nil {
		os.Exit(2)
	}
	number, _ := strconv.Atoi(port) // 0 is any
	s, err := server.NewServer(&server.Options{Host: host, Port: number, JetStream: true, StoreDir: os.Args[2], NoSigs: true, NoLog: true})
	if err != nil {
		os.Exit(1)
	}
	s.Start()
	s.WaitForShutdown()
}

// busProcess is a NATS server that is killed and started again.
type busProcess struct {
	testing.TB
	folder, address string
	process         *exec.Cmd
}

// start starts the server, and waits until it listens.
func (b *busProcess) start() {
	b.Helper()
	b.process = exec.Command(os.Args[0])
	b.process.Args = []string{natsServer, b.address, b.folder}
	if err := b.process.Start(); err != nil {
		b.Fatal(err)
	}
	storetest.Until(b, "the bus listens", func() bool {
		conn, err := net.Dial("tcp", b.address)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// kill gives the server no chance to do anything any more.
func (b *busProcess) kill() {
	_ = b.process.Process.Kill()
	_ = b.process.Wait()
}
