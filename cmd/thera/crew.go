package main

import (
	"context"
	"errors"
	"fmt"
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

type crewFlags struct {
	user        string // who signs in with the token
	url, token  string
	credentials string
	ca          string
}

// addTo adds the flags to a command; name and usage are those of the URL's flag.
func (f *crewFlags) addTo(cmd *cobra.Command, name, usage string) {
	cmd.Flags().StringVar(&f.url, name, "", usage)
	cmd.Flags().StringVar(&f.token, "token-file", "", "authenticate to the NATS server with the token in `FILE`")
	cmd.Flags().StringVar(&f.credentials, "nats-credentials", "", "authenticate to the NATS server with the credentials in `FILE`")
	cmd.Flags().StringVar(&f.ca, "nats-ca", "", "trust certificates signed by the CA certificate in `FILE`")
	completeFlag(cmd, name)
}

func (f *crewFlags) addWorkers(cmd *cobra.Command) {
	f.user = bus.NodeUser
	f.addTo(cmd, "workers", "have the workers at the NATS server `URL` do the work; see docs/run/workers.md")
}

func (f *crewFlags) open(ctx context.Context, log *slog.Logger) (*bus.Bus, error) {
	c := bus.Config{URL: f.url, Credentials: f.credentials, CA: f.ca, Name: "thera", Log: log}
	if f.token != "" {
		token, err := readToken(f.token)
		if err != nil {
			return nil, err
		}
		if c.URL, err = signIn(f.url, f.user, token); err != nil {
			return nil, err
		}
	}
	return bus.Open(ctx, c)
}

// withDesk calls do with a dispatcher for the workers. Problems with workers are
// logged to standard error.
func (p *program) withDesk(ctx context.Context, f crewFlags, do func(*queue.Dispatcher) error) error {
	log := slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	b, err := f.open(ctx, log)
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
	fmt.Fprint(p.stderr, clearLine, cut(text, lineWidth))
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
	url, credentials, ca, certificate, key, listen string
	token, workerToken                             string // files
}

func (f *natsFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "nats", "", "communicate with other nodes and workers through the NATS server at this `URL`, nats://HOST:PORT or tls://… (default one inside this program)")
	flags.StringVar(&f.credentials, "nats-credentials", "", "authenticate to the NATS server with the credentials in `FILE`")
	flags.StringVar(&f.ca, "nats-ca", "", "trust certificates signed by the CA certificate in `FILE`")
	flags.StringVar(&f.certificate, "nats-certificate", "", "present the certificate in `FILE` to the NATS server or its clients")
	flags.StringVar(&f.key, "nats-key", "", "use the private key in `FILE` with --nats-certificate")
	flags.StringVar(&f.listen, "nats-listen", "", "accept connections to the NATS server inside this program at this `ADDRESS`")
	flags.StringVar(&f.token, "nats-token-file", "", "with --nats-listen, admit nodes with the token in `FILE`; with --nats, authenticate with it")
	flags.StringVar(&f.workerToken, "worker-token-file", "", "with --nats-listen, admit workers with the token in `FILE`, and require tokens of everyone")
}

func (f natsFlags) config() (bus.Config, error) {
	if f.workerToken != "" && f.listen == "" || f.token != "" && f.listen == "" && f.url == "" {
		return bus.Config{}, usagef("--nats-token-file and --worker-token-file: want --nats-listen with them")
	}
	name, err := os.Hostname()
	if err != nil {
		name = "thera"
	}
	node, err := readToken(f.token)
	worker, errWorker := readToken(f.workerToken)
	if err := errors.Join(err, errWorker); err != nil {
		return bus.Config{}, err
	}
	address := f.url
	if address != "" && node != "" {
		if address, err = signIn(address, bus.NodeUser, node); err != nil {
			return bus.Config{}, err
		}
	}
	return bus.Config{
		URL: address, Credentials: f.credentials, CA: f.ca, Certificate: f.certificate, Key: f.key, Listen: f.listen,
		NodeToken: node, WorkerToken: worker, Name: name,
	}, nil
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
func readToken(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < 16 {
		return "", fmt.Errorf("%s: want a token of 16 characters or more", path)
	}
	return token, nil
}
