package main

import (
	"errors"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// start is the position at which a command on a GAME starts, as its flags --variant,
// --position and, if it has it, --powers say.
type start struct{ variant, position, powers string }

// addTo adds the first two flags to a command, and completes its arguments.
func (s *start) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.variant, "variant", "", "begin at the start of this `VARIANT`")
	cmd.Flags().StringVar(&s.position, "position", "", "begin at the position with this `TEXT`")
	cmd.ValidArgsFunction = completeGame
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant) // see completeFlag
	completeFlag(cmd, "position")
}

// find returns the game with a name and the position to start at.
func (s *start) find(name string) (catalog.Entry, game.Position, error) {
	entry, pos, err := answer.Start{Game: name, Variant: s.variant, Position: s.position}.Find(catalog.Games())
	if errors.Is(err, answer.ErrBoth) {
		return entry, nil, usagef("--variant %q and --position %q: want only one of them", s.variant, s.position)
	}
	if err != nil {
		return entry, nil, usageError{err}
	}
	return entry, pos, nil
}

func completeGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return catalog.Names(), cobra.ShellCompDirectiveNoFileComp
}

func completeVariant(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	entry, err := catalog.Find(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	// The game's own order: the default comes first.
	return entry.Game.Variants(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
