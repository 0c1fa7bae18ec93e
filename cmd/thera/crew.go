package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/site/jobs"
)

// crewFlags are the flags that connect to workers.
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

// addWorkers adds the flags that distribute a command's work.
func (f *crewFlags) addWorkers(cmd *cobra.Command) {
	f.user = bus.NodeUser
	f.addTo(cmd, "workers", "have the workers at the NATS server `URL` do the work; see docs/run/workers.md")
}

// open connects to the bus.
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

// clear clears the line of progress on a terminal.
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
	const columns = 79
	if runes := []rune(text); len(runes) > columns {
		text = string(runes[:columns-1]) + "…"
	}
	fmt.Fprint(p.stderr, clearLine, text)
}

// crewText says how many workers there are, and how fast each is.
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
