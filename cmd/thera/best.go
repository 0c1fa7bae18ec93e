package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/lab/batch"
)

func (p *program) bestCommand() *cobra.Command {
	var from start
	var limits limitFlags
	var player engineFlags
	var lines int
	var seed uint64
	var many batchFlags
	cmd := &cobra.Command{
		Use:   "best GAME",
		Short: "Find the best move",
		Long: `Find the best move and print it with its score and the expected line of play. The
search ends at the first limit, when the result is proven, or when the command is
interrupted; then the exit status is 1. The score is the winning chance of the
seat to move, or a proven win or loss with the most plies until the game ends.

With --lines, print the best line for each of several moves, best first.

With --json, print one object per line of play: {"game", "position", "rank",
"move", "score", "depth", "nodes", "seconds", "line"}. The best line has rank 1,
line is a list of moves, and score is {"win_probability", "proven"}, with "plies" to
the end if it is proven and "centilogits" if it is not. When the game is over there
is no move, and "winners" lists the winning seats.

` + batchHelp + `
Lines of play after the best are in "others".`,
		Example: `  thera best amazons --time 5s
  thera best amazons --variant 6x6 --nodes 100000 --seed 7
  thera best santorini --lines 3 --level 5
  thera best hermit --position 'R.../..../.Y../.... 2' --depth 4 --json
  thera best amazons --positions late.txt --nodes 100000 --resume late.jsonl`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := many.check(cmd, "variant", "position"); err != nil {
				return err
			}
			entry, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			req := engine.Request{Position: pos, Limits: limits.limits(), Seed: seed, Lines: lines}
			if many.positions != "" {
				return p.bestOfEach(cmd.Context(), entry, player, req, many)
			}
			e, err := player.open(entry, req.Limits)
			if err != nil {
				return err
			}
			return p.best(cmd.Context(), entry, e, req)
		},
	}
	from.addTo(cmd)
	limits.addTo(cmd)
	player.addTo(cmd)
	wholeNumber(cmd, "lines", "print the best lines of `NUMBER` different moves (default 1)", 1, &lines)
	wholeNumber(cmd, "seed", "choose among nearly equal moves at random, with `NUMBER` as the seed", 0, &seed)
	many.addTo(cmd)
	many.addResume(cmd)
	p.jsonFlag(cmd)
	return cmd
}

// best searches and prints what it finds, even if interrupted.
func (p *program) best(ctx context.Context, entry catalog.Entry, e engine.Engine, req engine.Request) error {
	if winners := req.Position.Winners(); winners != 0 {
		return p.print(bestResult{Search: answer.NewSearch(entry, req.Position, nil), winners: winners})
	}
	if p.terminal {
		req.Report = p.progress
	}
	lines, err := searchLines(ctx, e, req)
	if err != nil {
		return err
	}
	p.endInterruptedLine(ctx)
	for _, info := range lines {
		found := answer.NewSearch(entry, req.Position, []engine.Info{info})
		err = errors.Join(err, p.print(bestResult{Search: found, score: info.Score}))
	}
	if err == nil && ctx.Err() != nil {
		err = errInterrupted
	}
	return err
}

// searchLines returns the best lines that a search finds, as many as are wanted.
func searchLines(ctx context.Context, e engine.Engine, req engine.Request) ([]engine.Info, error) {
	var lines engine.Lines
	report := req.Report
	req.Report = func(info engine.Info) {
		lines.Report(info)
		if report != nil {
			report(info)
		}
	}
	best, err := e.Search(ctx, req)
	if err != nil {
		return nil, err
	}
	return lines.With(best, req.Lines), nil
}

// bestOfEach searches each position of a file.
func (p *program) bestOfEach(ctx context.Context, entry catalog.Entry, player engineFlags, req engine.Request, f batchFlags) error {
	kind, err := entry.Engine(player.name)
	if err != nil {
		return usageError{err}
	}
	config := player.config
	threads := cmp.Or(config.Threads, runtime.GOMAXPROCS(0))
	config.Threads = 1
	full := engine.Defaults(catalog.Parameters())
	opt := f.options(entry, "best", req.Limits)
	opt["engine"] = kind.Name
	opt["level"] = strconv.Itoa(cmp.Or(config.Level, full.Level))
	opt["hash"] = strconv.Itoa(cmp.Or(config.TableMiB, full.TableMiB))
	opt["lines"] = strconv.Itoa(max(req.Lines, 1))
	opt["seed"] = strconv.FormatUint(req.Seed, 10)
	return p.batch(ctx, f, opt, batch.Batch{Rules: entry.Game, Threads: threads, Start: func() batch.Answer {
		e := kind.New(config)
		return func(ctx context.Context, q batch.Question) (any, error) {
			if q.Position.Winners() != 0 {
				return answer.NewSearch(entry, q.Position, nil), nil
			}
			if !engine.Forget(e) {
				e = kind.New(config)
			}
			req := req
			req.Position = q.Position
			lines, err := searchLines(ctx, e, req)
			if err != nil {
				return nil, err
			}
			return answer.NewSearch(entry, q.Position, lines), nil
		}
	}})
}

func (p *program) progress(info engine.Info) {
	const shown = 4 // moves that fit on a terminal's line
	line := lineText(info.Line[:min(shown, len(info.Line))])
	if len(info.Line) > shown {
		line += " …"
	}
	fmt.Fprintf(p.stderr, "depth %2d %12s nodes %9s/s %8.2f s  %-10s %s\n", info.Depth, grouped(info.Nodes),
		grouped(perSecond(info.Nodes, info.Time)), info.Time.Seconds(), info.Score, line)
}

type bestResult struct {
	answer.Search
	score   engine.Score
	winners game.Seats // empty until the game is over
}

func (r bestResult) String() string {
	if r.winners != 0 {
		return fmt.Sprintf("the game is over, won by seat %s", r.winners)
	}
	score := r.score.String()
	if r.Score.Proven {
		unit := map[bool]string{true: "ply", false: "plies"}[*r.Score.Plies == 1]
		score += " " + unit + ", proven"
	}
	return fmt.Sprintf("%s  %s  depth %d, %s nodes, %.2f s\n%s",
		r.Move, score, r.Depth, grouped(r.Nodes), r.Seconds, lineText(r.Line))
}

// engineFlags select and configure an engine. Zero fields mean the defaults.
type engineFlags struct {
	name   string
	config engine.Config
}

func (f *engineFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "engine", "", "search with the engine `NAME`, such as greedy (default the strongest)")
	for _, p := range catalog.Parameters() {
		usage := map[string]string{
			"threads": "search with `NUMBER` threads (default all cores, or 1 with --nodes or --depth, so that results repeat)",
			"hash":    fmt.Sprintf("use a transposition table of this many `MIB` (default %d)", p.Default),
			"level":   fmt.Sprintf("play at this `LEVEL`, from 1 (weakest) to %d (default %d)", p.Max, p.Default),
		}
		cmd.Flags().Func(p.Name, usage[p.Name], func(text string) error { return p.Set(&f.config, text) })
	}
}

// open returns a new engine, with the default number of threads for the limits.
func (f *engineFlags) open(entry catalog.Entry, limits engine.Limits) (engine.Engine, error) {
	c := f.config
	if c.Threads == 0 && limits.Nodes == 0 && limits.Depth == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	kind, err := entry.Engine(f.name)
	if err != nil {
		return nil, usageError{err}
	}
	return kind.New(c), nil
}
