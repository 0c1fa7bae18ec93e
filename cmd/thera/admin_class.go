package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/site/account"
	"thera/internal/site/class"
	"thera/internal/site/play"
)

func (p *program) adminClassCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "class",
		Short: "List, show, close and hand over teachers' classes",
		Long: `List and show the classes of teachers, close them, give them to another teacher and
remove members. Closing a class deletes its members with their names.`,
		Example: `  thera admin class list
  thera admin class handover k3m8p2q7r4s9t5v6 bob --reason "Ann has left the school"`,
		Args: knownCommand,
		RunE: showHelp,
	}
	cmd.AddCommand(p.adminClassListCommand(), p.adminClassShowCommand(), p.adminClassCloseCommand(), p.adminClassHandOverCommand(), p.adminClassRemoveMemberCommand())
	return cmd
}

// classes returns the classes in the store. Those of accounts that are closed by this
// command are closed too.
func (a *admin) classes() *class.Classes {
	c := class.New(class.Config{Store: a.store, Accounts: a.accounts})
	a.accounts.OnClose(account.Departing{Plan: c.PlanClosing, Finish: []func(context.Context, string) error{c.Depart}})
	return c
}

type classResult struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Teacher string         `json:"teacher"`
	Members int            `json:"members"`
	Open    bool           `json:"open"`
	Public  bool           `json:"public"`
	Created play.Instant   `json:"created"`
	Active  play.Instant   `json:"active"`
	Pupils  []memberResult `json:"pupils,omitempty"`
}

type memberResult struct {
	ID      string       `json:"id"`
	Name    string       `json:"name"`
	Program bool         `json:"program"`
	Games   int          `json:"games"`
	Joined  play.Instant `json:"joined"`
	Seen    play.Instant `json:"seen,omitempty"`
}

func resultOf(o class.Overview) classResult {
	return classResult{ID: o.ID, Name: o.Name, Teacher: o.TeacherName, Members: o.Members, Open: o.Open, Public: o.Public, Created: o.Created, Active: o.Active}
}

func (c classResult) String() string {
	text := fmt.Sprintf("%s  %-20s  %4d members  since %s  active %s  %s", c.ID, c.Teacher, c.Members, instantText(c.Created), instantText(c.Active), c.Name)
	for _, m := range c.Pupils {
		text += fmt.Sprintf("\n  %s  %-30s  %5d games  joined %s", m.ID, m.Name, m.Games, instantText(m.Joined))
		if m.Seen > 0 {
			text += "  seen " + instantText(m.Seen)
		}
	}
	return text
}

func (p *program) adminClassListCommand() *cobra.Command {
	return p.adminTask(&cobra.Command{
		Use:   "list",
		Short: "List all classes, the longest unused first",
		Long: `List all classes, the longest unused first.

With --json, print {"id", "name", "teacher", "members", "open", "public", "created",
"active"} for each; times are in milliseconds since 1970.`,
	}, func(ctx context.Context, a *admin, _ []string) error {
		all, err := a.classes().All(ctx)
		if err != nil {
			return err
		}
		return printAll(p, all, resultOf)
	})
}

func (p *program) adminClassShowCommand() *cobra.Command {
	return p.adminTask(&cobra.Command{
		Use:   "show CLASS",
		Short: "Show a class and its members",
		Long: `Show the class with the ID CLASS and its members.

With --json, print it as admin class list does, with "pupils": {"id", "name",
"program", "games", "joined", "seen"} for each.`,
	}, func(ctx context.Context, a *admin, args []string) error {
		one, rows, err := a.classes().One(ctx, args[0])
		if err != nil {
			return err
		}
		shown := resultOf(one)
		for _, r := range rows {
			shown.Pupils = append(shown.Pupils, memberResult{r.Player.ID, r.Player.Name, r.Program != nil, r.Score.Games, r.Joined, r.Seen})
		}
		return p.print(shown)
	})
}

func (p *program) adminClassCloseCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "close CLASS",
		Short: "Close a class, and delete its members with their names",
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"close-class", args[0], args[0] + " is closed"}, a.classes().CloseFor(ctx, a.by, args[0]))
	}))
}

func (p *program) adminClassHandOverCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "handover CLASS TEACHER",
		Short: "Give a class to another teacher, who already has a class",
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"handover-class", args[0], args[0] + " is now taught by " + args[1]}, a.classes().HandOverFor(ctx, a.by, args[0], args[1]))
	}))
}

func (p *program) adminClassRemoveMemberCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "remove-member CLASS MEMBER",
		Short: "Remove the member with a name or ID, and delete what is stored about them",
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"remove-member", args[0], "The member is removed"}, a.classes().RemoveFor(ctx, a.by, args[0], args[1]))
	}))
}

// Defaults of thera admin retention, in days.
const (
	keepGuestGames = 365
	keepClasses    = 730
)

type retentionResult struct {
	Games   int      `json:"games"`
	Classes []string `json:"classes"`
	Deleted bool     `json:"deleted"`
}

func (r retentionResult) String() string {
	what := counted(r.Games, "game of guests", "games of guests") + " and " + counted(len(r.Classes), "class", "classes")
	if r.Deleted {
		return "Deleted " + what + "."
	}
	return "To be deleted: " + what + ". --delete deletes them."
}

func (p *program) adminRetentionCommand() *cobra.Command {
	var remove bool
	gameDays, classDays := keepGuestGames, keepClasses
	cmd := p.adminTask(&cobra.Command{
		Use:   "retention",
		Short: "Delete old games of guests and classes that nobody uses",
		Long: `Count what is older than a server has to keep: games that only guests and house bots
have played, even unfinished ones if they have no clock, and classes in which nothing has
happened. Print how much that is; with --delete, delete it. A timer can do this, while
the server is running.

With --json, print {"games", "classes", "deleted"}, with the IDs of the classes.`,
		Example: `  thera admin retention
  thera admin retention --games 90 --classes 400 --delete --reason "our privacy notice"`,
	}, func(ctx context.Context, a *admin, _ []string) error {
		return p.retain(ctx, a, daysAgo(a.accounts.Now(), gameDays), daysAgo(a.accounts.Now(), classDays), remove)
	})
	cmd.Flags().BoolVar(&remove, "delete", false, "delete it; by default it is only counted")
	wholeNumber(cmd, "games", "keep games of guests for `DAYS` after their last event (default 365)", 1, &gameDays)
	wholeNumber(cmd, "classes", "keep a class for `DAYS` after its last use (default 730)", 1, &classDays)
	return reasonWith(cmd, "delete")
}

func daysAgo(now play.Instant, days int) play.Instant {
	return now - play.Instant(days)*play.Instant(24*time.Hour/time.Millisecond)
}

func (p *program) retain(ctx context.Context, a *admin, games, classes play.Instant, remove bool) error {
	groups := a.classes()
	all, err := groups.All(ctx)
	if err != nil {
		return err
	}
	result := retentionResult{Classes: []string{}, Deleted: remove}
	for _, one := range all {
		if one.Active >= classes {
			continue
		}
		if remove {
			if isClosed, err := groups.CloseUnused(ctx, a.by, one.ID, classes); err != nil {
				return err
			} else if !isClosed {
				continue
			}
		}
		result.Classes = append(result.Classes, one.ID)
	}
	if !remove {
		if result.Games, err = a.store.CountGuestGames(ctx, games); err != nil {
			return err
		}
		return p.print(result)
	}
	result.Games, err = a.store.DeleteGuestGames(ctx, games)
	if err := a.noteRows(ctx, "retention", result.Games, result.String(), err); err != nil {
		return err
	}
	return p.print(result)
}
