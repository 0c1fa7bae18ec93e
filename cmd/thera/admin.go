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

The store is the one of thera serve, unless --store names another.`,
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

// adminTask makes a command of what it does with a store.
func (p *program) adminTask(cmd *cobra.Command, do func(ctx context.Context, a *admin, args []string) error) *cobra.Command {
	var f adminFlags
	cmd.Flags().StringVar(&f.store, "store", "", "the `FILE_OR_URL` of the store (default that of thera serve)")
	cmd.Flags().StringVar(&f.reason, "reason", "", "say in the audit log that this is the `REASON`")
	p.jsonFlag(cmd)
	if cmd.Args == nil {
		cmd.Args = namedArgs
	}
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a, err := openAdmin(cmd.Context(), f, cmd.Name() == "restore")
		if err != nil {
			return err
		}
		return errors.Join(do(cmd.Context(), a, args), a.store.Close())
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

// openAdmin opens a store. Only a new one is made, where that is wanted: another
// that does not exist is a mistake.
func openAdmin(ctx context.Context, f adminFlags, fresh bool) (*admin, error) {
	address := f.store
	if address == "" {
		var err error
		if address, err = defaultStore(); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(address); !fresh && !strings.Contains(address, "://") && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("store %q: there is none: want one that thera serve has made", address)
	}
	s, err := store.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	a := &admin{store: s, by: account.Act{Actor: "unknown", Reason: f.reason}}
	if who, err := user.Current(); err == nil {
		a.by.Actor = who.Username
	}
	if fresh {
		return a, nil // its keys are still to come
	}
	return a, a.open(ctx)
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
