package bus

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/nats-io/nats-server/v2/server"
)

// Limits of an embedded server: it is for few and small jobs.
const (
	embeddedMemory = 16 << 20
	embeddedDisk   = 1 << 30
)

type embedded struct {
	server *server.Server
	folder string // to remove at the end
	listen string
	// password of this program itself
	password string
}

// embeddedUser is the user of the program that embeds the server.
const embeddedUser = "inside"

func embed(c Config) (*embedded, error) {
	e := &embedded{listen: c.Listen}
	folder := c.Folder
	if folder == "" {
		var err error
		if folder, err = os.MkdirTemp("", "thera-bus-"); err != nil {
			return nil, err
		}
		e.folder = folder
	}
	options := &server.Options{
		ServerName: c.Name, DontListen: c.Listen == "", NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: folder, JetStreamMaxMemory: embeddedMemory, JetStreamMaxStore: embeddedDisk,
		AuthTimeout: connectTimeout.Seconds(),
	}
	if c.Listen != "" {
		host, port, err := net.SplitHostPort(c.Listen)
		if err == nil {
			options.Host = host
			options.Port, err = strconv.Atoi(port)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("listen address %q: want HOST:PORT: %w", c.Listen, err), e.close())
		}
		if options.Port == 0 {
			options.Port = server.RANDOM_PORT
		}
	}
	if users := c.users(); users != nil {
		e.password = rand.Text()
		options.Users = append(users, &server.User{Username: embeddedUser, Password: e.password})
	}
	var err error
	if e.server, err = server.NewServer(options); err != nil {
		return nil, errors.Join(err, e.close())
	}
	e.server.Start()
	if !e.server.ReadyForConnections(connectTimeout) {
		return nil, errors.Join(errors.New("the embedded server does not start"), e.close())
	}
	return e, nil
}

// close ends the server; it does nothing for nil.
func (e *embedded) close() error {
	if e == nil {
		return nil
	}
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
	if e.folder == "" {
		return nil
	}
	return os.RemoveAll(e.folder)
}
