package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

func (p *program) adminCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Manage the accounts and games of a server",
		Long: `Manage the store in which thera serve keeps accounts and games, even while the
server is running: moderate, rename and delete accounts, abort and void games,
recompute ratings, and back up and restore the store. Each change is written to an audit log with the
actor, the time and the --reason. docs/run/service.md says when a running server
notices a change.

By default, the commands use the store in the variable THERA_STORE, or the default
store of thera serve, and print its name on standard error; --store selects another
one.`,
		Example: `  thera admin users ann
  thera admin ban ann --reason "uses an engine"
  thera admin backup thera-2026-11-22.db --store postgres://localhost/thera
  thera admin audit`,
		Args: knownCommand,
		RunE: showHelp,
	}
	cmd.AddCommand(
		p.adminAbortCommand(), p.adminAuditCommand(), p.adminBackupCommand(), p.adminBanCommand(), p.adminClassCommand(), p.adminCloseCommand(),
		p.adminDataCommand(), p.adminExportCommand(), p.adminModeratorCommand(), p.adminMuteCommand(), p.adminMutesCommand(), p.adminNetworksCommand(), p.adminRatingsCommand(),
		p.adminRecordsCommand(), p.adminRemoveCommand(), p.adminRenameCommand(), p.adminReportCommand(), p.adminRestoreCommand(), p.adminRetentionCommand(), p.adminSimulateCommand(),
		p.adminSuspectsCommand(), p.adminUnbanCommand(), p.adminUnmuteCommand(), p.adminUnvoidCommand(), p.adminUsersCommand(), p.adminVoidCommand(), p.adminWarnCommand(),
	)
	return cmd
}

// admin is an open store with the administrator's name for the audit log.
type admin struct {
	store    *store.Store
	accounts *account.Accounts
	by       account.Act
}

type adminFlags struct{ store, reason string }

// adminTask completes a command that works on an open store.
func (p *program) adminTask(cmd *cobra.Command, do func(ctx context.Context, a *admin, args []string) error) *cobra.Command {
	return p.adminOn(cmd, func(ctx context.Context, f adminFlags, args []string) error {
		a, err := openAdmin(ctx, f)
		if err != nil {
			return err
		}
		return errors.Join(do(ctx, a, args), a.store.Close())
	})
}

// adminOn completes a command that opens the store itself.
func (p *program) adminOn(cmd *cobra.Command, do func(ctx context.Context, f adminFlags, args []string) error) *cobra.Command {
	var f adminFlags
	cmd.Flags().StringVar(&f.store, "store", "", "use the store `FILE_OR_URL` (default the variable THERA_STORE, or that of thera serve)")
	p.jsonFlag(cmd)
	if cmd.Args == nil {
		cmd.Args = namedArgs
	}
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := p.findStore(&f); err != nil {
			return err
		}
		f.reason = reasonOf(cmd)
		return do(cmd.Context(), f, args)
	}
	return cmd
}

// mayHaveReason adds --reason to a command that writes to the audit log.
func mayHaveReason(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().String("reason", "", "record this `REASON` in the audit log")
	return cmd
}

// reasonOf returns the --reason, "" for a command without that flag.
func reasonOf(cmd *cobra.Command) string {
	if f := cmd.Flags().Lookup("reason"); f != nil {
		return f.Value.String()
	}
	return ""
}

// reasonWith adds --reason to a command that writes to the audit log only with another
// flag.
func reasonWith(cmd *cobra.Command, change string) *cobra.Command {
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if changes, err := cmd.Flags().GetBool(change); changes || err != nil {
			return err
		}
		return onlyWith(cmd, change, "reason")
	}
	return mayHaveReason(cmd)
}

func needsReason(cmd *cobra.Command) *cobra.Command {
	mayHaveReason(cmd)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return wantReason(cmd) }
	return cmd
}

func wantReason(cmd *cobra.Command) error {
	if strings.TrimSpace(reasonOf(cmd)) == "" {
		return usagef("missing --reason: want a reason for the audit log; see %s --help", cmd.CommandPath())
	}
	return nil
}

// findStore fills in the default store and prints its name: an administrator may
// have forgotten that the service uses another one.
func (p *program) findStore(f *adminFlags) (err error) {
	if f.store != "" {
		return nil
	}
	if f.store = os.Getenv(variable("store")); f.store == "" {
		if f.store, err = defaultStore(); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.stderr, "The store is %s\n", database.Redacted(f.store))
	return err
}

// openAdmin opens an existing store. A missing one is an error and is not created.
func openAdmin(ctx context.Context, f adminFlags) (*admin, error) {
	if !strings.Contains(f.store, "://") {
		info, err := os.Stat(f.store)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			return nil, fmt.Errorf("store %q does not exist: want one that thera serve has created", f.store)
		}
	}
	a, err := newAdmin(ctx, f)
	if err != nil {
		return nil, err
	}
	return a, a.open(ctx)
}

// newAdmin opens a store, creating it if it does not exist, without its accounts.
func newAdmin(ctx context.Context, f adminFlags) (*admin, error) {
	s, err := store.Open(ctx, f.store)
	if err != nil {
		return nil, err
	}
	return &admin{store: s, by: account.Act{Actor: actor(), Reason: f.reason}}, nil
}

// actor returns who runs the command, for the audit log: the user, and with sudo also the one
// who became that user.
func actor() string {
	name := "unknown"
	if who, err := user.Current(); err == nil {
		name = who.Username
	}
	if by := os.Getenv("SUDO_USER"); by != "" && by != name {
		name += " (sudo by " + by + ")"
	}
	return name
}

// open opens the accounts with the store's clock: a running server looks for changes by it.
func (a *admin) open(ctx context.Context) error {
	start, err := a.store.Time(ctx)
	if began := time.Now(); err == nil {
		a.accounts, err = account.New(ctx, account.Config{Store: a.store, Games: catalog.Names(), Now: func() play.Instant {
			return start + play.Instant(time.Since(began).Milliseconds())
		}})
	}
	if err != nil {
		err = errors.Join(err, a.store.Close())
	}
	return err
}

// noteRows writes a change of many rows to the audit log, even if it was interrupted after
// some of them, and returns the error that interrupted it.
func (a *admin) noteRows(ctx context.Context, act string, rows int, detail string, interrupted error) error {
	if interrupted != nil && rows == 0 {
		return interrupted
	}
	return errors.Join(interrupted, a.accounts.Note(context.WithoutCancel(ctx), a.by, act, "", detail))
}

func instantText(at play.Instant) string {
	if at == 0 {
		return ""
	}
	return time.UnixMilli(int64(at)).UTC().Format("2006-01-02 15:04")
}

type done struct {
	Done   string `json:"done"`
	Object string `json:"object"`
	text   string
}

func (d done) String() string { return d.text }

// actResult is an entry of the audit log.
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
	limit := 100
	cmd := p.adminTask(&cobra.Command{
		Use:   "audit",
		Short: "List the changes made with thera admin, newest first",
		Long: `List the changes made with thera admin, newest first. Deleted accounts are shown by
their IDs.

With --json, print {"at", "actor", "act", "object", "detail", "reason"} for each;
at is in milliseconds since 1970.`,
	}, func(ctx context.Context, a *admin, _ []string) error {
		acts, err := a.store.NamedActs(ctx, limit)
		if err != nil {
			return err
		}
		return printAll(p, acts, func(act store.Act) actResult {
			return actResult{act.At, act.Actor, act.Act, act.Object, act.Detail, act.Reason}
		})
	})
	wholeNumber(cmd, "limit", "list at most `NUMBER` changes (default 100)", 1, &limit)
	return cmd
}

type userResult struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Kind    play.PlayerKind `json:"kind"`
	Games   int             `json:"games"`
	Created play.Instant    `json:"created"`
	Seen    play.Instant    `json:"seen,omitempty"`
	Closed  play.Instant    `json:"closed,omitempty"`
	Banned  play.Instant    `json:"banned,omitempty"`
	Until   play.Instant    `json:"until,omitempty"` // missing for a ban for good
	Ban     string          `json:"ban,omitempty"`
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
		text += "  banned " + instantText(u.Banned) + ", " + endText(u.Until) + ": " + u.Ban
	}
	return text
}

func (p *program) adminUsersCommand() *cobra.Command {
	var banned bool
	limit := 100
	cmd := p.adminTask(&cobra.Command{
		Use:   "users [TEXT]",
		Short: "List accounts, all or those whose name contains TEXT",
		Long: `List accounts by name: those whose name contains TEXT, ignoring case, or whose ID is
TEXT. Without TEXT, list all accounts.

With --json, print {"id", "name", "kind", "games", "created", "seen", "closed",
"banned", "until", "ban"} for each; times are in milliseconds since 1970. A ban for good
has no "until".`,
		Args: atMost(1),
	}, func(ctx context.Context, a *admin, args []string) error {
		users, err := a.accounts.Users(ctx, strings.Join(args, ""), banned, limit)
		if err != nil {
			return err
		}
		return printAll(p, users, func(u store.User) userResult {
			return userResult{u.ID, u.Name, u.Kind, u.Games, u.Created, u.Seen, u.Closed, u.Banned, u.BannedUntil, u.Ban}
		})
	})
	cmd.Flags().BoolVar(&banned, "banned", false, "list only banned accounts")
	wholeNumber(cmd, "limit", "list at most `NUMBER` accounts (default 100)", 1, &limit)
	return cmd
}

func (p *program) adminRenameCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "rename NAME NEW_NAME",
		Short: "Rename an account; its games show the new name",
	}, func(ctx context.Context, a *admin, args []string) error {
		return p.report(done{"rename", args[0], args[0] + " is now " + args[1]}, a.accounts.Rename(ctx, a.by, args[0], args[1]))
	}))
}

func (p *program) adminCloseCommand() *cobra.Command {
	var how account.Closing
	cmd := needsReason(p.adminTask(&cobra.Command{
		Use:   "close NAME",
		Short: "Delete an account permanently; its games stay, under \"deleted\"",
	}, func(ctx context.Context, a *admin, args []string) error {
		if how.Classes == account.HandOverClasses && how.To == "" {
			return usagef("--classes handover: want --to with it")
		}
		a.classes()
		how.Name = args[0]
		err := a.accounts.CloseFor(ctx, a.by, how)
		if refusal, ok := errors.AsType[*account.Refusal](err); ok && refusal.Reason == account.HasClasses {
			err = fmt.Errorf("--classes: %w", err)
		}
		return p.report(done{"close", args[0], args[0] + " is deleted"}, err)
	}))
	cmd.Flags().StringVar((*string)(&how.Classes), "classes", "", "what becomes of the classes that it teaches: `close or handover`")
	cmd.Flags().StringVar(&how.To, "to", "", "the `TEACHER` who takes over the classes")
	return cmd
}

func (p *program) adminDataCommand() *cobra.Command {
	return p.adminTask(&cobra.Command{
		Use:   "data NAME",
		Short: "Print everything that is stored about an account, as its owner can download it",
		Long: `Print everything that is stored about an account, except secrets, as its owner can
download it: lines {"table", "row"}.`,
		Example: `  thera admin data ann > ann.ndjson`,
	}, func(ctx context.Context, a *admin, args []string) error {
		owner, err := a.accounts.Find(ctx, args[0])
		if err != nil {
			return err
		}
		for one, err := range a.store.PersonalData(ctx, owner.ID) {
			if err != nil {
				return err
			}
			if err := json.NewEncoder(p.stdout).Encode(one); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *program) report(d done, err error) error {
	if err != nil {
		return err
	}
	return p.print(d)
}

// defaultStore returns the default file of the store: thera.db in the folder that
// systemd gives a service, else thera/thera.db in the user's data folder.
func defaultStore() (string, error) {
	if dir := os.Getenv("STATE_DIRECTORY"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "thera.db"), nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "thera", "thera.db"), nil
}

func dataDir() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin":
		return os.UserConfigDir() // %AppData%, ~/Library/Application Support
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.Join(err, errors.New("no folder for data: want --store"))
	}
	return filepath.Join(home, ".local", "share"), nil
}
