package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/internal/catalog"
	"thera/internal/lab/batch"
)

// batchFlags are the flags of commands that answer the same question about many
// positions.
type batchFlags struct{ positions, resume string } // files

const batchHelp = `With --positions, do so for each position in a file, one per line. A tab and an ID
may follow a position; blank lines and lines that begin with # are skipped. Each
position gets one JSON object, in the order of the lines, with "id" if it has one. A
line that can't be used gets an "error", and the exit status is 1 at the end.
--threads is the number of positions that are worked on at a time (default all
cores). Limits are for each position; without --time, results don't depend on
--threads. With --resume, the objects are saved in a file, and the same command
continues after those in it.`

func (f *batchFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.positions, "positions", "", "take positions from `FILE`, - for standard input")
}

// addResume adds --resume to a command that has no such flag yet.
func (f *batchFlags) addResume(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.resume, "resume", "", "with --positions, save results in `FILE`, and continue after those in it")
}

// check rejects flags that say which one position is meant, and others, together with
// --positions.
func (f *batchFlags) check(cmd *cobra.Command, others ...string) error {
	if f.positions == "" && cmd.Flags().Changed("resume") {
		return usagef("--resume: want --positions with it")
	}
	if f.positions == "" {
		return nil
	}
	return notWith(cmd, "positions", others...)
}

// options returns the options of a command and its limits.
func (f *batchFlags) options(entry catalog.Entry, command string, limits engine.Limits) batch.Options {
	opt := batch.Options{batch.Command: fmt.Sprintf("thera %s %s", command, entry.Game.Name())}
	if limits.Time > 0 {
		opt["time"] = limits.Time.String()
	}
	if limits.Nodes > 0 {
		opt["nodes"] = strconv.FormatUint(limits.Nodes, 10)
	}
	if limits.Depth > 0 {
		opt["depth"] = strconv.Itoa(limits.Depth)
	}
	return opt
}

// batch answers the positions of a file.
func (p *program) batch(ctx context.Context, f batchFlags, opt batch.Options, b batch.Batch) (err error) {
	in, err := p.open(ctx, f.positions)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read
	if p.terminal && (f.resume != "" || p.redirected()) {
		b.Report = p.batchProgress()
		defer p.clear()
	}
	var count batch.Count
	if f.resume != "" {
		count, err = b.Continue(ctx, in, f.resume, opt)
	} else {
		count, err = b.Write(ctx, in, p.stdout)
	}
	answered := counted(count.Answers, "position", "positions")
	switch {
	case errors.Is(err, context.Canceled) && f.resume != "":
		return fmt.Errorf("interrupted after %s; the same command does the rest", answered)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted after %s", answered)
	case err == nil && count.Failed > 0:
		return fmt.Errorf("%d of %s failed: see \"error\" in %s", count.Failed, answered, cmp.Or(f.resume, "the output"))
	}
	return err
}

// batchProgress returns what shows how far a batch is, a few times a second.
func (p *program) batchProgress() func(batch.Count) {
	began, shown := time.Now(), time.Time{}
	return func(c batch.Count) {
		const pause = 200 * time.Millisecond
		if time.Since(shown) < pause {
			return
		}
		shown = time.Now()
		text := fmt.Sprintf("%s, %s/s", counted(c.Answers, "position", "positions"), grouped(perSecond(uint64(c.Answers-c.Resumed), time.Since(began))))
		if c.Failed > 0 {
			text += fmt.Sprintf(", %s failed", grouped(uint64(c.Failed)))
		}
		p.showLine(text)
	}
}
