package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

func (p *program) adminCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Look after the games and accounts of a server",
		Long: `Look after the store in which thera serve keeps games and accounts, also while
the server runs: ban, rename and delete accounts, abort games, compute ratings
again, back all up. What is done goes into an audit log with who, when and, with
--reason, why. docs/run/service.md says when a running server notices.

Without --store, the store is the default one of thera serve. Its path is printed
to standard error.`,
		Example: `  thera admin users ann
  thera admin ban ann --reason "uses an engine"
  thera admin backup thera-2026-11-22.db --store postgres://localhost/thera
  thera admin audit`,
		Args: knownCommand,
		RunE: showHelp,
	}
	cmd.AddCommand(
		p.adminAbortCommand(), p.adminAuditCommand(), p.adminBackupCommand(), p.adminBanCommand(), p.adminCloseCommand(), p.adminExportCommand(),
		p.adminRatingsCommand(), p.adminRenameCommand(), p.adminRestoreCommand(), p.adminUnbanCommand(), p.adminUsersCommand(),
	)
	return cmd
}

// admin is an open store in the hands of who runs the service.
type admin struct {
	store    *store.Store
	accounts *account.Accounts
	by       account.Act
}

// adminFlags are what all its commands have in common.
type adminFlags struct{ store, reason string }

// adminTask makes a command of what it does with an open store.
func (p *program) adminTask(cmd *cobra.Command, do func(ctx context.Context, a *admin, args []string) error) *cobra.Command {
	return p.adminOn(cmd, func(ctx context.Context, f adminFlags, args []string) error {
		a, err := openAdmin(ctx, f)
		if err != nil {
			return err
		}
		return errors.Join(do(ctx, a, args), a.store.Close())
	})
}

// adminOn makes a command of what it does with a store that it opens itself.
func (p *program) adminOn(cmd *cobra.Command, do func(ctx context.Context, f adminFlags, args []string) error) *cobra.Command {
	var f adminFlags
	cmd.Flags().StringVar(&f.store, "store", "", "the `FILE_OR_URL` of the store (default that of thera serve)")
	cmd.Flags().StringVar(&f.reason, "reason", "", "say in the audit log that this is the `REASON`")
	p.jsonFlag(cmd)
	if cmd.Args == nil {
		cmd.Args = namedArgs
	}
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := p.findStore(&f); err != nil {
			return err
		}
		return do(cmd.Context(), f, args)
	}
	return cmd
}

// needsReason makes a command want the flag --reason.
func needsReason(cmd *cobra.Command) *cobra.Command {
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if reason, _ := cmd.Flags().GetString("reason"); strings.TrimSpace(reason) == "" {
			return usagef("missing --reason: want why, for the audit log; see %s --help", cmd.CommandPath())
		}
		return nil
	}
	return cmd
}

// findStore fills in the default store, and says which one that is: who runs a
// service may have forgotten that theirs is another.
func (p *program) findStore(f *adminFlags) (err error) {
	if f.store != "" {
		return nil
	}
	if f.store, err = defaultStore(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stderr, "The store is %s\n", f.store)
	return err
}

// openAdmin opens a store that is there: one that is not is a mistake, and is not
// made.
func openAdmin(ctx context.Context, f adminFlags) (*admin, error) {
	if !strings.Contains(f.store, "://") {
		info, err := os.Stat(f.store)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			return nil, fmt.Errorf("store %q: there is none: want one that thera serve has made", f.store)
		}
	}
	a, err := newAdmin(ctx, f)
	if err != nil {
		return nil, err
	}
	return a, a.open(ctx)
}

// newAdmin opens a store, which is made if there is none, without its accounts.
func newAdmin(ctx context.Context, f adminFlags) (*admin, error) {
	s, err := store.Open(ctx, f.store)
	if err != nil {
		return nil, err
	}
	a := &admin{store: s, by: account.Act{Actor: "unknown", Reason: f.reason}}
	if who, err := user.Current(); err == nil {
		a.by.Actor = who.Username
	}
	return a, nil
}

func (a *admin) open(ctx context.Context) (err error) {
	a.accounts, err = account.New(ctx, account.Config{Store: a.store, Games: catalog.Names()})
	if err != nil {
		err = errors.Join(err, a.store.Close())
	}
	return err
}

// instantText writes a moment for people, "" for none.
func instantText(at play.Instant) string {
	if at == 0 {
		return ""
	}
	return time.UnixMilli(int64(at)).UTC().Format("2006-01-02 15:04")
}

// done is the result of an act.
type done struct {
	Done   string `json:"done"`
	Object string `json:"object"`
	text   string
}

func (d done) String() string { return d.text }
