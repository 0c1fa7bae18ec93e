package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/site/server"
	"thera/web"
)

func (p *program) serveCommand() *cobra.Command {
	f := serveFlags{slots: max(1, runtime.GOMAXPROCS(0)-1)}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the server: web page, games and API",
		Long: `Run the server until interrupted: the web page, where people play each other and the
computer, and the API for programs. It prints its address once it is ready; on a
terminal, it also opens the page in the browser, if there is one. Accounts and games
are kept in a file, which is created if it does not exist, or in a Postgres database.
Logs go to standard error. docs/run/service.md explains how to run a service for
others, and its metrics; docs/programs/api.md describes the API and its limits.

With --domain, it gets a certificate for that name, serves HTTPS at port 443 and
redirects plain HTTP at port 80 to it.

Each flag is also a setting: --log-level is the variable THERA_LOG_LEVEL, or the line
log-level: warn in the file of --config. A flag counts before a variable, a variable
before the file. --print-config shows what holds.

With --json, print {"url"}; with --print-config {"setting", "value", "source"}.`,
		Example: `  thera serve
  thera serve --listen 127.0.0.1:0 --no-open --store games.db
  thera serve --domain games.example.org
  THERA_LISTEN=:8080 thera serve --config thera.yaml --print-config`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.listen, "listen", "", "listen on this `ADDRESS`; port 0 selects a free port (default 127.0.0.1:8080, or :443 with --domain)")
	cmd.Flags().StringVar(&f.metrics, "metrics", "", "serve operators at this `ADDRESS`: /metrics for Prometheus, /healthz and /readyz")
	cmd.Flags().StringVar(&f.store, "store", "", "keep accounts and games in `FILE_OR_URL`, a file or postgres://… (default thera/thera.db in the user's data directory)")
	f.nats.add(cmd.Flags())
	numberUpTo(cmd, "slots", "do `NUMBER` jobs of workers at a time (default one less than the number of processors, at least 1)", 0, maxConcurrency, &f.slots)
	numberUpTo(cmd, "exhibition", "have house bots play `NUMBER` games against each other on each ladder while no program is connected (default 0)", 0, maxConcurrency, &f.exhibition)
	cmd.Flags().BoolVar(&f.showcase, "showcase", true, "have two house bots play a casual game while somebody looks for games to watch and there is none")
	cmd.Flags().StringVar(&f.explorer, "explorer", "", "show opening statistics from the files GAME.explorer in this `FOLDER`")
	cmd.Flags().StringVar(&f.contact, "contact", defaultContact, "give this email or https `ADDRESS` to browsers' push services, for reports of problems with your messages")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page in the browser (default on a terminal)")
	cmd.Flags().BoolVar(&f.noOpen, "no-open", false, "don't open the page")
	cmd.Flags().BoolVar(&f.trustProxy, "trust-proxy", false, "identify clients by the last address in X-Forwarded-For, which a proxy must set")
	cmd.Flags().StringSliceVar(&f.hosts, "host", nil, "answer only requests for this `NAME` of the server, or several with commas; programs on this machine may use its own names (default any, or those of --domain)")
	f.https.addTo(cmd)
	f.limits.addTo(cmd)
	f.log.addTo(cmd)
	p.jsonFlag(cmd)
	p.addSettings(cmd, f.check, map[string]func() (string, error){
		"listen": func() (string, error) { return f.address(), nil },
		"store":  defaultStore,
	})
	return cmd
}

// defaultContact is nobody's address.
const defaultContact = "thera@localhost"

type serveFlags struct {
	listen       string
	metrics      string
	store        string
	nats         natsFlags
	slots        int
	exhibition   int
	showcase     bool
	explorer     string
	contact      string
	open, noOpen bool
	trustProxy   bool
	hosts        []string
	https        httpsFlags
	limits       serverLimits
	log          logFlags
}

// address returns where to listen.
func (f serveFlags) address() string {
	switch {
	case f.listen != "":
		return f.listen
	case len(f.https.domains) > 0:
		return ":443"
	}
	return "127.0.0.1:8080"
}

// allowedHosts returns the names by which clients may reach the server, none for any.
func (f serveFlags) allowedHosts() []string { return append(slices.Clone(f.https.domains), f.hosts...) }

type serveResult struct {
	URL     string `json:"url"`
	Metrics string `json:"metrics,omitempty"` // URL
}

func (r serveResult) String() string {
	text := "Listening on " + r.URL
	if r.Metrics != "" {
		text += "\nMetrics at " + r.Metrics
	}
	return text
}

// check finds mistakes before anything is opened.
func (f *serveFlags) check() error {
	if f.open && f.noOpen {
		return usagef("--open and --no-open: want only one of them")
	}
	if err := checkListen("listen", f.address()); err != nil {
		return err
	}
	if err := checkListen("metrics", f.metrics); f.metrics != "" && err != nil {
		return err
	}
	if info, err := os.Stat(f.explorer); f.explorer != "" && (err != nil || !info.IsDir()) {
		return usagef("--explorer %q: want a folder with files such as amazons.explorer", f.explorer)
	}
	if !isContact(f.contact) {
		return usagef("--contact %q: want an email address, or an address that begins with https://", f.contact)
	}
	for _, host := range f.hosts {
		if _, err := netip.ParseAddr(host); err != nil && !hostPattern.MatchString(host) {
			return usagef("--host %q: want the name of a host or an address, without a port, such as games.example.org", host)
		}
	}
	return f.https.check(f.trustProxy)
}

var hostPattern = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$`)

func (p *program) serve(ctx context.Context, f serveFlags) error {
	log := f.log.open(p.stderr)
	config, err := f.config(ctx, log)
	if err != nil {
		return err
	}
	l, err := f.listeners(ctx) // before the store, which need not be created if a port is in use
	if err != nil {
		return err
	}
	site, err := server.OpenSite(ctx, config)
	if err != nil {
		return errors.Join(err, l.close())
	}
	return errors.Join(p.serveSite(ctx, f, l, site, log), site.Close())
}

// isContact reports whether push services accept a text as the operator's address.
func isContact(text string) bool {
	if u, err := url.Parse(text); err == nil && u.Scheme == "https" && u.Host != "" {
		return true
	}
	address, err := mail.ParseAddress(strings.TrimPrefix(text, "mailto:"))
	return err == nil && address.Name == ""
}

func (f serveFlags) config(ctx context.Context, log *slog.Logger) (c server.SiteConfig, err error) {
	build := buildVersion()
	c = server.SiteConfig{
		Store: f.store, Page: builtPage(), Puzzles: web.Puzzles(), Explorer: f.explorer, Contact: f.contact,
		Hosts: f.allowedHosts(), Limits: f.limits.limits(),
		Slots: f.slots, Exhibition: f.exhibition, Showcase: f.showcase, TrustProxy: f.trustProxy, Version: build.Version, Commit: build.Commit, Log: log,
	}
	if c.Store == "" {
		if c.Store, err = defaultStore(); err != nil {
			return c, err
		}
		if err := os.MkdirAll(filepath.Dir(c.Store), 0o700); err != nil {
			return c, err
		}
	}
	if c.Certificates, err = f.https.certificates(c.Store, f.contact, log); err != nil {
		return c, err
	}
	c.Bus, err = f.nats.config(ctx)
	return c, err
}

func (p *program) serveSite(ctx context.Context, f serveFlags, l listeners, site *server.Site, log *slog.Logger) error {
	result := serveResult{URL: localURL(l.players.Addr())}
	if l.monitor != nil {
		result.Metrics = localURL(l.monitor.Addr()) + "metrics"
	}
	if l.plain != nil {
		result.URL = "https://" + f.https.domains[0] + "/"
	}
	if err := p.print(result); err != nil {
		return errors.Join(err, l.close())
	}
	notifyReady(ctx, log)
	if f.open || p.terminal && !f.noOpen {
		_ = openBrowser(ctx, result.URL) // the address that was printed will do
	}
	return l.serve(ctx, site)
}

// builtPage returns the files of the web page, nil if it was not built.
func builtPage() fs.FS {
	if files, built := web.Files(); built {
		return files
	}
	return nil
}

// localURL returns the address at which a browser on this machine finds a listener.
func localURL(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String() // never, for TCP
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
