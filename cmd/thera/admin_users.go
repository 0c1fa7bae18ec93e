package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// userResult is an account.
type userResult struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Kind    play.PlayerKind `json:"kind"`
	Games   int             `json:"games"`
	Created play.Instant    `json:"created"`
	Seen    play.Instant    `json:"seen,omitempty"`
	Closed  play.Instant    `json:"closed,omitempty"`
	Banned  play.Instant    `json:"banned,omitempty"`
	Ban     string          `json:"ban,omitempty"`
}

func newUser(u store.User) userResult {
	return userResult{u.ID, u.Name, u.Kind, u.Games, u.Created, u.Seen, u.Closed, u.Banned, u.Ban}
}

func (u userResult) String() string {
	text := fmt.Sprintf("%-20s  %-6s  %5d games  since %s", u.Name, u.Kind, u.Games, instantText(u.Created))
	if u.Seen > 0 {
		text += "  seen " + instantText(u.Seen)
	}
	if u.Closed > 0 {
		text += "  closed " + instantText(u.Closed)
	}
	if u.Ban != "" {
		text += "  banned " + instantText(u.Banned) + ": " + u.Ban
	}
	return text
}

func (p *program) adminUsersCommand() *cobra.Command {
	var banned bool
	limit := uint64(100)
	cmd := p.adminTask(&cobra.Command{
		Use:   "users [TEXT]",
		Short: "List the accounts with a TEXT in their names, or all",
		Long: `List accounts by name: those that have a TEXT in it, however it is written, or as
their id; all without one.

With --json: {"id", "name", "kind", "games", "created", "seen", "closed", "banned",
"ban"} for each, times in ms since 1970.`,
		Args: atMost(1),
	}, func(ctx context.Context, a *admin, args []string) error {
		users, err := a.accounts.Users(ctx, strings.Join(args, ""), banned, int(min(limit, 1<<31-1)))
		if err != nil {
			return err
		}
		for _, u := range users {
			if err := p.print(newUser(u)); err != nil {
				return err
			}
		}
		return nil
	})
	cmd.Flags().BoolVar(&banned, "banned", false, "only those that are banned")
	wholeNumber(cmd, "limit", "list this `NUMBER` at most (default 100)", 1, &limit)
	return cmd
}

func (p *program) adminBanCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:     "ban NAME",
		Short:   "Ban an account: it can't sign in or play, and is told the reason",
		Example: `  thera admin ban ann --reason "uses an engine"`,
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"ban", args[0], args[0] + " is banned"}, a.accounts.Ban(ctx, a.by, args[0]))
	}))
}

func (p *program) adminUnbanCommand() *cobra.Command {
	return p.adminTask(&cobra.Command{
		Use:   "unban NAME",
		Short: "Lift the ban of an account",
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"unban", args[0], args[0] + " is no longer banned"}, a.accounts.Unban(ctx, a.by, args[0]))
	})
}

func (p *program) adminRenameCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "rename NAME NEW_NAME",
		Short: "Give an account another name, in its games too",
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"rename", args[0], args[0] + " is now " + args[1]}, a.accounts.Rename(ctx, a.by, args[0], args[1]))
	}))
}

func (p *program) adminCloseCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "close NAME",
		Short: "Delete an account for good; its games stay, under \"deleted\"",
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"close", args[0], args[0] + " is deleted"}, a.accounts.CloseFor(ctx, a.by, args[0]))
	}))
}

// report prints what was done, or returns why it was not.
func (p *program) report(d done, err error) error {
	if err != nil {
		return err
	}
	return p.print(d)
}
