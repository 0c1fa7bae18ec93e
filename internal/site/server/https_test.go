package server

import (
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/store/storetest"
)

const testDomain = "games.example.org"

// certificatesFrom returns certificates for testDomain that are in a folder already, and
// clients' trust in them. The authority can't be reached.
func certificatesFrom(t *testing.T) (*Certificates, *x509.CertPool) {
	t.Helper()
	certificate, key := storetest.Certificate(t, testDomain)
	var kept []byte
	for _, file := range []string{key, certificate} {
		text := gametest.Must(t, os.ReadFile, file)
		kept = append(kept, text...)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, testDomain), kept, 0o600); err != nil {
		t.Fatal(err)
	}
	trust := x509.NewCertPool()
	trust.AppendCertsFromPEM(kept)
	return NewCertificates(CertificatesConfig{
		Domains: []string{testDomain}, Folder: folder, Directory: "https://127.0.0.1:1/", Log: slog.New(slog.DiscardHandler),
	}), trust
}

func TestHTTPS(t *testing.T) {
	certificates, trust := certificatesFrom(t)
	r := run(t, func(c *Config) { c.Certificates = certificates })
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust, ServerName: testDomain}, ForceAttemptHTTP2: true}
	client := http.Client{Transport: transport}
	var res *http.Response
	storetest.Until(t, "the certificate is read", func() bool {
		var err error
		res, err = client.Get("https://" + r.addr + "/api/v1/games")
		return err == nil
	})
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK || res.ProtoMajor != 2 || res.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s %s, %v; want HTTP/2 and a header that makes browsers come back with TLS", res.Proto, res.Status, res.Header)
	}
	transport.CloseIdleConnections()

	for _, name := range []string{"", "other.example.org", "127.0.0.1"} {
		c, err := tls.Dial("tcp", r.addr, &tls.Config{ServerName: name, InsecureSkipVerify: true}) //nolint:gosec // there is nothing to verify
		if err == nil {
			t.Errorf("%q: the server has a certificate", name)
			_ = c.Close()
		}
	}
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
}

// Strangers who connect don't make the server ask the authority for certificates.
func TestNoCertificateYet(t *testing.T) {
	certificates := NewCertificates(CertificatesConfig{Domains: []string{testDomain}, Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	certificates.manager.HostPolicy = nil // would let it ask for any name
	certificates.manager.Client = nil
	for _, test := range []struct{ name, want string }{
		{testDomain, errNoCertificate.Error()},
		{strings.ToUpper(testDomain) + ".", errNoCertificate.Error()},
		{"other.example.org", "want " + testDomain},
		{"", "want " + testDomain},
	} {
		if _, err := certificates.find(&tls.ClientHelloInfo{ServerName: test.name}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestRedirect(t *testing.T) {
	certificates, _ := certificatesFrom(t)
	for _, test := range []struct {
		port, method, host, target string
		status                     int
		location                   string
	}{
		{"443", "GET", testDomain, "/live?game=amazons", 308, "https://games.example.org/live?game=amazons"},
		{"443", "HEAD", "Games.Example.ORG:80", "/", 308, "https://games.example.org/"},
		{"8443", "GET", testDomain + ":8080", "/", 308, "https://games.example.org:8443/"},
		{"443", "GET", testDomain, "//evil.example/", 308, "https://games.example.org//evil.example/"},
		{"443", "GET", "evil.example", "/", 421, ""},
		{"443", "POST", testDomain, "/api/v1/session", 403, ""},
		{"443", "GET", testDomain, "/.well-known/acme-challenge/guess", 404, ""},
	} {
		r := httptest.NewRequest(test.method, test.target, nil)
		r.Host = test.host
		w := httptest.NewRecorder()
		certificates.plain(test.port).ServeHTTP(w, r)
		if w.Code != test.status || w.Header().Get("Location") != test.location {
			t.Errorf("%s http://%s%s: %d %q, want %d %q", test.method, test.host, test.target, w.Code, w.Header().Get("Location"), test.status, test.location)
		}
	}
}

// Requests that share a connection are answered at the same time. It is for -race.
func TestManyRequestsOnAConnection(t *testing.T) {
	certificates, trust := certificatesFrom(t)
	if !certificates.obtain(testDomain, 0) {
		t.Fatal("the certificate in the folder is not found")
	}
	r := run(t, func(c *Config) { c.Certificates, c.Limits.Connections = certificates, 1 })
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust, ServerName: testDomain}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	ask := func() {
		res, err := (&http.Client{Transport: transport}).Get("https://" + r.addr + "/api/v1/games")
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = res.Body.Close() }()
		if res.StatusCode != http.StatusOK || res.ProtoMajor != 2 {
			t.Errorf("%s %s, want HTTP/2", res.Proto, res.Status)
		}
	}
	ask() // which makes the connection
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(ask)
	}
	asking.Wait()
}

// A connection with TLS takes a place as any other does, and gives it back.
func TestEncryptedConnectionsAreCounted(t *testing.T) {
	certificates, trust := certificatesFrom(t)
	if !certificates.obtain(testDomain, 0) {
		t.Fatal("the certificate in the folder is not found")
	}
	r := run(t, func(c *Config) { c.Certificates, c.Limits.Connections = certificates, 1 })
	config := &tls.Config{RootCAs: trust, ServerName: testDomain}
	first, err := tls.Dial("tcp", r.addr, config)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := tls.Dial("tcp", r.addr, config); err == nil {
		t.Error("a second connection is let in")
		_ = second.Close()
	}
	_ = first.Close()
	storetest.Until(t, "another connection is let in", func() bool {
		third, err := tls.Dial("tcp", r.addr, config)
		if err == nil {
			_ = third.Close()
		}
		return err == nil
	})
}
