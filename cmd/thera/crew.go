package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/site/jobs"
)

// connectionFlags say how to reach a NATS server.
type connectionFlags struct{ url, credentials, ca, certificate, key string }

// addTo adds all flags but that of the URL. peers are those who get the certificate.
func (f *connectionFlags) addTo(flags *pflag.FlagSet, peers string) {
	flags.StringVar(&f.credentials, "nats-credentials", "", "authenticate to the NATS server with the credentials in `FILE`")
	flags.StringVar(&f.ca, "nats-ca", "", "trust certificates signed by the CA certificate in `FILE`")
	flags.StringVar(&f.certificate, "nats-certificate", "", "present the certificate in `FILE` to "+peers)
	flags.StringVar(&f.key, "nats-key", "", "use the private key in `FILE` with --nats-certificate")
}

func (f connectionFlags) config() (bus.Config, error) {
	if (f.certificate == "") != (f.key == "") {
		return bus.Config{}, usagef("--nats-certificate and --nats-key: want both or none")
	}
	return bus.Config{URL: f.url, Credentials: f.credentials, CA: f.ca, Certificate: f.certificate, Key: f.key}, nil
}

type crewFlags struct {
	connectionFlags
	isWorker bool // the token is a worker's
	token    string
}

// addTo adds the flags to a command; name and usage are those of the URL's flag.
func (f *crewFlags) addTo(cmd *cobra.Command, name, usage string) {
	cmd.Flags().StringVar(&f.url, name, "", usage)
	cmd.Flags().StringVar(&f.token, "token-file", "", "authenticate to the NATS server with the token in `FILE`")
	f.connectionFlags.addTo(cmd.Flags(), "the NATS server")
	completeFlag(cmd, name)
}

// addWorkers adds the flags, of which the others need --workers, to a command.
func (f *crewFlags) addWorkers(cmd *cobra.Command) {
	f.addTo(cmd, "workers", "have the workers at the NATS server `URL` do the work; see docs/run/workers.md")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if f.url != "" {
			return nil
		}
		return onlyWith(cmd, "workers", "token-file", "nats-credentials", "nats-ca", "nats-certificate", "nats-key")
	}
}

// open also returns the worker's token, the zero one without a token.
func (f *crewFlags) open(ctx context.Context, log *slog.Logger) (b *bus.Bus, worker bus.WorkerToken, err error) {
	c, err := f.config()
	if err != nil {
		return nil, worker, err
	}
	c.Name, c.Log = "thera", log
	user := bus.NodeUser
	token, err := readToken(ctx, f.token)
	if err == nil && token != "" && f.isWorker {
		worker, err = bus.ParseWorkerToken(token)
		user, c.Inbox = worker.Name, worker.Inbox()
	}
	if err == nil && token != "" {
		c.URL, err = signIn(f.url, user, token)
	}
	if err == nil {
		b, err = bus.Open(ctx, c)
	}
	return b, worker, err
}

// withDesk calls do with a dispatcher for the workers. Problems with workers are
// logged to standard error.
func (p *program) withDesk(ctx context.Context, f crewFlags, do func(*queue.Dispatcher) error) error {
	log := slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	b, _, err := f.open(ctx, log)
	if err != nil {
		return err
	}
	defer b.Close() //nolint:errcheck // what is to be known of the work is known
	desk, err := queue.OpenDispatcher(ctx, queue.DispatcherConfig{Bus: b, Kinds: jobs.Kinds(), Version: buildVersion().Version, Log: log})
	if err != nil {
		return err
	}
	defer desk.Close()
	defer p.clear()
	return do(desk)
}

func (p *program) clear() {
	if p.terminal {
		fmt.Fprint(p.stderr, clearLine)
	}
}

// crewProgress returns what shows how far a batch is, nil where nobody looks.
func (p *program) crewProgress(what string) func(queue.Status) {
	if !p.terminal {
		return nil
	}
	return func(s queue.Status) {
		of := ""
		if s.Jobs > 0 {
			of = fmt.Sprintf(" of %d", s.Jobs)
		}
		out := ""
		if s.Excluded > 0 {
			out = fmt.Sprintf(", %d put out", s.Excluded)
		}
		p.showLine(fmt.Sprintf("%d%s %s, %s%s  %s", s.Done, of, what, crewText(s.Workers), out, time.Since(s.Since).Round(time.Second)))
	}
}

// showLine writes a line over the one before.
func (p *program) showLine(text string) {
	width, _ := textArea(p.stderr)
	fmt.Fprint(p.stderr, clearLine, cut(text, width))
}

func crewText(workers []queue.WorkerInfo) string {
	if len(workers) == 0 {
		return "waiting for workers"
	}
	total, each := 0.0, make([]string, 0, len(workers))
	for _, w := range workers {
		total += w.Rate()
		each = append(each, fmt.Sprintf("%.1f", w.Rate()))
	}
	return fmt.Sprintf("%s, %.1f/s (%s)", counted(len(workers), "worker", "workers"), total, strings.Join(each, " "))
}

type natsFlags struct {
	connectionFlags
	listen              string
	token, workerTokens string // files
	insecure            bool
}

func (f *natsFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "nats", "", "communicate with other nodes and workers through the NATS server at this `URL`, nats://HOST:PORT or tls://… (default one inside this program)")
	f.addTo(flags, "the NATS server or its clients")
	flags.StringVar(&f.listen, "nats-listen", "", "accept connections to the NATS server inside this program at this `ADDRESS`")
	flags.StringVar(&f.token, "nats-token-file", "", "with --nats-listen, admit nodes with the token in `FILE`; with --nats, authenticate with it")
	flags.StringVar(&f.workerTokens, "worker-token-file", "", "with --nats-listen, admit workers with the tokens in `FILE`, one a line, and require tokens of everyone")
	flags.BoolVar(&f.insecure, "nats-insecure", false, "with --nats-listen, accept other machines without tokens or certificate; only for a network that nobody else reaches")
}

func (f natsFlags) config(ctx context.Context) (bus.Config, error) {
	needsListen := f.token != "" && f.url == "" || f.workerTokens != "" || f.insecure
	if needsListen && f.listen == "" {
		return bus.Config{}, usagef("--nats-token-file, --worker-token-file and --nats-insecure: want --nats-listen with them")
	}
	if f.listen != "" && f.url != "" {
		return bus.Config{}, usagef("--nats and --nats-listen: want only one of them")
	}
	if f.credentials != "" && f.url == "" {
		return bus.Config{}, usagef("--nats-credentials %q: want --nats with it", f.credentials)
	}
	if (f.ca != "" || f.certificate != "") && f.url == "" && f.listen == "" {
		return bus.Config{}, usagef("--nats-ca and --nats-certificate: want --nats or --nats-listen with them")
	}
	c, err := f.connectionFlags.config()
	if err != nil {
		return bus.Config{}, err
	}
	c.Listen, c.Insecure = f.listen, f.insecure
	if c.Name, err = os.Hostname(); err != nil {
		c.Name = "thera"
	}
	if c.NodeToken, err = readToken(ctx, f.token); err == nil {
		c.WorkerTokens, err = readWorkerTokens(ctx, f.workerTokens)
	}
	if err == nil && c.URL != "" && c.NodeToken != "" {
		c.URL, err = signIn(c.URL, bus.NodeUser, c.NodeToken)
	}
	if err != nil {
		return bus.Config{}, err
	}
	if err := c.CheckListen(); errors.Is(err, bus.ErrExposed) {
		return bus.Config{}, usagef("--nats-listen %q: other machines may only connect with TLS and a token: want --nats-certificate, --nats-key and --worker-token-file or --nats-token-file; or --nats-insecure on a network that nobody else reaches", f.listen)
	}
	return c, nil
}

// signIn adds a user and a token to the addresses of servers, which are separated by
// commas.
func signIn(addresses, user, token string) (string, error) {
	all := strings.Split(addresses, ",")
	for i, address := range all {
		u, err := url.Parse(address)
		if err != nil {
			return "", usageError{err}
		}
		u.User = url.UserPassword(user, token)
		all[i] = u.String()
	}
	return strings.Join(all, ","), nil
}

// readToken returns the token in a file, "" if path is "".
func readToken(ctx context.Context, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	text, err := readFile(ctx, path, io.ReadAll)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < 16 {
		return "", fmt.Errorf("%s: want a token of 16 characters or more", path)
	}
	return token, nil
}

// readWorkerTokens returns the tokens in a file, one a line, none if path is "".
func readWorkerTokens(ctx context.Context, path string) (tokens []bus.WorkerToken, err error) {
	if path == "" {
		return nil, nil
	}
	text, err := readFile(ctx, path, io.ReadAll)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		token, err := bus.ParseWorkerToken(line)
		if err == nil && names[token.Name] {
			err = fmt.Errorf("two tokens for the worker %q: want one", token.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		names[token.Name] = true
		tokens = append(tokens, token)
	}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("%s: want a token of a worker on each line", path)
	}
	return tokens, nil
}
