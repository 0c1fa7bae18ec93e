package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"thera/internal/site/play"
)

// actResult is an act in the audit log.
type actResult struct {
	At     play.Instant `json:"at"`
	Actor  string       `json:"actor"`
	Act    string       `json:"act"`
	Object string       `json:"object,omitempty"`
	Detail string       `json:"detail,omitempty"`
	Reason string       `json:"reason,omitempty"`
}

func (a actResult) String() string {
	text := fmt.Sprintf("%s  %s  %s", instantText(a.At), a.Actor, a.Act)
	for _, more := range []string{a.Object, a.Detail} {
		if more != "" {
			text += " " + more
		}
	}
	if a.Reason != "" {
		text += ": " + a.Reason
	}
	return text
}

func (p *program) adminAuditCommand() *cobra.Command {
	limit := uint64(100)
	cmd := p.adminTask(&cobra.Command{
		Use:   "audit",
		Short: "List what was done with thera admin, the newest first",
		Long: `List what was done with thera admin, the newest first. Accounts that were
deleted are named by their ids.

With --json: {"at", "actor", "act", "object", "detail", "reason"} for each, the
time in ms since 1970.`,
	}, func(ctx context.Context, a *admin, _ []string) error {
		acts, err := a.store.Acts(ctx, 0, int(min(limit, 1<<31-1)))
		if err != nil {
			return err
		}
		for _, act := range acts {
			if err := p.print(actResult{act.At, act.Actor, act.Act, act.Object, act.Detail, act.Reason}); err != nil {
				return err
			}
		}
		return nil
	})
	wholeNumber(cmd, "limit", "list this `NUMBER` at most (default 100)", 1, &limit)
	return cmd
}
