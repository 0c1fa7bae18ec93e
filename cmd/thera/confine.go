package main

import (
	"context"
	"fmt"
	"os"
	"slices"

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

type confineFlag struct{ limits *child.Limits }

func (f *confineFlag) addTo(cmd *cobra.Command) {
	cmd.Flags().Func("confine", "run programs within `LIMITS` such as memory=1g,threads=64,read=.; default stands for "+child.DefaultLimits().String(), func(text string) error {
		if text == "default" {
			text = ""
		}
		limits, err := child.DefaultLimits().Parse(text)
		f.limits = &limits
		return err
	})
	completeFlag(cmd, "confine")
}

// chosen returns the limits of the flag, or else the default ones.
func (f confineFlag) chosen() child.Limits {
	if f.limits == nil {
		return child.DefaultLimits()
	}
	return *f.limits
}

// findConfinement finds out how this machine confines programs, so that they can't read
// what is private.
func findConfinement(ctx context.Context, limits child.Limits, private ...string) (child.Confinement, error) {
	self, err := os.Executable()
	if err != nil {
		return child.Confinement{}, err
	}
	return child.FindConfinement(ctx, []string{self, confineName}, limits, private...)
}

// apply confines the programs among the players, if that was asked for, and reports how. It
// returns their limits, "" if nothing is confined.
func (f confineFlag) apply(ctx context.Context, p *program, players []match.Spec, private ...string) (limits string, err error) {
	isProgram := func(s match.Spec) bool { return s.Command != nil }
	if f.limits == nil || !slices.ContainsFunc(players, isProgram) {
		return "", nil
	}
	confinement, err := findConfinement(ctx, *f.limits, private...)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(p.stderr, confinement.Report())
	for i := range players {
		if isProgram(players[i]) {
			players[i].Command = confinement.Command("", players[i].Command)
		}
	}
	return f.limits.String(), nil
}
