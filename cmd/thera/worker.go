package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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
)

func (p *program) workerCommand() *cobra.Command {
	f := workerFlags{crew: crewFlags{user: bus.WorkerUser}}
	var slots uint64
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Work for others: search, play and prove what they ask for",
		Long: `Take jobs from the NATS server at --nats and do them until the command is
interrupted: turns of house bots and analyses for thera serve, and games, puzzles,
self-play and parts of proofs for the commands with --workers. Any number of
machines can work; each takes what is most urgent. A worker that is interrupted
gives back what it has not finished, and one that dies loses no more than that.
Jobs come from programs of the same version alone. docs/run/workers.md tells more.

With --metrics, http://ADDRESS/metrics has metrics for Prometheus: the jobs done
by this worker, and how many wait in the queues and since when. With --json:
{"worker", "slots", "nats"}, as soon as it works.`,
		Example: `  thera worker --nats nats://10.0.0.7:4222
  thera worker --nats nats://10.0.0.7:4222 --token-file token --slots 8 --metrics :9090`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.slots = int(slots)
			// A slot stands for one processor; work beside the jobs gets no other.
			runtime.GOMAXPROCS(min(f.slots, runtime.GOMAXPROCS(0)))
			return p.worker(cmd.Context(), f)
		},
	}
	f.crew.addTo(cmd, "nats", "take jobs from the NATS server at this `URL`, such as nats://HOST:4222")
	cmd.Flags().StringVar(&f.name, "name", "", "be called this `NAME` in what others see (default the machine's)")
	cmd.Flags().StringVar(&f.metrics, "metrics", "", "serve metrics for Prometheus at this `ADDRESS`")
	cmd.Flags().TextVar(&f.level, "log-level", slog.LevelInfo, "log from this `LEVEL` up: debug, info, warn or error")
	slots = uint64(runtime.GOMAXPROCS(0))
	numberUpTo(cmd, "slots", "do this `NUMBER` of jobs at a time (default one for each processor)", 1, maxConcurrency, &slots)
	p.jsonFlag(cmd)
	return cmd
}

type workerFlags struct {
	crew    crewFlags
	name    string
	metrics string
	level   slog.Level
	slots   int
}

// workerResult says who works, and for whom.
type workerResult struct {
	Worker string `json:"worker"`
	Slots  int    `json:"slots"`
	NATS   string `json:"nats"`
}

func (r workerResult) String() string {
	return fmt.Sprintf("%s works for %s, %s at a time", r.Worker, r.NATS, counted(r.Slots, "job", "jobs"))
}

// worker works until ctx is done.
func (p *program) worker(ctx context.Context, f workerFlags) (err error) {
	if f.crew.url == "" {
		return usagef("missing --nats: want the URL of a NATS server, such as nats://127.0.0.1:4222")
	}
	if f.metrics != "" {
		if err := checkListen("metrics", f.metrics); err != nil {
			return err
		}
	}
	log := slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: f.level}))
	b, err := f.crew.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if f.name == "" {
		f.name, _ = os.Hostname() // the name is optional
	}
	metrics := jobs.NewMetrics(b, buildVersion().Version)
	w := queue.NewWorker(queue.WorkerConfig{
		Bus: b, Kinds: jobs.Kinds(), Version: buildVersion().Version, Name: f.name, Slots: f.slots, Log: log, Finished: metrics.Finished,
	})
	if f.metrics != "" {
		stop, err := serveMetrics(ctx, f.metrics, metrics)
		if err != nil {
			return err
		}
		defer stop()
	}
	if err := p.print(workerResult{w.Name(), f.slots, f.crew.url}); err != nil {
		return err
	}
	return w.Run(ctx)
}

// serveMetrics serves metrics at an address until stop is called.
func serveMetrics(ctx context.Context, address string, m prometheus.Collector) (stop func(), err error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--metrics %q: %w", address, err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	go func() { _ = s.Serve(listener) }() // until stop
	return func() { _ = s.Close() }, nil
}
