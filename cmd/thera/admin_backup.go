package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/site/store"
)

func (p *program) adminBackupCommand() *cobra.Command {
	return p.adminTask(&cobra.Command{
		Use:   "backup FILE",
		Short: "Write all that is stored into a new FILE, also while the server runs",
		Long: `Write all that is stored at one moment into a new FILE, also while the server
runs. It is a store itself, of SQLite, whatever the one is that is backed up, and
holds secrets: only its owner can read it.`,
	}, func(ctx context.Context, a *admin, args []string) error {
		if err := a.store.Backup(ctx, args[0]); err != nil {
			return err
		}
		return p.report(done{"backup", args[0], "All is in " + args[0]}, a.accounts.Note(ctx, a.by, "backup", args[0], ""))
	})
}

func (p *program) adminRestoreCommand() *cobra.Command {
	cmd := p.adminTask(&cobra.Command{
		Use:   "restore FILE",
		Short: "Fill a new store with all that is in a backup",
		Long: `Fill a new store, a file that does not exist or an empty database of Postgres,
with all that is in a backup. So one also goes from SQLite to Postgres and back.`,
		Example: `  thera admin restore thera-2026-11-22.db --store postgres://localhost/thera`,
	}, func(ctx context.Context, a *admin, args []string) error {
		if err := restore(ctx, a.store, args[0]); err != nil {
			return fmt.Errorf("restore %q: %w", args[0], err)
		}
		if err := a.open(ctx); err != nil {
			return err
		}
		return p.report(done{"restore", args[0], "All of " + args[0] + " is restored"}, a.accounts.Note(ctx, a.by, "restore", args[0], ""))
	})
	cmd.PreRunE = func(_ *cobra.Command, args []string) error { // before a new store is made
		_, err := os.Stat(args[0])
		return err
	}
	return cmd
}

// restore fills a store from a copy of the backup, which stays as it is: to be
// read it may have to be brought up to date.
func restore(ctx context.Context, into *store.Store, file string) (err error) {
	folder, err := os.MkdirTemp("", "thera-restore-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	duplicate := filepath.Join(folder, "backup.db")
	if err := copyFile(file, duplicate); err != nil {
		return err
	}
	from, err := store.Open(ctx, duplicate)
	if err != nil {
		// It has the file's name, not the copy's.
		return errors.New(strings.ReplaceAll(err.Error(), duplicate, file))
	}
	return errors.Join(into.Restore(ctx, from), from.Close())
}

func copyFile(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Close())
}
