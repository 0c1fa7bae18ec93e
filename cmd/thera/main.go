// Command thera plays, analyzes and solves the games of this module: in a browser
// or a terminal, against engines, and in matches between engines.
//
//	thera moves hermit --variant 3x3
//	thera perft amazons 2
//	thera best amazons --time 5s
//	thera solve hermit 4x4
//	thera play
//
// Results go to standard output, with --json as one object per line; errors and,
// on a terminal, progress go to standard error. The exit status is 0 on success,
// 1 for a failure or an interrupt and 2 for wrong usage; only the Amazons text
// program has exit codes of its own.
//
// main builds a [program] around the process's streams. Each file holds one
// subcommand, or a few that belong together: its flags and its printing.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run()) }

// run runs the command line of the process. The first interrupt ends the command,
// which still prints what it has found; the second one kills it. Closing the
// terminal (SIGHUP) interrupts too, except under nohup, and never kills: both the
// shell and the system send it.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	if !signal.Ignored(syscall.SIGHUP) {
		ctx, stop = signal.NotifyContext(ctx, syscall.SIGHUP)
		defer stop()
	}

	p := program{
		stdin:    os.Stdin,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		terminal: isTerminal(os.Stderr),
	}
	return p.run(ctx, os.Args[1:])
}

// isTerminal reports whether f is a terminal or another character device, such as
// /dev/null, where printing progress does no harm.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
