package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/draft"
	"thera/internal/ui/terminal"
)

// powersFlag gives a command a flag for how the powers of the seats are chosen.
func powersFlag(cmd *cobra.Command, powers *string) {
	cmd.Flags().StringVar(powers, "powers", "", "choose powers in this `WAY`: none, random, fair, draft, or by hand as in athena,pan")
	// The error is for a flag that doesn't exist.
	_ = cmd.RegisterFlagCompletionFunc("powers", func(*cobra.Command, []string, string) (ways []string, _ cobra.ShellCompDirective) {
		for _, way := range draft.Methods {
			ways = append(ways, string(way))
		}
		return ways, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	})
}

// settle returns what find does, with the powers of --powers, which become part
// of the variant. They follow from the seed where they are drawn. A draft gives
// draft.ErrDraft.
func (s *start) settle(name string, seed uint64) (catalog.Entry, game.Position, error) {
	entry, pos, err := s.find(name)
	if err != nil || s.powers == "" {
		return entry, pos, err
	}
	if s.position != "" {
		return entry, nil, usagef("--powers %q with --position %q: want the powers in the position", s.powers, s.position)
	}
	variant, err := entry.ResolvePowers(s.variant, draft.Method(s.powers), seed)
	if errors.Is(err, draft.ErrDraft) {
		return entry, pos, err
	}
	if err != nil {
		return entry, nil, usageError{err}
	}
	s.variant = variant
	return s.find(name)
}

// draft returns the table for a game whose powers persons and the computer choose
// as the rule book has it. Who sits where follows from who is to start.
func (p *program) draft(ctx context.Context, name string, from start, o playOptions) (terminal.Table, error) {
	from.powers = ""
	entry, pos, err := from.find(name)
	if err != nil {
		return terminal.Table{}, err
	}
	t, err := o.begin(entry, pos)
	if err != nil {
		return t, err
	}
	if _, _, ok := p.screen(); !ok {
		return t, errNoScreen
	}
	players := pos.Board().Seats
	d, err := terminal.Draft(ctx, p.stdin, p.stdout, entry.Cards, players, t.Persons, o.seed)
	if err != nil {
		return t, err
	}
	from.powers = string(draft.Hand(d.Powers()))
	if _, pos, err = from.settle(name, 0); err != nil {
		return t, err
	}
	drafted := terminal.NewTable(entry, pos, t.Level)
	drafted.Persons = 0
	for seat, player := range d.Order() {
		if t.Persons.Has(game.Seat(player - 1)) {
			drafted.Persons |= game.Only(game.Seat(seat))
		}
	}
	return drafted, nil
}
