package main

import (
	"context"

	"github.com/spf13/cobra"

	"thera/internal/site/account"
	"thera/internal/site/store"
	"thera/internal/site/study"
	"thera/internal/site/tournament"
)

// published is what operators can remove, by its name in commands.
var published = map[string]struct {
	act    string
	remove func(ctx context.Context, s *store.Store, act store.Act) error
}{
	"study":   {account.ActRemoveStudy, study.Delete},
	"contest": {account.ActRemoveContest, tournament.Delete},
}

func (p *program) adminRemoveCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "remove WHAT ID",
		Short: "Delete a study or a tournament that somebody has published",
		Long: `Delete a study or a tournament: WHAT is study or contest, and ID the last part of its
address. The games of a tournament stay. Studies of banned accounts are hidden without
this, and their tournaments that have not started are canceled.`,
		Example: `  thera admin remove study 0b6f5c1e-8d5a-4f0e-9c57-3f1f1a2b7c9d --reason "advertising"`,
	}, func(ctx context.Context, a *admin, args []string) error {
		what, ok := published[args[0]]
		if !ok {
			return usagef("%q: want study or contest", args[0])
		}
		return p.report(done{what.act, args[1], args[0] + " " + args[1] + " is deleted"}, what.remove(ctx, a.store, a.accounts.NewAct(a.by, what.act, args[1], "")))
	}))
}
