package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
)

// program is the command line with all it touches of the world.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       bool // stderr is a terminal: show progress there

	json bool // flag of the command that runs

	endedLine bool // see endInterruptedLine
}

// errInterrupted is the error of a command that has found out less than it was
// asked for, because it was interrupted.
var errInterrupted = errors.New("interrupted")

// usageError is a command line that can't be carried out as it stands.
type usageError struct{ error }

// usagef returns a usageError with a formatted message.
func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// exitError ends the program with an exit status and a message of its own.
type exitError struct {
	status  int
	message string // printed as it stands, unless it is empty
}

func (e exitError) Error() string { return e.message }

// run runs one command and returns the exit status.
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
		text = strings.ReplaceAll(text, context.Canceled.Error(), errInterrupted.Error())
	}
	fmt.Fprintln(p.stderr, "thera:", shortened(text))
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}

// endInterruptedLine ends the line on which a terminal shows ^C, once, if ctx
// has been interrupted.
func (p *program) endInterruptedLine(ctx context.Context) {
	if p.terminal && ctx.Err() != nil && !p.endedLine {
		fmt.Fprintln(p.stderr)
		p.endedLine = true
	}
}

func (p *program) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "thera",
		Short: "Play, search and count " + catalog.InWords(catalog.Games()),
		Long: `thera plays abstract strategy games: ` + catalog.InWords(catalog.Games()) + `.
Play them on a page (serve) or in the terminal (play, amazons), find the best
move (best) or prove who wins (solve), and have programs play each other (engine,
match, tournament).

Every command on a GAME begins at its usual start; --variant names another one
and --position gives any position as text. --json prints one object a line.`,
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
	root.AddCommand(
		p.adminCommand(),
		p.amazonsCommand(),
		p.benchCommand(),
		p.bestCommand(),
		p.botCommand(),
		p.capacityCommand(),
		p.classroomCommand(),
		p.confineCommand(),
		p.convertCommand(),
		p.engineCheckCommand(),
		p.engineCommand(),
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
	)
	strictDefaults(root)
	refuseEmpty(root)
	return root
}

// strictDefaults makes cobra's own commands refuse arguments that they don't
// know as all others do; by themselves they answer with help.
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

// knownCommand refuses the arguments of a command that only has subcommands:
// what is left there is the name of one that does not exist.
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

// namedArgs wants exactly the arguments that the command's Use names.
func namedArgs(cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	if len(args) < len(names) {
		return usagef("missing %s: want %s", strings.Join(names[len(args):], " and "), cmd.UseLine())
	}
	return atMost(len(names))(cmd, args)
}

// atMost wants no more than so many arguments.
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
