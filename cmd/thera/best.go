package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// defaultTime bounds a search when no limit is given.
const defaultTime = time.Second

func (p *program) bestCommand() *cobra.Command {
	var from start
	var limits limitFlags
	var player engineFlags
	var lines, seed uint64
	cmd := &cobra.Command{
		Use:   "best GAME",
		Short: "Find the best move",
		Long: `Search for the best move until the first limit is reached, the result is proven
or the command is interrupted, and print the move, its score and the line
expected from there. The exit status is 1 if it was interrupted. The score is the chance of the seat to move, or a proven
win or loss with the number of plies in which the game ends at the latest.

With --lines the best line of each of several moves is printed, best first.

With --json: {"game", "position", "rank", "move", "score", "depth", "nodes",
"seconds", "line"}, an object for each line asked for; rank is 1 for the best,
line is a list of moves and score is {"win_probability", "proven"}, with "plies"
to the end beside them when it is proven. When the game is over, "winners" is the
list of seats that have won, and there is no move.`,
		Example: `  thera best amazons --time 5s
  thera best amazons --variant 6x6 --nodes 100000 --seed 7
  thera best santorini --lines 3 --level 5
  thera best hermit --position 'R.../..../.Y../.... 2' --depth 4 --json`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			entry, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			req := engine.Request{Position: pos, Limits: limits.limits(), Seed: seed, Lines: int(min(lines, math.MaxInt32))}
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
	wholeNumber(cmd, "lines", "print the best lines of this `NUMBER` of moves (default 1)", 1, &lines)
	wholeNumber(cmd, "seed", "vary play among moves about equal by this `NUMBER`", 0, &seed)
	p.jsonFlag(cmd)
	return cmd
}

// limitFlags are the flags that bound a search; 0 is no limit.
type limitFlags struct {
	time         time.Duration
	nodes, depth uint64
}

func (f *limitFlags) addTo(cmd *cobra.Command) {
	f.addTimeTo(cmd, fmt.Sprintf("stop after this `DURATION`, such as 500ms or 2m (default %s if there is no other limit)", defaultTime))
	wholeNumber(cmd, "nodes", "stop after this `NUMBER` of positions", 1, &f.nodes)
	wholeNumber(cmd, "depth", "stop when this `NUMBER` of plies is searched", 1, &f.depth)
}

// addTimeTo gives a command the flag --time alone.
func (f *limitFlags) addTimeTo(cmd *cobra.Command, usage string) {
	cmd.Flags().Func("time", usage, func(text string) (err error) {
		if f.time, err = time.ParseDuration(text); err != nil || f.time <= 0 {
			return errors.New("want a duration above 0, such as 500ms or 2m")
		}
		return nil
	})
}

func (f *limitFlags) limits() engine.Limits {
	limits := engine.Limits{Time: f.time, Nodes: f.nodes, Depth: int(min(f.depth, math.MaxInt32))}
	if limits == (engine.Limits{}) {
		limits.Time = defaultTime
	}
	return limits
}

// wholeNumber gives a command a flag for a number that is not less than least.
func wholeNumber(cmd *cobra.Command, name, usage string, least uint64, value *uint64) {
	numberUpTo(cmd, name, usage, least, math.MaxUint64, value)
}

// numberUpTo gives a command a flag for a number from least to most.
func numberUpTo(cmd *cobra.Command, name, usage string, least, most uint64, value *uint64) {
	cmd.Flags().Func(name, usage, func(text string) error {
		n, err := strconv.ParseUint(text, 10, 64)
		switch {
		case err == nil && least <= n && n <= most:
			*value = n
			return nil
		case most == math.MaxUint64 && !errors.Is(err, strconv.ErrRange):
			return fmt.Errorf("want a whole number from %d", least)
		}
		return fmt.Errorf("want a whole number from %d to %d", least, most)
	})
}

// What there can be most of at a time, which a machine is hardly better with.
const (
	maxThreads     = 256
	maxConcurrency = 1024 // games and jobs
)

// best searches and prints, even what an interrupted search has found.
func (p *program) best(ctx context.Context, entry catalog.Entry, e engine.Engine, req engine.Request) error {
	if winners := req.Position.Winners(); winners != 0 {
		return p.print(bestResult{Search: answer.NewSearch(entry, req.Position, nil), winners: winners})
	}
	var lines engine.Lines
	req.Report = func(info engine.Info) {
		lines.Report(info)
		if p.terminal {
			p.progress(info)
		}
	}
	best, err := e.Search(ctx, req)
	if err != nil {
		return err
	}
	p.endInterruptedLine(ctx)
	for _, info := range lines.With(best, req.Lines) {
		found := answer.NewSearch(entry, req.Position, []engine.Info{info})
		err = errors.Join(err, p.print(bestResult{Search: found, score: info.Score}))
	}
	if err == nil && ctx.Err() != nil {
		err = errInterrupted
	}
	return err
}

// progress prints what a search knows so far.
func (p *program) progress(info engine.Info) {
	const shown = 4 // moves that fit on a terminal's line
	line := lineText(info.Line[:min(shown, len(info.Line))])
	if len(info.Line) > shown {
		line += " …"
	}
	fmt.Fprintf(p.stderr, "depth %2d %12s nodes %9s/s %8.2f s  %-10s %s\n", info.Depth, grouped(info.Nodes),
		grouped(perSecond(info.Nodes, info.Time)), info.Time.Seconds(), info.Score, line)
}

// bestResult is one line of a search.
type bestResult struct {
	answer.Search
	score   engine.Score
	winners game.Seats // nobody until the game is over
}

func (r bestResult) String() string {
	if r.winners != 0 {
		return fmt.Sprintf("the game is over, won by seat %s", r.winners)
	}
	score := r.score.String()
	if r.Score.Proven {
		unit := "plies"
		if *r.Score.Plies == 1 {
			unit = "ply"
		}
		score += " " + unit + ", proven"
	}
	return fmt.Sprintf("%s  %s  depth %d, %s nodes, %.2f s\n%s",
		r.Move, score, r.Depth, grouped(r.Nodes), r.Seconds, lineText(r.Line))
}

// engineFlags choose an engine and set it up. Zero fields mean the defaults.
type engineFlags struct {
	name   string
	config engine.Config
}

func (f *engineFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "engine", "", "search with the engine of this `NAME`, such as greedy (default the strongest)")
	for _, p := range catalog.Parameters() {
		usage := map[string]string{
			"threads": "search with this `NUMBER` of threads (default all cores, but 1 with --nodes or --depth, for the same answer each time)",
			"hash":    fmt.Sprintf("keep a table of this many `MIB` (default %d)", p.Default),
			"level":   fmt.Sprintf("play at this `LEVEL`, from 1, the weakest, to %d (default %d)", p.Most, p.Default),
		}
		cmd.Flags().Func(p.Name, usage[p.Name], func(text string) error { return p.Set(&f.config, text) })
	}
}

// open returns a new engine for searches within the limits.
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
