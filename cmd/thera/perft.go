package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/batch"
	"thera/internal/lab/perft"
)

type perftFlags struct {
	from    start
	divide  bool
	threads int
	memory  int // MiB of the table, 0 for none
	many    batchFlags
}

func (p *program) perftCommand() *cobra.Command {
	f := perftFlags{threads: 1}
	cmd := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the legal sequences of moves",
		Long: `Count the legal sequences of exactly DEPTH moves, to compare move generators. The
last line is the count; with --divide, a line MOVE COUNT for each first move comes
before it.

With --memory, count positions only once that several move orders reach, or that
are mirror images or rotations of each other. This pays off from five moves on:
docs/research/perft.md has timings and reference counts.

With --json, print {"move", "count"} for each first move, and at the end {"game",
"position", "depth", "count", "seconds"}.

` + batchHelp + `
The counts of --divide are in "divide", and --memory is for each thread.`,
		Example: `  thera perft amazons 2
  thera perft hermit 3 --variant 3x3 --divide
  thera perft hermit 10 --variant 4x4 --memory 1GiB
  thera perft amazons 4 --position '2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w' --threads 2
  thera perft santorini 3 --positions positions.txt`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.many.check(cmd, "variant", "position"); err != nil {
				return err
			}
			entry, pos, err := f.from.find(args[0])
			if err != nil {
				return err
			}
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 0 {
				return usagef("depth %q: want a number of moves, 0 or more", args[1])
			}
			if f.many.positions != "" {
				if !cmd.Flags().Changed("threads") {
					f.threads = runtime.GOMAXPROCS(0)
				}
				return p.perftEach(cmd.Context(), entry, f, depth)
			}
			result := perftResult{Game: entry.Game.Name(), Position: pos.String(), Depth: depth}
			return p.perft(cmd.Context(), pos, f, result)
		},
	}
	f.from.addTo(cmd)
	cmd.Flags().BoolVar(&f.divide, "divide", false, "also print the count after each first move")
	numberUpTo(cmd, "threads", "count with `NUMBER` threads (default 1)", 1, maxThreads, &f.threads)
	sizeFlag(cmd, "memory", "keep counts in a table of this `SIZE`, such as 512MiB or 8GiB (default none)", &f.memory)
	f.many.addTo(cmd)
	f.many.addResume(cmd)
	p.jsonFlag(cmd)
	return cmd
}

type perftResult struct {
	Game     string      `json:"game"`
	Position string      `json:"position"`
	Depth    int         `json:"depth"`
	Count    uint64      `json:"count"`
	Seconds  float64     `json:"seconds"`
	Divide   []moveCount `json:"divide,omitempty"` // only in a batch
}

func (r perftResult) String() string { return strconv.FormatUint(r.Count, 10) }

type moveCount struct {
	Move  game.Move `json:"move"`
	Count uint64    `json:"count"`
}

func (c moveCount) String() string { return fmt.Sprintf("%s %d", c.Move, c.Count) }

// perft counts and prints. The count of an interrupted run is not the result, so
// it goes into the error.
func (p *program) perft(ctx context.Context, pos game.Position, f perftFlags, result perftResult) error {
	began := time.Now()
	c := counting{program: p, opt: perft.Options{Threads: f.threads}, began: began}
	if f.memory > 0 {
		c.opt.Table = perft.NewTable(f.memory)
	}
	if p.terminal {
		c.opt.Report = c.report
	}
	if f.divide {
		c.each = func(m moveCount) error {
			p.clear()
			return p.print(m)
		}
	}
	n, err := c.count(ctx, pos, result.Depth)
	p.clear()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted: only %d sequences counted", n)
	}
	if err != nil {
		return err
	}
	took := time.Since(began)
	result.Count, result.Seconds = n, took.Seconds()
	if p.terminal {
		fmt.Fprintf(p.stderr, "%s sequences, %.3f s, %s a second\n", grouped(n), took.Seconds(), grouped(perSecond(n, took)))
	}
	return p.print(result)
}

// perftEach counts from each position of a file.
func (p *program) perftEach(ctx context.Context, entry catalog.Entry, f perftFlags, depth int) error {
	opt := f.many.options(entry, "perft", engine.Limits{Depth: depth})
	opt.SetBool("divide", f.divide)
	return p.batch(ctx, f.many, opt, batch.Batch{Rules: entry.Game, Threads: f.threads, Start: func() batch.Answer {
		// Counts that an earlier position has left are right for any other one too.
		var table *perft.Table
		if f.memory > 0 {
			table = perft.NewTable(f.memory)
		}
		return func(ctx context.Context, q batch.Question) (any, error) {
			began := time.Now()
			c := counting{program: p, opt: perft.Options{Table: table}}
			result := perftResult{Game: entry.Game.Name(), Position: q.Position.String(), Depth: depth}
			if f.divide {
				c.each = func(m moveCount) error {
					result.Divide = append(result.Divide, m)
					return nil
				}
			}
			var err error
			result.Count, err = c.count(ctx, q.Position, depth)
			result.Seconds = time.Since(began).Seconds()
			return result, err
		}
	}})
}

// counting is a count in progress. It overwrites one line of the terminal a few
// times a second.
type counting struct {
	*program
	opt   perft.Options
	began time.Time
	each  func(moveCount) error // if set, gets the count after each first move

	done, all int    // first moves, if counted one by one
	sum       uint64 // of the moves done

	mu       sync.Mutex
	reported time.Time
}

func (c *counting) count(ctx context.Context, pos game.Position, depth int) (uint64, error) {
	if c.each == nil || depth == 0 {
		c.all = 1
		return perft.Count(ctx, pos, depth, c.opt)
	}
	moves := pos.Moves()
	c.all = len(moves)
	for i, m := range moves {
		next, err := pos.Play(m)
		if err != nil {
			return c.sum, err
		}
		c.done = i
		n, err := perft.Count(ctx, next, depth-1, c.opt)
		c.sum += n
		if err != nil {
			return c.sum, err
		}
		if err := c.each(moveCount{m, n}); err != nil {
			return c.sum, err
		}
	}
	return c.sum, nil
}

func (c *counting) report(counted uint64, share float64) {
	const pause = 200 * time.Millisecond
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.began) < pause || time.Since(c.reported) < pause {
		return
	}
	c.reported = time.Now()
	n := c.sum + counted
	c.showLine(fmt.Sprintf("%3.0f%%  %s sequences, %s/s  %s", 100*(float64(c.done)+share)/float64(c.all),
		grouped(n), grouped(perSecond(n, time.Since(c.began))), time.Since(c.began).Round(time.Second)))
}
