package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"thera/internal/confine"
	"thera/internal/lab/match"
)

// confineName is the command by which this program becomes the helper that runs
// others within limits.
const confineName = "confine"

// confineCommand is for this program to start, so nobody is told of it.
func (p *program) confineCommand() *cobra.Command {
	return &cobra.Command{
		Use:                confineName,
		Short:              "Run a program within limits",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if status := confine.Main(args); status != 0 {
				return exitError{status: status}
			}
			return nil
		},
	}
}

// confineHelper returns the words that start the helper.
func confineHelper() ([]string, error) {
	self, err := os.Executable()
	return []string{self, confineName}, err
}

// confineFlag is the flag by which programs are confined.
type confineFlag struct{ limits *confine.Limits }

// addTo gives a command the flag.
func (f *confineFlag) addTo(cmd *cobra.Command) {
	const name = "confine"
	cmd.Flags().Func(name, "run programs within `LIMITS` such as memory=1g,threads=64; default stands for "+confine.Default().String(), func(text string) error {
		if text == "default" {
			text = ""
		}
		limits, err := confine.Default().Parse(text)
		f.limits = &limits
		return err
	})
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions) // the error is for a flag that doesn't exist
}

// apply confines the programs among some players, and says what is not confined.
func (f confineFlag) apply(ctx context.Context, p *program, players []match.Spec) error {
	if f.limits == nil {
		return nil
	}
	helper, err := confineHelper()
	if err != nil {
		return err
	}
	report, err := confine.Probe(ctx, helper, *f.limits)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.stderr, report)
	for i := range players {
		if command := players[i].Command; command != nil {
			players[i].Command = confine.Command(helper, *f.limits, command)
		}
	}
	return nil
}
