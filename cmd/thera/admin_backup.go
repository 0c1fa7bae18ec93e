package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/account"
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
	return p.adminOn(&cobra.Command{
		Use:   "restore FILE",
		Short: "Fill a new store with all that is in a backup",
		Long: `Fill a new store, a file that does not exist or an empty database of Postgres,
with all that is in a backup. So one also goes from SQLite to Postgres and back.`,
		Example: `  thera admin restore thera-2026-11-22.db --store postgres://localhost/thera`,
	}, func(ctx context.Context, f adminFlags, args []string) error {
		err := p.restore(ctx, f, args[0])
		if err != nil {
			err = fmt.Errorf("restore %q: %w", args[0], err)
		}
		return err
	})
}

// restore fills a new store from a copy of the backup, which stays as it is: to
// be read it may have to be brought up to date. Where that fails, no new file
// is left.
func (p *program) restore(ctx context.Context, f adminFlags, file string) (err error) {
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
	defer func() { err = errors.Join(err, from.Close()) }()
	if _, statErr := os.Stat(f.store); errors.Is(statErr, fs.ErrNotExist) && !strings.Contains(f.store, "://") {
		defer func() {
			if err != nil {
				err = errors.Join(err, removeStore(f.store))
			}
		}()
	}
	a, err := newAdmin(ctx, f)
	if err != nil {
		return err
	}
	return errors.Join(p.fill(ctx, a, from, file), a.store.Close())
}

// fill fills an open store that is empty with all of another.
func (p *program) fill(ctx context.Context, a *admin, from *store.Store, file string) error {
	if err := a.store.Restore(ctx, from); err != nil {
		return err
	}
	accounts, err := account.New(ctx, account.Config{Store: a.store, Games: catalog.Names()})
	if err != nil {
		return err
	}
	return p.report(done{"restore", file, "All of " + file + " is restored"}, accounts.Note(ctx, a.by, "restore", file, ""))
}

// removeStore removes the file of a store and those that SQLite has beside it.
func removeStore(name string) error {
	var all error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(name + suffix); !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
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
	n, err := io.Copy(w, r)
	if n == 0 && err == nil {
		err = errors.New("the file is empty: want a backup")
	}
	return errors.Join(err, w.Close())
}
