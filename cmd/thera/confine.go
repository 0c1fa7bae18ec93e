package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"thera/internal/child"
	"thera/internal/lab/match"
)

// confineName is the command that turns this program into the helper that runs
// other programs within limits.
const confineName = "confine"

// confineCommand is hidden: only this program itself runs it.
func (p *program) confineCommand() *cobra.Command {
	return &cobra.Command{
		Use:                confineName,
		Short:              "Run a program within limits",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if status := child.ConfinedMain(args); status != 0 {
				return exitError{status: status}
			}
			return nil
		},
	}
}

func confineHelper() ([]string, error) {
	self, err := os.Executable()
	return []string{self, confineName}, err
}

type confineFlag struct{ limits *child.Limits }

func (f *confineFlag) addTo(cmd *cobra.Command) {
	cmd.Flags().Func("confine", "run programs within `LIMITS` such as memory=1g,threads=64; default stands for "+child.DefaultLimits().String(), func(text string) error {
		if text == "default" {
			text = ""
		}
		limits, err := child.DefaultLimits().Parse(text)
		f.limits = &limits
		return err
	})
	completeFlag(cmd, "confine")
}

// apply confines the programs among the players, and reports what it can't confine.
func (f confineFlag) apply(ctx context.Context, p *program, players []match.Spec) error {
	if f.limits == nil {
		return nil
	}
	helper, err := confineHelper()
	if err != nil {
		return err
	}
	report, err := child.ProbeConfinement(ctx, helper, *f.limits)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.stderr, report)
	for i := range players {
		if command := players[i].Command; command != nil {
			players[i].Command = child.ConfinedCommand(helper, *f.limits, command)
		}
	}
	return nil
}
