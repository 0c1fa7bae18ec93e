package bus

import (
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// NodeUser is the user of nodes and dispatchers, which may do everything.
const NodeUser = "node"

// embeddedUser is the user of the program that embeds the server.
const embeddedUser = "inside"

// A worker may pull jobs and exchange messages with dispatchers, nothing else. It may
// publish only below one of these subjects, followed by its name, so that a dispatcher
// knows who speaks.
const (
	WorkerSubject  = "work"
	TrustedSubject = "trusted" // of trusted workers
)

// WorkerToken lets a worker sign in to a server.
type WorkerToken struct {
	// Name is the worker's user. Workers with the same token share it.
	Name string
	// IsTrusted workers may also pull jobs from reserved queues.
	IsTrusted bool
	secret    string
}

const (
	defaultWorker = "worker" // the name in tokens without one
	trustedMark   = "trusted"
	minSecret     = 16 // characters
)

var workerName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,29}$`)

// NewWorkerToken returns a new token for a worker with a name.
func NewWorkerToken(name string, trusted bool) (WorkerToken, error) {
	t := WorkerToken{Name: name, IsTrusted: trusted, secret: rand.Text()}
	return t, t.check()
}

// ParseWorkerToken reads a token: NAME.SECRET, NAME.trusted.SECRET, or only the secret
// of a worker with the name "worker".
func ParseWorkerToken(text string) (t WorkerToken, err error) {
	switch parts := strings.SplitN(text, ".", 3); {
	case len(parts) == 1:
		t = WorkerToken{Name: defaultWorker, secret: text}
	case len(parts) == 2:
		t = WorkerToken{Name: parts[0], secret: parts[1]}
	case parts[1] == trustedMark:
		t = WorkerToken{Name: parts[0], IsTrusted: true, secret: parts[2]}
	default:
		return t, errors.New("token of a worker: want NAME.SECRET or NAME.trusted.SECRET")
	}
	return t, t.check()
}

func (t WorkerToken) check() error {
	switch {
	case !workerName.MatchString(t.Name) || t.Name == NodeUser || t.Name == embeddedUser:
		return fmt.Errorf("name %.40q of a worker: want 1 to 30 of a-z, 0-9 and hyphens, and neither %s nor %s", t.Name, NodeUser, embeddedUser)
	case len(t.secret) < minSecret:
		return fmt.Errorf("token of the worker %s: want a secret of %d characters or more", t.Name, minSecret)
	}
	return nil
}

// String returns the token as ParseWorkerToken reads it, which is also the password.
func (t WorkerToken) String() string {
	switch {
	case t.IsTrusted:
		return t.Name + "." + trustedMark + "." + t.secret
	case t.Name == defaultWorker:
		return t.secret
	}
	return t.Name + "." + t.secret
}

// Inbox is where the worker gets answers. No other worker can listen there.
func (t WorkerToken) Inbox() string { return "_INBOX_" + t.Name }

// permissions returns what the worker may do: also pull from reserved queues and finish
// their jobs if it is trusted. It can't create queues, so it waits for them.
// docs/run/workers.md repeats this for external servers.
func (t WorkerToken) permissions() *server.Permissions {
	root, consumer := WorkerSubject, openConsumer
	if t.IsTrusted {
		root, consumer = TrustedSubject, "*"
	}
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			root + "." + t.Name + ".>",
			"$JS.API.STREAM.INFO.*", "$JS.API.CONSUMER.INFO.*.*",
			"$JS.API.CONSUMER.MSG.NEXT.*." + consumer, "$JS.ACK.*." + consumer + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{t.Inbox() + ".>", "queued.*"}},
	}
}

// users returns who may sign in, nil for everybody who can reach the server.
func (c Config) users() (all []*server.User) {
	if c.NodeToken != "" {
		all = append(all, &server.User{Username: NodeUser, Password: c.NodeToken})
	}
	for _, t := range c.WorkerTokens {
		all = append(all, &server.User{Username: t.Name, Password: t.String(), Permissions: t.permissions()})
	}
	return all
}

// CheckListen returns an error that wraps ErrExposed if other machines could reach the
// embedded server without a token or TLS.
func (c Config) CheckListen() error {
	host, _, err := net.SplitHostPort(c.Listen)
	if c.Listen == "" || err != nil || isLoopback(host) || c.Insecure || c.hasTLS() && len(c.users()) > 0 {
		return nil // a wrong address is refused later
	}
	return fmt.Errorf("%w: listen address %q", ErrExposed, c.Listen)
}

func (c Config) hasTLS() bool { return c.Certificate != "" && c.Key != "" }

// listenOptions lets other programs reach the embedded server.
func (c Config) listenOptions(o *server.Options) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err == nil {
		o.Host = host
		o.Port, err = strconv.Atoi(port)
	}
	if err != nil {
		return fmt.Errorf("listen address %q: want HOST:PORT: %w", c.Listen, err)
	}
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if err := c.CheckListen(); err != nil || !c.hasTLS() {
		return err
	}
	o.TLSTimeout = connectTimeout.Seconds()
	o.TLSConfig, err = c.serverTLS()
	return err
}

// ErrExposed is wrapped by the error of a server that other machines could reach
// without a token or TLS.
var ErrExposed = errors.New("beyond this machine the bus needs a certificate and tokens")

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// serverTLS also asks clients for a certificate if there is an authority. Each connection
// reads the files again, since certificates are renewed while the server runs; one that
// meets them half replaced gets those from the start.
func (c Config) serverTLS() (*tls.Config, error) {
	config, err := c.readTLS()
	if err != nil {
		return nil, err
	}
	config.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) {
		now, _ := c.readTLS() // nil, after an error, is for the files from the start
		return now, nil
	}
	return config, nil
}

func (c Config) readTLS() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if c.CA == "" {
		return config, nil
	}
	text, err := os.ReadFile(c.CA)
	if err != nil {
		return nil, err
	}
	config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
	if !config.ClientCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s: want certificates in PEM", c.CA)
	}
	return config, nil
}
