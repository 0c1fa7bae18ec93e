package main

import (
	"log/slog"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/site/server"
)

// httpsFlags say how a server gets its certificates.
type httpsFlags struct {
	domains     []string
	plainListen string
	directory   string
}

const (
	domainFlag    = "domain"
	plainFlag     = "listen-http"
	directoryFlag = "acme-directory"
	// plainDefault may be set without a domain: --print-config prints it.
	plainDefault = ":80"
)

func (f *httpsFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.domains, domainFlag, nil, "serve HTTPS with a certificate for this `NAME`, or several with commas, from Let's Encrypt, whose terms you accept; --listen is then :443 by default")
	cmd.Flags().StringVar(&f.plainListen, plainFlag, plainDefault, "with --domain, redirect from plain HTTP at this `ADDRESS`")
	cmd.Flags().StringVar(&f.directory, directoryFlag, "", "with --domain, get certificates from the ACME authority with this `URL`")
}

var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)

// check finds mistakes before anything is opened.
func (f *httpsFlags) check(trustProxy bool) error {
	if len(f.domains) == 0 {
		switch {
		case f.plainListen != plainDefault:
			return usagef("--%s: want --%s with it", plainFlag, domainFlag)
		case f.directory != "":
			return usagef("--%s: want --%s with it", directoryFlag, domainFlag)
		}
		return nil
	}
	for i, domain := range f.domains {
		f.domains[i] = strings.ToLower(domain)
		if !domainName.MatchString(f.domains[i]) {
			return usagef("--%s %q: want the name of a host in the DNS, such as games.example.org", domainFlag, domain)
		}
	}
	if trustProxy {
		return usagef("--%s and --trust-proxy: want only one of them: a proxy in front has the certificates", domainFlag)
	}
	if u, err := url.Parse(f.directory); f.directory != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
		return usagef("--%s %q: want a URL that begins with https://", directoryFlag, f.directory)
	}
	return checkListen(plainFlag, f.plainListen)
}

// plainAddress returns where to listen for requests without TLS, "" for nowhere.
func (f *httpsFlags) plainAddress() string {
	if len(f.domains) == 0 {
		return ""
	}
	return f.plainListen
}

// certificates returns the certificates for the domains, nil if there are none. They are
// kept beside the store, or where it would be if it is in Postgres.
func (f *httpsFlags) certificates(store, contact string, log *slog.Logger) (*server.Certificates, error) {
	if len(f.domains) == 0 {
		return nil, nil
	}
	if strings.Contains(store, "://") {
		var err error
		if store, err = defaultStore(); err != nil {
			return nil, err
		}
	}
	folder := filepath.Join(filepath.Dir(store), "certificates")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	config := server.CertificatesConfig{Domains: f.domains, Folder: folder, Directory: f.directory, Log: log}
	if address, err := mail.ParseAddress(strings.TrimPrefix(contact, "mailto:")); err == nil && contact != defaultContact {
		config.Email = address.Address
	}
	return server.NewCertificates(config), nil
}
