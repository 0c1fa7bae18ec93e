package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/spf13/cobra"

	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/site/jobs"
	"thera/internal/site/store/database"
)

func (p *program) workerCommand() *cobra.Command {
	f := workerFlags{crew: crewFlags{isWorker: true}}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Do jobs for servers and commands on other machines",
		Long: `Do jobs for servers and commands on other machines until interrupted. Jobs come from
the NATS server at --nats: moves of house bots and analyses for thera serve, and
games, puzzles, self-play and parts of proofs for the commands with --workers. Any
number of machines can work; each takes the most urgent job first. A worker that is
interrupted returns its unfinished jobs, and those of one that dies go to another.
Workers accept jobs only from programs of their own version. docs/run/workers.md
tells more.

Each flag is also a setting, as those of thera serve are: --nats is the variable
THERA_NATS, or a line in the file of --config.

With --metrics, serve metrics for Prometheus at http://ADDRESS/metrics: the jobs
done by this worker, and the number and age of those waiting in the queues. With
--json, print {"worker", "slots", "nats"} as soon as the worker is ready.`,
		Example: `  thera worker --nats nats://10.0.0.7:4222
  thera worker --nats tls://10.0.0.7:4222 --token-file token --slots 8 --metrics :9090`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// A slot stands for one processor; other work shares it.
			runtime.GOMAXPROCS(min(f.slots, runtime.GOMAXPROCS(0)))
			return p.worker(cmd.Context(), f)
		},
	}
	f.crew.addTo(cmd, "nats", "take jobs from the NATS server at this `URL`, such as nats://HOST:4222")
	cmd.Flags().StringVar(&f.name, "name", "", "use this `NAME` in status displays (default the host name)")
	cmd.Flags().StringVar(&f.metrics, "metrics", "", "serve metrics for Prometheus at this `ADDRESS`")
	f.log.addTo(cmd)
	f.slots = runtime.GOMAXPROCS(0)
	numberUpTo(cmd, "slots", "do `NUMBER` jobs at a time (default one per processor)", 1, maxConcurrency, &f.slots)
	p.jsonFlag(cmd)
	cmd.AddCommand(p.workerTokenCommand())
	p.addSettings(cmd, f.check, nil)
	return cmd
}

func (p *program) workerTokenCommand() *cobra.Command {
	var trusted bool
	cmd := &cobra.Command{
		Use:   "token NAME",
		Short: "Make a token for a worker",
		Long: `Make a token for a worker and print it. Add it as a line to the file that thera serve
has as --worker-token-file, and give it to the worker as its --token-file. NAME is 1 to
30 letters a to z, digits and hyphens. Give each worker its own: workers with the same
token can read each other's messages. Removing the line, and restarting thera serve,
revokes the token.

A trusted worker also gets the house bots' turns in rated games, which nobody can check.`,
		Example: `  thera worker token lab1 --trusted >> worker-tokens`,
		Args:    namedArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			token, err := bus.NewWorkerToken(args[0], trusted)
			if err != nil {
				return usageError{err}
			}
			return p.print(workerTokenResult{token.Name, token.IsTrusted, token.String()})
		},
	}
	cmd.Flags().BoolVar(&trusted, "trusted", false, "let the worker play for house bots in rated games")
	p.jsonFlag(cmd)
	return cmd
}

type workerTokenResult struct {
	Name    string `json:"name"`
	Trusted bool   `json:"trusted"`
	Token   string `json:"token"`
}

func (r workerTokenResult) String() string { return r.Token }

type workerFlags struct {
	crew    crewFlags
	name    string
	metrics string
	log     logFlags
	slots   int
}

type workerResult struct {
	Worker string `json:"worker"`
	Slots  int    `json:"slots"`
	NATS   string `json:"nats"`
}

func (r workerResult) String() string {
	return fmt.Sprintf("%s works for %s, %s at a time", r.Worker, r.NATS, counted(r.Slots, "job", "jobs"))
}

// check finds mistakes before anything is opened.
func (f *workerFlags) check() error {
	if f.crew.url == "" {
		return usagef("missing --nats: want the URL of a NATS server, such as nats://127.0.0.1:4222")
	}
	if f.metrics == "" {
		return nil
	}
	return checkListen("metrics", f.metrics)
}

func (p *program) worker(ctx context.Context, f workerFlags) (err error) {
	log := f.log.open(p.stderr)
	b, token, err := f.crew.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if f.name == "" {
		f.name, _ = os.Hostname() // the name is optional
	}
	build := buildVersion()
	metrics := jobs.NewMetrics(b, build.Version)
	w := queue.NewWorker(queue.WorkerConfig{
		Bus: b, Kinds: jobs.Kinds(), Version: build.Version, Name: f.name, User: token.Name, IsTrusted: token.IsTrusted,
		Slots: f.slots, Log: log, Finished: metrics.Finished,
	})
	if f.metrics != "" {
		stop, err := serveMetrics(ctx, f.metrics, metrics.Collectors())
		if err != nil {
			return err
		}
		defer stop()
	}
	if err := p.print(workerResult{w.Name(), f.slots, f.crew.url}); err != nil {
		return err
	}
	log.Info("working", "version", build.Version, "commit", build.Commit, "worker", w.Name(), "nats", database.Redacted(f.crew.url))
	notifyReady(ctx, log)
	return w.Run(ctx)
}

// serveMetrics serves metrics at an address until stop is called.
func serveMetrics(ctx context.Context, address string, metrics []prometheus.Collector) (stop func(), err error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--metrics %q: %w", address, err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(metrics...)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	go func() { _ = s.Serve(listener) }() // until stop
	return func() { _ = s.Close() }, nil
}
