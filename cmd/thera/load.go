package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/load"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

func (p *program) loadCommand() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "load",
		Short: "Load-test a server",
		Long: `Load-test a server: play many games at once over web sockets, as pages do, with
random legal turns, and measure how long it takes until a turn is acknowledged and
until the opponent receives it. All events are checked for order and gaps. Players
who lose their connection reconnect, to another server if there are several. The
measured --time begins once all games have started; an interrupt ends it.

Other clients can be there at the same time: --spectators follow a tournament that
changes every second, --bots play each other over the bot API, --readers read pages
and --lobby offer games. For each kind, "crowds" has the number of answers and how
long they took: until a spectator saw a change, a turn or a seek was stored, or a page
had arrived.

With --attack NUMBER, as many clients of one address do each of these at the same time:
send bodies and read answers slowly, open streams, ask for changes, pictures and
profiles, plan turns, offer games, and guess passwords. All others then come from many
addresses. They are distinguished by X-Forwarded-For, so the server needs --trust-proxy.
"attacks" has what the attackers were answered, by status, 0 being closed connections,
and "busy" how often anybody else got the status 503.

For meaningful numbers, run the server on another machine. On the same machine,
each player uses its own address in 127.0.0.0/8. docs/contributing/scale.md has
results.

With --json, print {"games", "turns", "seconds", "lost", "doubled", "ack_p50_ms",
"ack_p99_ms", "relay_p50_ms", "relay_p99_ms", "server_rss_bytes",
"server_rss_bytes_before", "server_rss_bytes_most", "server_cpu_seconds", "ended",
"unfinished", "unanswered", "refused", "busy", "reconnected", "outages", "interruptions",
"interruption_p50_ms", "interruption_p99_ms", "interruption_max_ms", "crowds":
[{"kind", "clients", "answers", "p50_ms", "p99_ms", "refused", "reconnected"}],
"attacks": [{"kind", "clients", "requests", "answers", "refused"}]}. A relay lasts
from sending a turn until an opponent receives it. An interruption is a time without
a connection, or more than a second without an acknowledgment.

The exit status is 1 if an event was lost or duplicated, a game did not end despite
--finish, or the command was interrupted.`,
		Example: `  thera load --games 100 --rate 10 --time 30s
  thera load --url http://127.0.0.1:8080 --games 1000 --rate 100 --kill-check history.jsonl
  thera load check history.jsonl --store games.db`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.load(cmd.Context(), f) },
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	cmd.AddCommand(p.loadCheckCommand())
	return cmd
}

type loadFlags struct {
	urls        []string
	metrics     []string
	games       int
	crowds      load.Crowds
	attackers   int // of each kind
	seed        uint64
	rate        float64
	time        time.Duration
	game, clock string
	history     string // file
	finish      bool
}

// addTo adds the flags to the command.
func (f *loadFlags) addTo(cmd *cobra.Command) {
	f.games, f.seed = 100, 1
	cmd.Flags().StringSliceVar(&f.urls, "url", []string{"http://127.0.0.1:8080"}, "play on the server at this `URL`, or on several nodes at URLs separated by commas")
	cmd.Flags().StringSliceVar(&f.metrics, "metrics", nil, "read the server's use of memory and processors at this `URL` of its metrics, or of several nodes at URLs separated by commas")
	wholeNumber(cmd, "games", "play `NUMBER` games at a time (default 100)", 1, &f.games)
	wholeNumber(cmd, "spectators", "have `NUMBER` spectators of a tournament (default 0)", 0, &f.crowds.Spectators)
	wholeNumber(cmd, "bots", "have `NUMBER` programs play over the bot API (default 0)", 0, &f.crowds.Bots)
	wholeNumber(cmd, "readers", "have `NUMBER` people read pages (default 0)", 0, &f.crowds.Readers)
	wholeNumber(cmd, "lobby", "have `NUMBER` people in the lobby (default 0)", 0, &f.crowds.Lobby)
	wholeNumber(cmd, "attack", "attack with `NUMBER` clients of one address in each way (default 0)", 0, &f.attackers)
	cmd.Flags().Float64Var(&f.rate, "rate", 10, "play this many `TURNS` per second, in all games together")
	cmd.Flags().DurationVar(&f.time, "time", time.Minute, "measure for this `DURATION`")
	cmd.Flags().BoolVar(&f.finish, "finish", false, "then play all games to their end, four times as fast")
	cmd.Flags().StringVar(&f.game, "game", "", "play only this `GAME` (default all in turn)")
	cmd.Flags().StringVar(&f.clock, "clock", "30+20", "play with this `CLOCK`: minutes+seconds, days as in 3d, or none")
	wholeNumber(cmd, "seed", "draw turns and thinking times with `NUMBER` as the random seed (default 1)", 0, &f.seed)
	cmd.Flags().StringVar(&f.history, "kill-check", "", "write the history that the players saw to `FILE`, for thera load check")
	completeFlag(cmd, "game", catalog.Names()...)
}

// config returns the configuration by the flags, without the history.
func (f loadFlags) config() (c load.Config, err error) {
	c = load.Config{URLs: f.urls, Metrics: f.metrics, ConcurrentGames: f.games, Rate: f.rate, Time: f.time, Finish: f.finish, Seed: f.seed, Crowds: f.crowds, Attackers: f.attackers}
	if !(f.rate > 0) || math.IsInf(f.rate, 0) {
		return c, usagef("--rate %g: want more than 0", f.rate)
	}
	for _, urls := range []struct {
		flag, example string
		given         []string
	}{{"url", "http://127.0.0.1:8080", f.urls}, {"metrics", "http://127.0.0.1:9090/metrics", f.metrics}} {
		for _, address := range urls.given {
			if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				return c, usagef("--%s %q: want an address like %s", urls.flag, address, urls.example)
			}
		}
	}
	if f.time <= 0 {
		return c, usagef("--time %s: want more than 0", f.time)
	}
	if c.Control, err = play.ParseControl(f.clock); err != nil {
		return c, usagef("--clock: %w", err)
	}
	c.Rules = catalog.AllRules()
	if f.game != "" {
		entry, err := catalog.Find(f.game)
		if err != nil {
			return c, usageError{err}
		}
		c.Rules = []game.Game{entry.Game}
	}
	return c, nil
}

func (p *program) load(ctx context.Context, f loadFlags) (err error) {
	config, err := f.config()
	if err != nil {
		return err
	}
	if p.terminal {
		d := display{out: p.stderr}
		config.Report = func(now load.Progress) { d.show(progressText(now)) }
	}
	result, err := f.run(ctx, config)
	if err != nil {
		return err
	}
	p.endInterruptedLine(ctx)
	if err := p.print(loadResult{result}); err != nil {
		return err
	}
	if result.Lost > 0 || result.Doubled > 0 {
		return fmt.Errorf("%d events lost and %d duplicated: want none", result.Lost, result.Doubled)
	}
	if result.Unfinished > 0 {
		return fmt.Errorf("%d games did not end: want none", result.Unfinished)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %.1f s of %s", result.Seconds, f.time)
	}
	return nil
}

func (f loadFlags) run(ctx context.Context, config load.Config) (result load.Result, err error) {
	if f.history == "" {
		return load.Run(ctx, config)
	}
	err = replaceKind(f.history, isHistory, func(w io.Writer) (err error) {
		config.History = load.NewHistory(w)
		result, err = load.Run(ctx, config)
		return err
	})
	return result, err
}

func progressText(now load.Progress) string {
	if now.Elapsed == 0 {
		text := fmt.Sprintf("%d of %d games begun", now.Games, now.Of)
		if now.Problem != nil {
			text += fmt.Sprintf("\n%v", now.Problem)
		}
		return text
	}
	return fmt.Sprintf("%s  %s turns, %.0f a second, %d events lost",
		now.Elapsed.Round(time.Second), grouped(uint64(now.Turns)), float64(now.Turns)/now.Elapsed.Seconds(), now.Lost)
}

type loadResult struct{ load.Result }

func (r loadResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s games, %s turns in %.1f s, %.0f a second; %d events lost, %d duplicated\n", grouped(uint64(r.Games)),
		grouped(uint64(r.Turns)), r.Seconds, float64(r.Turns)/max(r.Seconds, 1e-3), r.Lost, r.Doubled)
	fmt.Fprintf(&b, "acknowledged in %.1f ms, 99%% in %.1f; relayed in %.1f ms, 99%% in %.1f", r.AckP50, r.AckP99, r.RelayP50, r.RelayP99)
	if r.Memory > 0 { // a proxy may hide it
		fmt.Fprintf(&b, "\nserver: %.0f MiB, before %.0f, at most %.0f, %.1f KiB for each game; %.2f s of a processor, %.2f ms for each turn",
			float64(r.Memory)/(1<<20), float64(r.MemoryIdle)/(1<<20), float64(r.MemoryMost)/(1<<20), float64(r.Memory-r.MemoryIdle)/1024/float64(max(r.Games, 1)),
			r.CPU, 1000*r.CPU/float64(max(r.Turns, 1)))
	}
	for _, more := range []struct {
		count int
		what  string
	}{
		{r.Ended, "games ended"},
		{r.Unfinished, "games did not end"},
		{r.Reconnected, "reconnections"},
		{r.Outages, "outages"},
		{r.Refused, "turns refused"},
		{r.Busy, "answers 503"},
		{r.Unanswered, "turns unanswered"},
	} {
		if more.count > 0 {
			fmt.Fprintf(&b, "\n%s %s", grouped(uint64(more.count)), more.what)
		}
	}
	for _, c := range r.Crowds {
		fmt.Fprintf(&b, "\n%s %s: %s answers in %.1f ms, 99%% in %.1f; %s refused, %s reconnections", grouped(uint64(c.Clients)), c.Kind,
			grouped(uint64(c.Answers)), c.P50, c.P99, grouped(uint64(c.Refused)), grouped(uint64(c.Reconnected)))
	}
	for _, a := range r.Attacks {
		fmt.Fprintf(&b, "\n%s attackers, %s: %s requests, %s refused; answers %v", grouped(uint64(a.Clients)), a.Kind,
			grouped(uint64(a.Requests)), grouped(uint64(a.Refused)), a.Answers)
	}
	if r.Interruptions > 0 {
		fmt.Fprintf(&b, "\n%s interruptions of %.1f s, 99%% within %.1f, at most %.1f", grouped(uint64(r.Interruptions)),
			r.InterruptionP50/1000, r.InterruptionP99/1000, r.InterruptionMax/1000)
	}
	return b.String()
}

func (p *program) loadCheckCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Compare the history of a load test with the server's store",
		Long: `Compare the history written by thera load --kill-check with the logs in the server's
store: each acknowledged turn must be stored, no log may have a gap or a turn that
nobody sent, and no clock may run while the server was unreachable. Violations are
printed, and the exit status is then 1.

With --json, print {"games", "turns", "known", "stored", "outages", "given",
"wrong"}.`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.loadCheck(cmd.Context(), args[0], address) },
	}
	cmd.Flags().StringVar(&address, "store", "", "compare with the store `FILE_OR_URL`")
	p.jsonFlag(cmd)
	return cmd
}

func (p *program) loadCheck(ctx context.Context, path, address string) (err error) {
	if address == "" {
		return usagef("missing --store: want the file or the URL of the server's store")
	}
	file, err := openFile(ctx, path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	lines, err := load.ReadHistory(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if !strings.Contains(address, "://") {
		if _, err := os.Stat(address); err != nil {
			return err // opening it would create a new one
		}
	}
	s, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	report, err := load.Check(ctx, lines, catalog.AllRules(), s)
	if err != nil {
		return err
	}
	if err := p.print(historyResult{report}); err != nil {
		return err
	}
	if n := len(report.Wrong); n > 0 {
		return errors.New("found " + counted(n, "violation", "violations"))
	}
	return nil
}

type historyResult struct{ load.Report }

func (r historyResult) String() string {
	text := fmt.Sprintf("%d games, %d turns sent, %d acknowledged, %d more in the logs; %d outages, clocks credited %d times",
		r.Games, r.Turns, r.Known, r.Stored, r.Outages, r.Given)
	for _, wrong := range r.Wrong {
		text += "\n" + wrong
	}
	return text
}
