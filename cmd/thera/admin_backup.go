package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

func (p *program) adminBackupCommand() *cobra.Command {
	f := backupFlags{}
	cmd := p.adminTask(&cobra.Command{
		Use:   "backup [FILE]",
		Short: "Back up the store to a new FILE, even while the server is running",
		Long: `Back up the store to a new FILE, even while the server is running. The backup holds
the state at one moment and is itself a store: an SQLite database, even if the
original is in Postgres. It contains secrets, so only its owner can read it.

With --folder, the file is named by the time, such as thera-20261124T031500Z.db, and
with --keep, older ones of these are removed. With --every, back up until interrupted;
a backup that fails is reported and tried again the next time.`,
		Example: `  thera admin backup thera.db
  thera admin backup --folder /var/backups/thera --keep 14`,
		Args:    atMost(1),
		PreRunE: f.check,
	}, func(ctx context.Context, a *admin, args []string) error {
		if f.folder == "" {
			return p.backup(ctx, a, args[0])
		}
		return p.backUpEvery(ctx, a, f)
	})
	cmd.Flags().StringVar(&f.folder, "folder", "", "back up to a new file in this `FOLDER`, which is created if it does not exist")
	wholeNumber(cmd, "keep", "with --folder, keep only the newest `NUMBER` backups there", 1, &f.keep)
	positiveDuration(cmd, "every", "with --folder, back up again after each `DURATION`, such as 24h", "24h", &f.every)
	return mayHaveReason(cmd)
}

type backupFlags struct {
	folder string
	keep   int // 0 for all
	every  time.Duration
}

// check finds mistakes before the store is opened.
func (f *backupFlags) check(cmd *cobra.Command, args []string) error {
	if f.folder == "" {
		if err := onlyWith(cmd, "folder", "keep", "every"); err != nil {
			return err
		}
		if len(args) == 0 {
			return usagef("missing FILE: want %s, or --folder", cmd.UseLine())
		}
	} else if len(args) > 0 {
		return usagef("FILE %q and --folder: want only one of them", args[0])
	}
	return nil
}

// backup backs up once and notes it in the audit log, from which the server's metrics
// take how old the last backup is.
func (p *program) backup(ctx context.Context, a *admin, file string) error {
	if err := a.store.Backup(ctx, file); err != nil {
		return err
	}
	return p.report(done{account.ActBackup, file, "Backed up to " + file}, a.accounts.Note(ctx, a.by, account.ActBackup, file, ""))
}

func (p *program) backUpEvery(ctx context.Context, a *admin, f backupFlags) error {
	for {
		err := p.backUpInto(ctx, a, f)
		if f.every == 0 {
			return err
		}
		if err != nil {
			fmt.Fprintln(p.stderr, "thera:", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(f.every):
		}
	}
}

// The times in names sort as texts.
const backupPrefix, backupTime, backupSuffix = "thera-", "20060102T150405Z", ".db"

func (p *program) backUpInto(ctx context.Context, a *admin, f backupFlags) error {
	if err := os.MkdirAll(f.folder, 0o700); err != nil {
		return err
	}
	now := time.Now().UTC()
	leftover := removeUnfinishedBackups(f.folder, now.Add(-longestBackup)) // first: they may have filled the disk
	name := backupPrefix + now.Format(backupTime) + backupSuffix
	if err := p.backup(ctx, a, filepath.Join(f.folder, name)); err != nil {
		return errors.Join(err, leftover)
	}
	if f.keep == 0 {
		return leftover
	}
	return errors.Join(leftover, removeOldBackups(f.folder, f.keep))
}

// longestBackup is how long a backup may take. One that began earlier was killed.
const longestBackup = 12 * time.Hour

// removeUnfinishedBackups removes what killed backups that began before a time have left
// in a folder.
func removeUnfinishedBackups(folder string, before time.Time) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name, _, isPart := strings.Cut(entry.Name(), database.PartSuffix)
		if began, ok := backupBegan(name); isPart && ok && began.Before(before) {
			err = errors.Join(err, os.Remove(filepath.Join(folder, entry.Name())))
		}
	}
	return err
}

// backupBegan returns the time in the name of a backup, and whether it is such a name.
func backupBegan(name string) (time.Time, bool) {
	middle, ours := strings.CutPrefix(name, backupPrefix)
	began, err := time.Parse(backupTime+backupSuffix, middle)
	return began, ours && err == nil
}

// removeOldBackups removes all but the newest backups in a folder. Files with other
// names stay.
func removeOldBackups(folder string, keep int) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var names []string
	for _, entry := range entries {
		if _, ours := backupBegan(entry.Name()); ours && entry.Type().IsRegular() {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names[:max(0, len(names)-keep)] {
		err = errors.Join(err, os.Remove(filepath.Join(folder, name)))
	}
	return err
}

func (p *program) adminRestoreCommand() *cobra.Command {
	return mayHaveReason(p.adminOn(&cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup into a new store",
		Long: `Restore a backup into a new store: a file that does not exist yet, or an empty
Postgres database. This is also how to move from SQLite to Postgres and back: FILE can
be the store of a server that was stopped or has crashed. Clocks stand still from the
server's last moment until the new store is served.

Into Postgres, the folder for temporary files needs room for a copy of FILE.`,
		Example: `  thera admin restore thera-2026-11-22.db --store postgres://localhost/thera`,
	}, func(ctx context.Context, f adminFlags, args []string) error {
		err := p.restore(ctx, f, args[0])
		if err != nil {
			err = fmt.Errorf("restore %q: %w", args[0], err)
		}
		return err
	}))
}

// restore fills a new store from a copy of the backup, since opening a backup may
// migrate it. If that fails, it leaves no new file.
func (p *program) restore(ctx context.Context, f adminFlags, file string) (err error) {
	isFile := !strings.Contains(f.store, "://")
	// Beside a new file, where there has to be room anyway, and with a name of which the
	// next restore removes what a killed one has left.
	duplicate := f.store + ".restoring"
	if !isFile { // not beside the backup, whose folder may be read-only
		folder, err := os.MkdirTemp("", "thera-restore-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder) //nolint:errcheck // empty by then, or that is reported
		duplicate = filepath.Join(folder, "backup.db")
	}
	if err := database.Remove(duplicate); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Remove(duplicate)) }()
	if err := database.Copy(ctx, file, duplicate); err != nil {
		return err
	}
	from, err := store.Open(ctx, duplicate)
	if err != nil {
		// Name the file of the user, not the copy.
		return errors.New(strings.ReplaceAll(err.Error(), duplicate, file))
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if _, statErr := os.Stat(f.store); isFile && errors.Is(statErr, fs.ErrNotExist) {
		defer func() {
			if err != nil {
				err = errors.Join(err, database.Remove(f.store))
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
