package bus_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/storetest"
)

// each runs a test with a server inside the program and with one outside.
func each(t *testing.T, test func(t *testing.T, c bus.Config)) {
	t.Run("inside", func(t *testing.T) { test(t, bus.Config{}) })
	t.Run("outside", func(t *testing.T) { test(t, bus.Config{URL: storetest.StartBus(t, nil).URL}) })
}

func open(t *testing.T, c bus.Config) *bus.Bus {
	t.Helper()
	b, err := bus.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestMessages(t *testing.T) {
	each(t, func(t *testing.T, c bus.Config) {
		b := open(t, c)
		heard := make(chan bus.Message, 10)
		stop, err := b.Subscribe("game.*", func(m bus.Message) { heard <- m })
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"one", "two"} {
			if err := b.Publish("game.8fk2", []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []string{"one", "two"} {
			if m := <-heard; m.Subject != "game.8fk2" || string(m.Data) != want {
				t.Errorf("%q about %q, want %q", m.Data, m.Subject, want)
			}
		}
		stop()
		end := make(chan bool)
		if _, err := b.Subscribe("end", func(bus.Message) { close(end) }); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(b.Publish("game.8fk2", nil), b.Publish("end", nil)); err != nil {
			t.Fatal(err)
		}
		<-end // messages are heard in order
		if len(heard) > 0 {
			t.Errorf("%q is heard after the end", (<-heard).Data)
		}
	})
}

func TestRequests(t *testing.T) {
	each(t, func(t *testing.T, c bus.Config) {
		b := open(t, c)
		if _, err := b.Request(t.Context(), "node.a", nil); !errors.Is(err, bus.ErrNoResponder) {
			t.Errorf("nobody: %v", err)
		}
		stop, err := b.Answer("node.a", func(_ context.Context, m bus.Message) ([]byte, error) {
			if len(m.Data) == 0 {
				return nil, errors.New("want\nsomething")
			}
			return append(m.Data, '!'), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := b.Request(t.Context(), "node.a", []byte("ann")); err != nil || string(answer) != "ann!" {
			t.Errorf("%q, %v", answer, err)
		}
		if _, err := b.Request(t.Context(), "node.a", nil); err == nil || err.Error() != "want something" {
			t.Errorf("error %v", err)
		}
		stop()
		if _, err := b.Request(t.Context(), "node.a", nil); !errors.Is(err, bus.ErrNoResponder) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// While a bus that is closed waits for the answers that it has begun, it begins no other.
func TestCloseWaits(t *testing.T) {
	each(t, func(t *testing.T, c bus.Config) {
		b, err := bus.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		begun, release := make(chan context.Context, 2), make(chan bool)
		_, err = b.Answer("ask", func(ctx context.Context, _ bus.Message) ([]byte, error) {
			begun <- ctx
			<-release
			return nil, nil
		})
		ask := func() {
			late, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := errors.Join(b.Publish("ask", nil), b.Ready(late)); err != nil {
				t.Error(err)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		ask()
		ctx, closed := <-begun, make(chan error)
		go func() { closed <- b.Close() }()
		<-ctx.Done()
		ask()
		select {
		case <-begun:
			t.Error("a closed bus begins an answer")
		case err := <-closed:
			t.Fatalf("it is closed before its answer has ended: %v", err)
		case <-time.After(100 * time.Millisecond):
		}
		close(release)
		if err := <-closed; err != nil {
			t.Error(err)
		}
	})
}

// A worker that waits for a queue asks in vain to create it, which is nothing to act on.
func TestSeverity(t *testing.T) {
	for text, want := range map[string]slog.Level{
		`Publish to "$JS.API.STREAM.CREATE.work-now"`: slog.LevelDebug,
		`Publish to "trusted.worker.a"`:               slog.LevelWarn,
	} {
		if got := bus.Severity(fmt.Errorf("%w: %s", nats.ErrPermissionViolation, text)); got != want {
			t.Errorf("%s is logged at %s, want %s", text, got, want)
		}
	}
}

// Messages sent while the server is away are refused, not sent later; afterward
// everything works again.
func TestServerComesBack(t *testing.T) {
	s := storetest.StartBus(t, nil)
	b := open(t, bus.Config{URL: s.URL})
	back := make(chan bool, 1)
	b.OnReconnect(func() { back <- true })
	heard := make(chan string, 10)
	if _, err := b.Subscribe("a", func(m bus.Message) { heard <- string(m.Data) }); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	storetest.Until(t, "the server is missed", func() bool { return errors.Is(b.Publish("a", []byte("late")), bus.ErrUnavailable) })
	if err := b.Publish("a", nil); err == nil || strings.Contains(err.Error(), "buffer") {
		t.Errorf("without a server: %v", err)
	}
	if _, err := b.Request(t.Context(), "a", nil); !errors.Is(err, bus.ErrUnavailable) {
		t.Errorf("request: %v", err)
	}
	s.Restart()
	<-back
	if err := b.Publish("a", []byte("again")); err != nil {
		t.Fatal(err)
	}
	if text := <-heard; text != "again" {
		t.Errorf("%q is heard", text)
	}
}

// A program that is killed leaves nothing of the embedded server.
func TestNoFolderRemains(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	b := open(t, bus.Config{})
	q := queue(t, b, "analysis", bus.QueueConfig{})
	put(t, q, "one", true)
	put(t, q, "two", true)
	if err := pull(t, "one", 1, q).Done(t.Context()); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v, want nothing", entries, err)
	}
}

// Other programs can use the embedded server if it listens.
func TestListen(t *testing.T) {
	inside := open(t, bus.Config{Listen: "127.0.0.1:0"})
	outside := open(t, bus.Config{URL: inside.Address()})
	heard := make(chan string, 1)
	if _, err := inside.Subscribe("a", func(m bus.Message) { heard <- string(m.Data) }); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(inside.Flush(t.Context()), outside.Publish("a", []byte("hello"))); err != nil {
		t.Fatal(err)
	}
	if text := <-heard; text != "hello" {
		t.Errorf("%q is heard", text)
	}
	q := queue(t, outside, "theirs", bus.QueueConfig{})
	put(t, q, "one", true)
	if err := pull(t, "one", 1, q).Done(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestRefusals(t *testing.T) {
	taken := strings.TrimPrefix(open(t, bus.Config{Listen: "127.0.0.1:0"}).Address(), "nats://")
	for _, c := range []struct {
		name   string
		config bus.Config
		want   string
	}{
		{"nobody there", bus.Config{URL: "nats://127.0.0.1:1"}, "NATS server nats://127.0.0.1:1: nats: no servers available"},
		{"nobody there, with a token", bus.Config{URL: "nats://node:secret@127.0.0.1:1,127.0.0.1:2"}, "NATS server nats://127.0.0.1:1,127.0.0.1:2: "},
		{"no such file", bus.Config{URL: "nats://127.0.0.1:1", Credentials: "/nowhere"}, "/nowhere"},
		{"no address", bus.Config{Listen: "4222"}, "want HOST:PORT"},
		{"taken address", bus.Config{Listen: taken}, taken + ": bind: "},
	} {
		if b, err := bus.Open(t.Context(), c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
			if b != nil {
				_ = b.Close()
			}
		}
	}
	b := open(t, bus.Config{})
	for _, name := range []string{"", "a b", "a.b", "*", ">"} {
		if _, err := b.Queue(t.Context(), name, bus.QueueConfig{}); err == nil {
			t.Errorf("a queue is called %q", name)
		}
	}
}

// The server requires TLS, a client certificate and a password.
func TestTLS(t *testing.T) {
	certificate, key := storetest.Certificate(t)
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	leaf, err := x509.ParseCertificate(pair.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	pool.AddCert(leaf)
	s := storetest.StartBus(t, func(o *server.Options) {
		o.Username, o.Password = "thera", "secret"
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool, MinVersion: tls.VersionTLS12}
		o.TLS, o.TLSTimeout = true, 60
	})
	address := strings.TrimPrefix(strings.TrimPrefix(s.URL, "nats://"), "tls://")
	b := open(t, bus.Config{URL: "tls://thera:secret@" + address, CA: certificate, Certificate: certificate, Key: key})
	if err := b.Flush(t.Context()); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]bus.Config{
		"no authority":   {URL: "tls://thera:secret@" + address, Certificate: certificate, Key: key},
		"no certificate": {URL: "tls://thera:secret@" + address, CA: certificate},
		"wrong password": {URL: "tls://thera:guess@" + address, CA: certificate, Certificate: certificate, Key: key},
	} {
		if b, err := bus.Open(t.Context(), c); err == nil {
			t.Errorf("%s: it is let in", name)
			_ = b.Close()
		}
	}
}
