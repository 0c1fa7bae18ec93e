package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
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
others; docs/programs/api.md describes the API, its limits and the metrics.

With --json, print {"url"}.`,
		Example: `  thera serve
  thera serve --listen 127.0.0.1:0 --no-open --store games.db
  thera serve --listen :8080 --trust-proxy --metrics 127.0.0.1:9090`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:8080", "listen on this `ADDRESS`; port 0 selects a free port")
	cmd.Flags().StringVar(&f.metrics, "metrics", "", "serve operators at this `ADDRESS`: /metrics for Prometheus, /healthz and /readyz")
	cmd.Flags().StringVar(&f.store, "store", "", "keep accounts and games in `FILE_OR_URL`, a file or postgres://… (default thera/thera.db in the user's data directory)")
	f.nats.add(cmd.Flags())
	numberUpTo(cmd, "slots", "do `NUMBER` jobs of workers at a time (default one less than the number of processors, at least 1)", 0, maxConcurrency, &f.slots)
	numberUpTo(cmd, "exhibition", "have house bots play `NUMBER` games against each other on each ladder while no program is connected (default 0)", 0, maxConcurrency, &f.exhibition)
	cmd.Flags().StringVar(&f.explorer, "explorer", "", "show opening statistics from the files GAME.explorer in this `FOLDER`")
	cmd.Flags().StringVar(&f.contact, "contact", "thera@localhost", "give this email or https `ADDRESS` to browsers' push services, for reports of problems with your messages")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page in the browser (default on a terminal)")
	cmd.Flags().BoolVar(&f.noOpen, "no-open", false, "don't open the page")
	cmd.Flags().BoolVar(&f.trustProxy, "trust-proxy", false, "identify clients by the last address in X-Forwarded-For, which a proxy must set")
	cmd.Flags().TextVar(&f.level, logLevel, slog.LevelInfo, "log messages of this `LEVEL` and above: debug, info, warn or error")
	p.jsonFlag(cmd)
	return cmd
}

// logLevel is the name of the flag; flagError knows it.
const logLevel = "log-level"

type serveFlags struct {
	listen       string
	metrics      string
	store        string
	nats         natsFlags
	slots        int
	exhibition   int
	explorer     string
	contact      string
	open, noOpen bool
	trustProxy   bool
	level        slog.Level
}

type serveResult struct {
	URL string `json:"url"`
}

func (r serveResult) String() string { return "Listening on " + r.URL }

func (p *program) serve(ctx context.Context, f serveFlags) error {
	if f.open && f.noOpen {
		return usagef("--open and --no-open: want only one of them")
	}
	if err := checkListen("listen", f.listen); err != nil {
		return err
	}
	if f.metrics != "" {
		if err := checkListen("metrics", f.metrics); err != nil {
			return err
		}
	}
	if info, err := os.Stat(f.explorer); f.explorer != "" && (err != nil || !info.IsDir()) {
		return usagef("--explorer %q: want a folder with files such as amazons.explorer", f.explorer)
	}
	if !isContact(f.contact) {
		return usagef("--contact %q: want an email address, or an address that begins with https://", f.contact)
	}
	log := slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: f.level}))
	config, err := f.config(log)
	if err != nil {
		return err
	}
	site, err := server.OpenSite(ctx, config)
	if err != nil {
		return err
	}
	return errors.Join(p.serveSite(ctx, f, site), site.Close())
}

// isContact reports whether push services accept a text as the operator's address.
func isContact(text string) bool {
	if u, err := url.Parse(text); err == nil && u.Scheme == "https" && u.Host != "" {
		return true
	}
	address, err := mail.ParseAddress(strings.TrimPrefix(text, "mailto:"))
	return err == nil && address.Name == ""
}

func (f serveFlags) config(log *slog.Logger) (c server.SiteConfig, err error) {
	c = server.SiteConfig{
		Store: f.store, Page: builtPage(), Puzzles: web.Puzzles(), Explorer: f.explorer, Contact: f.contact,
		Slots: f.slots, Exhibition: f.exhibition, TrustProxy: f.trustProxy, Version: buildVersion().Version, Log: log,
	}
	if c.Store == "" {
		if c.Store, err = defaultStore(); err != nil {
			return c, err
		}
		if err := os.MkdirAll(filepath.Dir(c.Store), 0o700); err != nil {
			return c, err
		}
	}
	c.Bus, err = f.nats.config()
	return c, err
}

func (p *program) serveSite(ctx context.Context, f serveFlags, site *server.Site) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen %q: %w", f.listen, err)
	}
	stopMonitor, err := serveMonitor(ctx, f.metrics, site)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	result := serveResult{localURL(listener.Addr())}
	if err := p.print(result); err != nil {
		return errors.Join(err, listener.Close(), stopMonitor())
	}
	if f.open || p.terminal && !f.noOpen {
		_ = openBrowser(ctx, result.URL) // the address that was printed will do
	}
	err = site.Serve(ctx, listener)
	return errors.Join(err, stopMonitor())
}

// serveMonitor answers operators at an address, "" for none, until stop is called.
func serveMonitor(ctx context.Context, address string, site *server.Site) (stop func() error, err error) {
	if address == "" {
		return func() error { return nil }, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--metrics %q: %w", address, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- site.ServeMonitor(ctx, listener) }()
	return func() error {
		cancel()
		return <-ended
	}, nil
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
