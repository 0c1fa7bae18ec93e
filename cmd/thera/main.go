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
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/child"
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

func isTerminal(f *os.File) bool { return term.IsTerminal(f.Fd()) }

type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       bool // stderr is a terminal: show progress there

	json      bool // the flag of the command that runs
	endedLine bool // see endInterruptedLine
}

// redirected reports whether results go to a file or another program, and so not where
// progress is shown.
func (p *program) redirected() bool {
	file, ok := p.stdout.(*os.File)
	return ok && !isTerminal(file)
}

// errInterrupted is the error of a command that was interrupted before it had
// everything it was asked for.
var errInterrupted = errors.New("interrupted")

// usageError is an invalid command line; the exit status is 2.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// exitError ends the program with its own exit status and message.
type exitError struct {
	status  int
	message string // printed as is, unless empty
}

func (e exitError) Error() string { return e.message }

func (p *program) run(ctx context.Context, args []string) int {
	root := p.rootCommand()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if exit, ok := errors.AsType[exitError](err); ok {
		if exit.message != "" {
			fmt.Fprintln(p.stderr, exit.message)
		}
		return exit.status
	}
	p.endInterruptedLine(ctx)
	text := err.Error()
	if ctx.Err() != nil {
		for _, reason := range []error{context.Canceled, context.Cause(ctx)} { // the cause names a signal
			text = strings.ReplaceAll(text, reason.Error(), errInterrupted.Error())
		}
	}
	fmt.Fprintln(p.stderr, "thera:", child.Clean(shortened(text))) // it may quote a server or a program
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}

// endInterruptedLine ends the line on which the terminal shows ^C, at most once
// and only if ctx has been interrupted.
func (p *program) endInterruptedLine(ctx context.Context) {
	if p.terminal && ctx.Err() != nil && !p.endedLine {
		fmt.Fprintln(p.stderr)
		p.endedLine = true
	}
}

func (p *program) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "thera",
		Short: "Play, analyze and solve " + catalog.InWords(catalog.Games()),
		Long: `Play, analyze and solve abstract strategy games: ` + catalog.InWords(catalog.Games()) + `.
Play in a browser (serve) or in the terminal (play, amazons), find the best move
(best), prove who wins (solve), or have programs play each other (engine, match,
tournament).

A command that takes a GAME begins at its standard start; --variant selects
another start, and --position gives any position as text. With --json, a command
prints one JSON object per line.`,
		Example: `  thera play santorini
  thera best amazons --time 5s
  thera perft hermit 3 --variant 4x4
  thera amazons
  thera serve`,
		Version:       buildVersion().String(),
		SilenceErrors: true, // run prints them
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE:          showHelp,
	}
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(p.commands()...)
	strictDefaults(root)
	refuseEmpty(root)
	return root
}

func (p *program) commands() []*cobra.Command {
	return []*cobra.Command{
		p.adminCommand(),
		p.amazonsCommand(),
		p.benchCommand(),
		p.bestCommand(),
		p.botCommand(),
		p.capacityCommand(),
		p.classroomCommand(),
		p.confineCommand(),
		p.convertCommand(),
		p.dumpCommand(),
		p.engineCheckCommand(),
		p.engineCommand(),
		p.examCommand(),
		p.explorerCommand(),
		p.gradeCommand(),
		p.loadCommand(),
		p.matchCommand(),
		p.movesCommand(),
		p.openingsCommand(),
		p.perftCommand(),
		p.playCommand(),
		p.puzzlesCommand(),
		p.serveCommand(),
		p.showCommand(),
		p.solveCommand(),
		p.tournamentCommand(),
		p.tuneCommand(),
		p.versionCommand(),
		p.workerCommand(),
	}
}

// strictDefaults makes cobra's own commands, help and completion, reject unknown
// arguments as ours do. By default they print help and succeed.
func strictDefaults(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(cmd *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err != nil || !found.HasSubCommands() {
					return err
				}
				return knownCommand(found, rest)
			}
		case "completion":
			cmd.Args, cmd.RunE = knownCommand, showHelp
			for _, shell := range cmd.Commands() {
				shell.Args = namedArgs
			}
		}
	}
}

func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// knownCommand rejects the arguments of a command that only has subcommands: any
// argument left is the name of a subcommand that does not exist.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return unknownCommand(args[0], names)
}

// namedArgs requires exactly the arguments named in the command's Use.
func namedArgs(cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	if len(args) < len(names) {
		return usagef("missing %s: want %s", strings.Join(names[len(args):], " and "), cmd.UseLine())
	}
	return atMost(len(names))(cmd, args)
}

// atMost allows up to n arguments, none of them empty.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		for _, arg := range args {
			if arg == "" {
				return usagef("empty argument: want %s", cmd.UseLine())
			}
		}
		if len(args) > n {
			return usagef("unexpected argument %q: want %s", args[n], cmd.UseLine())
		}
		return nil
	}
}
