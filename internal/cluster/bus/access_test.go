package bus_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/storetest"
)

func newToken(t *testing.T, name string, trusted bool) bus.WorkerToken {
	t.Helper()
	token, err := bus.NewWorkerToken(name, trusted)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// signedIn opens a connection to a node's server as a user.
func signedIn(t *testing.T, node *bus.Bus, user, password, inbox string) (*bus.Bus, error) {
	t.Helper()
	u, err := url.Parse(node.Address())
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(user, password)
	b, err := bus.Open(t.Context(), bus.Config{URL: u.String(), Inbox: inbox})
	if err == nil {
		t.Cleanup(func() { _ = b.Close() })
	}
	return b, err
}

// worker signs a worker in.
func worker(t *testing.T, node *bus.Bus, token bus.WorkerToken) *bus.Bus {
	t.Helper()
	b, err := signedIn(t, node, token.Name, token.String(), token.Inbox())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWorkerToken wants a worker to get its jobs, and nothing else.
func TestWorkerToken(t *testing.T) {
	ann, bob := newToken(t, "ann", false), newToken(t, "bob", true)
	node := open(t, bus.Config{
		Listen: "127.0.0.1:0", NodeToken: "for nodes", WorkerTokens: []bus.WorkerToken{ann, bob},
	})
	for _, wrong := range [][2]string{{"ann", "for nodes"}, {"ann", bob.String()}, {bus.NodeUser, ann.String()}, {"inside", ""}} {
		if _, err := signedIn(t, node, wrong[0], wrong[1], ""); err == nil {
			t.Errorf("%q signs in with %q", wrong[0], wrong[1])
		}
	}
	anns, bobs := worker(t, node, ann), worker(t, node, bob)
	for _, c := range []bus.QueueConfig{{}, {Reserved: true}} {
		name := map[bool]string{false: "open", true: "reserved"}[c.Reserved]
		theirs := queue(t, node, name, c)
		put(t, theirs, "one", true)
		if c.Reserved {
			short, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if q, err := anns.Queue(t.Context(), name, c); err == nil {
				if job, err := bus.Pull(short, q); err == nil {
					t.Errorf("a worker that is not trusted pulls %+v", job)
				}
			}
		}
		own := queue(t, map[bool]*bus.Bus{false: anns, true: bobs}[c.Reserved], name, c)
		job := pull(t, "one", 1, own)
		if err := job.Done(t.Context()); err != nil {
			t.Error(err)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := own.Put(short, "two", []byte("for others")); err == nil {
			t.Error("a worker puts jobs into a queue")
		}
	}
	// Everybody listens to what they should not hear. The node is the last that hears.
	heard := make(chan string, 100)
	subjects := []string{"game.1", "_INBOX_bob.secret", "_INBOX.secret", "trusted.bob.all.present", "work.ann.all.present"}
	for _, subject := range subjects {
		_, _ = anns.Subscribe(subject, func(m bus.Message) { heard <- "ann hears " + m.Subject })
	}
	for _, subject := range append(subjects, "end") {
		if _, err := node.Subscribe(subject, func(m bus.Message) { heard <- string(m.Data) }); err != nil {
			t.Fatal(err)
		}
	}
	// The server must know the node's subscriptions before another connection publishes.
	if err := node.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, lie := range []string{"game.1", "trusted.bob.all.present", "trusted.ann.all.present", "work.bob.all.present", "_INBOX_bob.secret"} {
		_ = anns.Publish(lie, []byte("ann lies on "+lie))
	}
	if err := errors.Join(anns.Publish("work.ann.all.present", []byte("ann is here")), anns.Flush(t.Context()), node.Flush(t.Context())); err != nil {
		t.Fatal(err)
	}
	for _, subject := range append(subjects, "end") {
		if err := node.Publish(subject, []byte(subject)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(node.Flush(t.Context()), anns.Flush(t.Context())); err != nil {
		t.Fatal(err)
	}
	want := append([]string{"ann is here"}, append(subjects, "end")...)
	for _, text := range want {
		if got := <-heard; got != text {
			t.Errorf("%q, want %q", got, text)
		}
	}
}

func TestParseWorkerToken(t *testing.T) {
	secret := strings.Repeat("s", 20)
	for text, want := range map[string]string{
		secret:                     "worker false",
		"lab-1." + secret:          "lab-1 false",
		"lab-1.trusted." + secret:  "lab-1 true",
		"lab-1.trusty." + secret:   "want NAME.SECRET or NAME.trusted.SECRET",
		"lab.1.2." + secret:        "want NAME.SECRET or NAME.trusted.SECRET",
		"lab-1.short":              "want a secret of 16 characters",
		"node." + secret:           "neither node nor inside",
		"inside.trusted." + secret: "neither node nor inside",
		"Lab." + secret:            "want 1 to 30 of a-z",
		"*." + secret:              "want 1 to 30 of a-z",
		"." + secret:               "want 1 to 30 of a-z",
		"":                         "want a secret",
	} {
		token, err := bus.ParseWorkerToken(text)
		got := token.Name + map[bool]string{true: " true", false: " false"}[token.IsTrusted]
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) || err == nil && token.String() != text {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestExposed lets other machines in only with tokens and TLS, unless told.
func TestExposed(t *testing.T) {
	certificate, key := storetest.Certificate(t)
	safe := bus.Config{NodeToken: "for nodes", Certificate: certificate, Key: key}
	for _, test := range []struct {
		listen    string
		change    func(*bus.Config)
		isRefused bool
	}{
		{"127.0.0.1:0", func(c *bus.Config) { *c = bus.Config{} }, false},
		{"localhost:0", func(c *bus.Config) { *c = bus.Config{} }, false},
		{"[::1]:0", func(c *bus.Config) { *c = bus.Config{} }, false},
		{":0", func(*bus.Config) {}, false},
		{":0", func(c *bus.Config) { c.NodeToken = "" }, true},
		{":0", func(c *bus.Config) { c.Certificate = "" }, true},
		{"0.0.0.0:0", func(c *bus.Config) { c.Key = "" }, true},
		{"[::]:0", func(c *bus.Config) { *c = bus.Config{} }, true},
		{"play.example.org:0", func(c *bus.Config) { *c = bus.Config{} }, true},
		{":0", func(c *bus.Config) { *c = bus.Config{Insecure: true} }, false},
	} {
		c := safe
		test.change(&c)
		c.Listen = test.listen
		if err := c.CheckListen(); errors.Is(err, bus.ErrExposed) != test.isRefused {
			t.Errorf("%q with %+v: %v", test.listen, c, err)
		}
	}
	if b, err := bus.Open(t.Context(), bus.Config{Listen: ":0"}); !errors.Is(err, bus.ErrExposed) {
		t.Errorf("it listens on all interfaces: %v", err)
		_ = b.Close()
	}
}

// TestEmbeddedTLS has a client reach the embedded server over TLS, with a certificate
// where the server has an authority.
func TestEmbeddedTLS(t *testing.T) {
	certificate, key := storetest.Certificate(t)
	for _, mutual := range []bool{false, true} {
		c := bus.Config{Listen: "127.0.0.1:0", NodeToken: "for nodes", Certificate: certificate, Key: key}
		if mutual {
			c.CA = certificate
		}
		node := open(t, c)
		address := strings.Replace(node.Address(), "tls://", "tls://node:for%20nodes@", 1)
		outside := open(t, bus.Config{URL: address, CA: certificate, Certificate: certificate, Key: key})
		if err := errors.Join(outside.Flush(t.Context()), node.Flush(t.Context())); err != nil {
			t.Error(err)
		}
		without, err := bus.Open(t.Context(), bus.Config{URL: address, CA: certificate})
		if (err != nil) != mutual {
			t.Errorf("without a certificate, where one is wanted: %t: %v", mutual, err)
		}
		if err == nil {
			_ = without.Close()
		}
		if b, err := bus.Open(t.Context(), bus.Config{URL: address}); err == nil {
			t.Error("the client trusts a server without an authority")
			_ = b.Close()
		}
	}
}

// TestRenewedCertificate has the embedded server use files that were replaced while it
// runs, and those before while the new ones do not fit together.
func TestRenewedCertificate(t *testing.T) {
	certificate, key := storetest.Certificate(t)
	newCertificate, newKey := storetest.Certificate(t)
	node := open(t, bus.Config{Listen: "127.0.0.1:0", NodeToken: "for nodes", CA: certificate, Certificate: certificate, Key: key})
	address := strings.Replace(node.Address(), "tls://", "tls://node:for%20nodes@", 1)
	oldClient := bus.Config{URL: address}
	oldClient.CA, oldClient.Certificate, oldClient.Key = copied(t, certificate), copied(t, certificate), copied(t, key)
	newClient := bus.Config{URL: address, CA: newCertificate, Certificate: newCertificate, Key: newKey}
	open(t, oldClient)
	if err := os.Rename(copied(t, newCertificate), certificate); err != nil {
		t.Fatal(err)
	}
	open(t, oldClient)
	if err := os.Rename(copied(t, newKey), key); err != nil {
		t.Fatal(err)
	}
	open(t, newClient)
}

// copied returns a copy of a file.
func copied(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	another := filepath.Join(t.TempDir(), filepath.Base(file))
	if err := os.WriteFile(another, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return another
}
