package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// CertificatesConfig configures certificates.
type CertificatesConfig struct {
	// Domains are the names of the server, in lower case. All lead to it.
	Domains []string
	// Folder keeps keys and certificates, so that a restart asks for none.
	Folder string
	// Directory is the URL of the authority's ACME directory, "" for Let's Encrypt.
	Directory string
	// Email is where the authority reaches the operator, "" for none.
	Email string
	Log   *slog.Logger
}

// Certificates gets certificates by ACME (RFC 8555) and renews them. To use it is to
// accept the authority's terms of service.
type Certificates struct {
	config  CertificatesConfig
	manager *autocert.Manager

	mu       sync.Mutex
	obtained map[string]bool // by domain
}

// LetsEncrypt is the ACME directory that is used if there is no other.
const LetsEncrypt = autocert.DefaultACMEDirectory

// NewCertificates returns certificates that a server with them obtains.
func NewCertificates(c CertificatesConfig) *Certificates {
	if c.Directory == "" {
		c.Directory = LetsEncrypt
	}
	all := &Certificates{config: c, obtained: map[string]bool{}}
	all.manager = &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(c.Folder),
		HostPolicy: func(_ context.Context, host string) error { return all.check(host) },
		Client:     &acme.Client{DirectoryURL: c.Directory, UserAgent: "thera"},
		Email:      c.Email,
	}
	return all
}

// check refuses names that are not the server's.
func (c *Certificates) check(host string) error {
	if !slices.Contains(c.config.Domains, hostName(host)) {
		return fmt.Errorf("host %q: want %s", host, strings.Join(c.config.Domains, " or "))
	}
	return nil
}

// tls returns the configuration of a server with these certificates.
func (c *Certificates) tls() *tls.Config {
	config := c.manager.TLSConfig()
	config.GetCertificate = c.find
	config.MinVersion = tls.VersionTLS12
	return config
}

var errNoCertificate = errors.New("no certificate yet")

// find returns the certificate for a connection. Connections never make the server ask
// the authority for one: strangers could use up what it grants a domain in a week.
func (c *Certificates) find(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return c.manager.GetCertificate(hello) // the authority itself
	}
	name := hostName(hello.ServerName)
	if err := c.check(name); err != nil {
		return nil, err
	}
	c.mu.Lock()
	obtained := c.obtained[name]
	c.mu.Unlock()
	if !obtained {
		return nil, errNoCertificate
	}
	return c.manager.GetCertificate(modern(name))
}

// modern is a client that supports ECDSA, for which one kind of key is enough: those
// that don't are older than TLS 1.2.
func modern(domain string) *tls.ClientHelloInfo {
	return &tls.ClientHelloInfo{ServerName: domain, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}}
}

// Pauses between attempts to get a certificate. Let's Encrypt allows five failures an
// hour.
const firstPause, longestPause = 2 * time.Minute, 2 * time.Hour

// run obtains a certificate for each domain, from the folder or the authority, and tries
// again until it has all. The server must be listening: the authority connects to it.
// Renewals are the manager's, from then on.
func (c *Certificates) run(ctx context.Context) {
	var domains sync.WaitGroup
	for _, domain := range c.config.Domains {
		domains.Go(func() {
			for pause := firstPause; !c.obtain(domain, pause); pause = min(2*pause, longestPause) {
				select {
				case <-ctx.Done():
					return
				case <-time.After(pause):
				}
			}
		})
	}
	domains.Wait()
}

func (c *Certificates) obtain(domain string, pause time.Duration) bool {
	certificate, err := c.manager.GetCertificate(modern(domain))
	if err != nil {
		c.config.Log.Warn("no certificate: the authority must reach this server by its name, at port 80 or 443",
			"domain", domain, "authority", c.config.Directory, "cause", err, "again_in_seconds", pause.Seconds())
		return false
	}
	c.mu.Lock()
	c.obtained[domain] = true
	c.mu.Unlock()
	c.config.Log.Info("certificate obtained", "domain", domain, "until", certificate.Leaf.NotAfter.UTC())
	return true
}

// plain answers requests without TLS: those of the authority, which tests that the names
// lead here, and with a redirect those of browsers. Requests that change something are
// refused: what they carry has already been sent in the clear.
func (c *Certificates) plain(port string) http.Handler {
	return c.manager.HTTPHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if err := c.check(r.Host); err != nil {
			writeProblem(w, http.StatusMisdirectedRequest, "host", err.Error())
			return
		}
		address := hostName(r.Host)
		if port != "443" {
			address = net.JoinHostPort(address, port)
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			writeProblem(w, http.StatusForbidden, "https", "a request without encryption: want it at https://"+address)
			return
		}
		http.Redirect(w, r, "https://"+address+r.URL.RequestURI(), http.StatusPermanentRedirect)
	}))
}

// Redirect sends those who come to the listener without TLS to the address that has it,
// until ctx is done. It closes the listener.
func (s *Server) Redirect(ctx context.Context, l net.Listener, encrypted net.Addr) error {
	_, port, err := net.SplitHostPort(encrypted.String())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	h := &http.Server{
		Handler:           s.Certificates.plain(port),
		MaxHeaderBytes:    s.Limits.HeaderBytes,
		ReadHeaderTimeout: s.Limits.HeaderTime,
		ReadTimeout:       s.Limits.HeaderTime,
		WriteTimeout:      s.Limits.HeaderTime,
		IdleTimeout:       s.Limits.HeaderTime,
		ErrorLog:          log.New(serverLog{s.Log}, "", 0),
	}
	defer context.AfterFunc(ctx, func() { _ = h.Close() })()
	if err = h.Serve(newLimitedListener(l, s.Limits, s.metrics)); errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
