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
		Short: "Back up the store to a new FILE, even while the server is running",
		Long: `Back up the store to a new FILE, even while the server is running. The backup holds
the state at one moment and is itself a store: an SQLite database, even if the
original is in Postgres. It contains secrets, so only its owner can read it.`,
	}, func(ctx context.Context, a *admin, args []string) error {
		if err := a.store.Backup(ctx, args[0]); err != nil {
			return err
		}
		return p.report(done{"backup", args[0], "Backed up to " + args[0]}, a.accounts.Note(ctx, a.by, "backup", args[0], ""))
	})
}

func (p *program) adminRestoreCommand() *cobra.Command {
	return p.adminOn(&cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup into a new store",
		Long: `Restore a backup into a new store: a file that does not exist yet, or an empty
Postgres database. This is also how to move from SQLite to Postgres and back.`,
		Example: `  thera admin restore thera-2026-11-22.db --store postgres://localhost/thera`,
	}, func(ctx context.Context, f adminFlags, args []string) error {
		err := p.restore(ctx, f, args[0])
		if err != nil {
			err = fmt.Errorf("restore %q: %w", args[0], err)
		}
		return err
	})
}

// restore fills a new store from a copy of the backup, since opening a backup may
// migrate it. If that fails, it leaves no new file.
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
		// Name the file of the user, not the copy.
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

func (p *program) fill(ctx context.Context, a *admin, from *store.Store, file string) error {
	if err := a.store.Restore(ctx, from); err != nil {
		return err
	}
	accounts, err := account.New(ctx, account.Config{Store: a.store, Games: catalog.Names()})
	if err != nil {
		return err
	}
	return p.report(done{"restore", file, "Restored " + file}, accounts.Note(ctx, a.by, "restore", file, ""))
}

// removeStore removes the file of a store and those that SQLite keeps next to it.
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
		err = errors.New("empty file: want a backup")
	}
	return errors.Join(err, w.Close())
}
