// Command thera is all of the library in one program: games to play on a page
// and in the terminal, the best move in a position and proofs of who wins,
// matches between engines, and the Amazons text program.
//
//	thera moves hermit --variant 3x3
//	thera perft amazons 2
//	thera best amazons --time 5s
//	thera solve hermit 4x4
//	thera play
//
// Results go to standard output, with --json as one object a line; errors and,
// on a terminal, progress go to standard error. The exit status is 0 when all
// was done, 1 when something failed and 2 for wrong usage; only the text
// program has its own.
//
// [program] is all there is: main builds it around the process's streams, and
// each file holds one subcommand.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run()) }

// run runs the command line in the process. A first interrupt ends the
// command, which still prints what it has found; a second one kills it. A
// terminal that is closed interrupts it too, but not what runs under nohup, and
// does not kill it, as shell and system both tell of it.
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

// isTerminal reports whether f is a terminal, or another device such as
// /dev/null, where it does no harm to take it for one.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
