package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"thera/internal/site/store/storetest"
)

// pebble is Let's Encrypt's small ACME authority for tests. It is no dependency of this
// module: the go command builds it in a module of its own.
const pebble = "github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1"

// installPebble returns the program, or leaves the test out where it can't be had,
// unless THERA_TEST_PEBBLE is set.
func installPebble(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "go", "install", pebble)
	install.Env = append(os.Environ(), "GOBIN="+folder, "GOFLAGS=", "CGO_ENABLED=0")
	out, err := install.CombinedOutput()
	switch {
	case err == nil:
		return filepath.Join(folder, "pebble")
	case os.Getenv("THERA_TEST_PEBBLE") != "":
		t.Fatalf("NOT tested with an ACME authority: %v\n%s", err, out)
	}
	t.Skipf("NOT tested with an ACME authority: %v\n%s", err, out)
	return ""
}

// acmeAuthority is a running Pebble.
type acmeAuthority struct {
	process     *exec.Cmd
	directory   string
	certificate string // of its own server
	management  string // where its roots are
}

// startAuthority runs an authority that finds all names on this machine, and the server
// at the ports of two addresses.
func startAuthority(t *testing.T, program, encrypted, plain string) *acmeAuthority {
	t.Helper()
	a := &acmeAuthority{directory: storetest.Address(t), management: storetest.Address(t)}
	certificate, key := storetest.Certificate(t, "localhost")
	a.certificate = certificate
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": a.directory, "managementListenAddress": a.management, "certificate": certificate, "privateKey": key,
		"tlsPort": portOf(t, encrypted), "httpPort": portOf(t, plain), "keyAlgorithm": "ecdsa",
	}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "pebble.json")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		t.Fatal(err)
	}
	a.process = exec.Command(program, "-config", file, "-dnsserver", serveNames(t))
	a.process.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1")
	if err := a.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.stop)
	return a
}

func (a *acmeAuthority) stop() {
	_ = a.process.Process.Kill()
	_ = a.process.Wait()
}

func portOf(t *testing.T, address string) int {
	t.Helper()
	port, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return port.Port
}

// serveNames runs a DNS server, over TCP, for which all names have the address
// 127.0.0.1. It returns its address.
func serveNames(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close() //nolint:errcheck // the client has its answers
				for answerName(c) == nil {
				}
			}()
		}
	}()
	return l.Addr().String()
}

// answerName answers one question. A message has its length before it.
func answerName(c net.Conn) error {
	var length [2]byte
	if _, err := io.ReadFull(c, length[:]); err != nil {
		return err
	}
	message := make([]byte, binary.BigEndian.Uint16(length[:]))
	if _, err := io.ReadFull(c, message); err != nil {
		return err
	}
	question := message[12:] // after the header: a name, its type and class
	answer := append([]byte{message[0], message[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, question...)
	if kind := question[len(question)-3]; kind == 1 { // A
		answer[7] = 1
		answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 127, 0, 0, 1)
	}
	_, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...))
	return err
}

// browserFor returns a client that trusts some certificates, finds all hosts at one
// address and follows no redirects.
func browserFor(trust *x509.CertPool, address string) *http.Client {
	jar, _ := cookiejar.New(nil) // there is no error without options
	return &http.Client{
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			ForceAttemptHTTP2: true,
			TLSClientConfig:   &tls.Config{RootCAs: trust},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, address)
			},
		},
	}
}

// eventually gets an answer as soon as the server is there, and has its certificate. A
// second attempt to get one comes after two minutes.
func eventually(t *testing.T, client *http.Client, url string) (*http.Response, string) {
	t.Helper()
	var last error
	for range 4000 {
		res, err := client.Get(url)
		if err == nil {
			defer res.Body.Close() //nolint:errcheck // it is read
			text, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			return res, string(text)
		}
		last = err
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal(last)
	return nil, ""
}

// TestACME gets certificates from an authority that tests whether the names lead to the
// server, and keeps them: after a restart the authority is no longer needed.
func TestACME(t *testing.T) {
	const domain = "games.example.org"
	program := installPebble(t)
	plain := storetest.Address(t)
	folder := t.TempDir()
	s := &killed{TB: t, listen: storetest.Address(t), store: filepath.Join(folder, "games.db")}
	a := startAuthority(t, program, s.listen, plain)
	t.Setenv("SSL_CERT_FILE", a.certificate) // of the authority, which the server trusts then
	own := x509.NewCertPool()
	if text, err := os.ReadFile(a.certificate); err != nil || !own.AppendCertsFromPEM(text) {
		t.Fatal(err)
	}
	_, root := eventually(t, browserFor(own, a.management), "https://localhost/roots/0")
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM([]byte(root)) {
		t.Fatalf("no root: %s", root)
	}

	s.more = []string{"--domain", domain + ",www." + domain, "--listen-http", plain, "--acme-directory", "https://" + a.directory + "/dir"}
	s.start()
	defer func() {
		if t.Failed() {
			t.Logf("the server said:\n%s", tail(s.log.String(), 20))
		}
	}()
	browser := browserFor(roots, s.listen)
	for _, name := range []string{domain, "www." + domain} {
		res, _ := eventually(t, browser, "https://"+name+"/api/v1/games")
		if res.StatusCode != http.StatusOK || res.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s: %s, %v", name, res.Status, res.Header)
		}
	}
	res, err := browser.Post("https://"+domain+"/api/v1/account/guest", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if cookie := res.Header.Get("Set-Cookie"); !strings.HasPrefix(cookie, "__Host-thera=") || !strings.Contains(cookie, "; Secure") {
		t.Errorf("%s, cookie %q: want one for TLS only", res.Status, cookie)
	}
	res, _ = eventually(t, browserFor(nil, plain), "http://"+domain+"/live?game=hermit")
	if want := "https://" + net.JoinHostPort(domain, s.listen[strings.LastIndex(s.listen, ":")+1:]) + "/live?game=hermit"; res.Header.Get("Location") != want {
		t.Errorf("%s to %q, want %q", res.Status, res.Header.Get("Location"), want)
	}
	kept, err := filepath.Glob(filepath.Join(folder, "certificates", "*"))
	if err != nil || len(kept) < 3 {
		t.Errorf("kept %q, %v: want an account and two certificates", kept, err)
	}
	for _, file := range kept {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v: want it private", file, info.Mode(), err)
		}
	}

	s.kill()
	a.stop()
	s.start()
	defer s.kill()
	if res, _ := eventually(t, browserFor(roots, s.listen), "https://"+domain+"/api/v1/games"); res.StatusCode != http.StatusOK {
		t.Errorf("after a restart without the authority: %s", res.Status)
	}
}
