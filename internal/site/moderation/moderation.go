package moderation

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// Config configures a service.
type Config struct {
	Store    *store.Store
	Accounts *account.Accounts
	// Forget removes a player's open seeks and challenges; nil if there is no lobby.
	Forget func(ctx context.Context, player string) error
	// Log gets internal errors; nil for none.
	Log *slog.Logger
}

// Service has the reports and the moderators' actions in a store. It is safe for
// concurrent use.
type Service struct {
	Config
	db *database.DB
	// inForce is read on each sign-in and phrase, and changes seldom.
	inForce   atomic.Pointer[restrictions]
	reloading sync.Mutex
}

// The reasons of refusals, besides those of package account.
const (
	NoReason    account.Reason = "reason" // missing or too long
	BadNetwork  account.Reason = "network"
	BadKind     account.Reason = "kind"
	UnknownAct  account.Reason = "unknown"
	NoGame      account.Reason = "no-game"
	BadText     account.Reason = "text"
	Muted       account.Reason = "muted"
	Reported    account.Reason = "reported" // already
	NotInGame   account.Reason = "not-in-game"
	NotVoidable account.Reason = "not-voidable"
	Nothing     account.Reason = "nothing" // there is nothing to lift or confirm
)

// New returns the service of a store.
func New(ctx context.Context, c Config) (*Service, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{Config: c, db: c.Store.DB()}
	return s, s.reload(ctx)
}

const (
	reloadInterval = time.Minute // also when nothing has changed, since restrictions expire
	minute         = play.Instant(time.Minute / time.Millisecond)
	day            = 24 * 60 * minute
)

// Run lifts what has expired, until ctx is done.
func (s *Service) Run(ctx context.Context) {
	ticker := time.NewTicker(reloadInterval)
	defer ticker.Stop()
	for {
		if err := s.tidy(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("expired restrictions not lifted", "cause", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// tidy lifts expired bans, forgets old sightings and reads the restrictions again.
func (s *Service) tidy(ctx context.Context) error {
	now := s.Accounts.Now()
	err := s.Accounts.LiftExpired(ctx)
	for _, table := range []string{"mutes", "network_bans"} {
		_, failed := s.db.Writer().ExecContext(ctx, `DELETE FROM `+table+` WHERE expires_at > 0 AND expires_at <= $1`, now)
		err = errors.Join(err, failed)
	}
	return errors.Join(err, s.forgetSightings(ctx, now), s.reload(ctx))
}

// Follow applies an action from the audit log that may have been carried out elsewhere:
// by thera admin, or by another node. It can be repeated.
func (s *Service) Follow(ctx context.Context, act store.Act) error {
	switch act.Act {
	case actMute, actUnmute, actBanNetwork, actLiftNetwork:
		return s.reload(ctx)
	case actBan:
		// Offers of a banned player would be taken by others, who then have no opponent.
		if s.Forget != nil {
			return s.Forget(ctx, act.Object)
		}
	}
	return nil
}

// byModerator begins the actor of a moderator's actions in the audit log; the account's
// ID follows. Names of operators have no colon.
const byModerator = "moderator:"

// By says that a moderator does something, and why.
func By(who account.Who, reason string) account.Act {
	return account.Act{Actor: byModerator + who.ID, Reason: strings.TrimSpace(reason)}
}

// check refuses an action without a usable reason.
func check(by account.Act) error {
	const enough = 500
	if by.Reason == "" || len(by.Reason) > enough || !account.IsStorable(by.Reason) {
		return account.Refuse(NoReason, "reason %.60q: want 1 to %d bytes of UTF-8, for the audit log and the player", by.Reason, enough)
	}
	return nil
}

// target returns the account that an action is about. Moderators can't act on
// moderators, themselves included.
func (s *Service) target(ctx context.Context, by account.Act, name string) (store.Account, error) {
	if err := check(by); err != nil {
		return store.Account{}, err
	}
	player, err := s.Accounts.Find(ctx, name)
	if err != nil {
		return store.Account{}, err
	}
	return s.targetID(ctx, by, player.ID)
}

func (s *Service) targetID(ctx context.Context, by account.Act, id string) (store.Account, error) {
	found, err := s.Store.Account(ctx, id)
	if err == nil && found.Moderator && strings.HasPrefix(by.Actor, byModerator) {
		err = account.Refuse(account.NotModerator, "%s is a moderator: ask an operator of the server", found.Name)
	}
	return found, err
}

// The actions in the audit log.
const (
	actBan             = "ban"   // of package account
	actUnban           = "unban" // of package account
	actWarn            = "warn"
	actMute            = "mute"
	actUnmute          = "unmute"
	actBanNetwork      = "ban-network"
	actLiftNetwork     = "lift-network"
	actVoid            = "void"
	actUnvoid          = "unvoid"
	actCloseReport     = "close-report"
	actAddModerator    = "moderator-add"
	actRemoveModerator = "moderator-remove"
)

// fairPlay lists the actions that moderators see in the log. What operators do to
// classes, names and the store is not for them.
var fairPlay = []string{
	actBan, actUnban, actWarn, actMute, actUnmute, actBanNetwork, actLiftNetwork, actVoid, actUnvoid, actCloseReport,
	actAddModerator, actRemoveModerator, account.ActAbort,
}

// update carries out statements and notes the action, all or nothing.
func (s *Service) update(ctx context.Context, act store.Act, do func(tx *sql.Tx) error) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		return s.Store.AddActIn(ctx, tx, act)
	})
}

// lock locks the account of a player, whose closing waits for the transaction: what is
// stored about them after the closing would stay. It refuses a closed account.
func (s *Service) lock(ctx context.Context, tx *sql.Tx, player store.Account) error {
	err := s.Store.LockAccount(ctx, tx, player.ID)
	if errors.Is(err, store.ErrNotFound) {
		err = account.Refuse(account.NotFound, "player %q: the account has just been closed", player.Name)
	}
	return err
}

// Warning is what a moderator has told a player.
type Warning struct {
	ID   string       `json:"id" doc:"Confirms the warning in POST /account/warnings/{id}"`
	Text string       `json:"text" doc:"What the moderator wrote"`
	At   play.Instant `json:"at" doc:"When the player was warned"`
	Seen play.Instant `json:"seen,omitempty" doc:"When the player confirmed it; missing if not yet"`
}

func (w *Warning) fields() []any { return []any{&w.ID, &w.Text, &w.At, &w.Seen} }

const warningColumns = `id, text, at, seen_at`

// Warn shows a player the reason, until they confirm it.
func (s *Service) Warn(ctx context.Context, by account.Act, name string) error {
	player, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	return s.update(ctx, s.Accounts.NewAct(by, actWarn, player.ID, ""), func(tx *sql.Tx) error {
		if err := s.lock(ctx, tx, player); err != nil {
			return err
		}
		return s.db.ExecIn(ctx, tx, `INSERT INTO warnings (id, player, text, at, seen_at) VALUES ($1, $2, $3, $4, 0)`,
			account.NewID(), player.ID, by.Reason, s.Accounts.Now())
	})
}

// Warnings returns the warnings that a player has not confirmed, the oldest first.
func (s *Service) Warnings(ctx context.Context, player string) ([]Warning, error) {
	return database.List(ctx, s.db.Reader(), (*Warning).fields, `SELECT `+warningColumns+` FROM warnings WHERE player = $1 AND seen_at = 0 ORDER BY at, id`, player)
}

// Confirm notes that a player has read a warning.
func (s *Service) Confirm(ctx context.Context, player, warning string) error {
	err := s.db.Exec(ctx, `UPDATE warnings SET seen_at = $1 WHERE id = $2 AND player = $3 AND seen_at = 0`, s.Accounts.Now(), warning, player)
	if errors.Is(err, database.ErrNotFound) {
		return account.Refuse(account.NotFound, "warning %.40q: you have no unconfirmed warning with this ID", warning)
	}
	return err
}

// Mute keeps a player from sending phrases and reports until a time, 0 for good.
func (s *Service) Mute(ctx context.Context, by account.Act, name string, until play.Instant) error {
	player, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	err = s.update(ctx, s.Accounts.NewAct(by, actMute, player.ID, untilText(until)), func(tx *sql.Tx) error {
		if err := s.lock(ctx, tx, player); err != nil {
			return err
		}
		return s.db.ExecIn(ctx, tx, `INSERT INTO mutes (player, reason, at, expires_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (player) DO UPDATE SET reason = excluded.reason, at = excluded.at, expires_at = excluded.expires_at`,
			player.ID, by.Reason, s.Accounts.Now(), until)
	})
	return errors.Join(err, s.reload(ctx))
}

// Unmute lifts a mute.
func (s *Service) Unmute(ctx context.Context, by account.Act, name string) error {
	player, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	err = s.update(ctx, s.Accounts.NewAct(by, actUnmute, player.ID, ""), func(tx *sql.Tx) error {
		return s.db.ExecIn(ctx, tx, `DELETE FROM mutes WHERE player = $1`, player.ID)
	})
	if errors.Is(err, database.ErrNotFound) {
		return account.Refuse(Nothing, "%s is not muted", player.Name)
	}
	return errors.Join(err, s.reload(ctx))
}

// MutedPlayer is a player who is muted.
type MutedPlayer struct {
	Player  string       `json:"player"`
	Reason  string       `json:"reason"`
	At      play.Instant `json:"at"`
	Expires play.Instant `json:"expires,omitempty"` // 0 for good
}

// Mutes returns the muted players, the latest first.
func (s *Service) Mutes(ctx context.Context) ([]MutedPlayer, error) {
	return database.List(ctx, s.db.Reader(), func(m *MutedPlayer) []any { return []any{&m.Player, &m.Reason, &m.At, &m.Expires} },
		`SELECT accounts.name, mutes.reason, mutes.at, mutes.expires_at FROM mutes JOIN accounts ON accounts.id = mutes.player
			ORDER BY mutes.at DESC, accounts.id`)
}

// Ban keeps a player from signing in and playing until a time, 0 for good. Servers that
// follow the audit log remove their open offers.
func (s *Service) Ban(ctx context.Context, by account.Act, name string, until play.Instant) error {
	player, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	return s.Accounts.BanUntil(ctx, by, player.Name, until)
}

// Unban lifts a ban.
func (s *Service) Unban(ctx context.Context, by account.Act, name string) error {
	player, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	return s.Accounts.Unban(ctx, by, player.Name)
}

// Void takes a rated game out of the ratings, as if it had not counted. Moderators can't
// void games of moderators.
func (s *Service) Void(ctx context.Context, by account.Act, game string) error {
	return s.recount(ctx, by, actVoid, game, s.Store.Void)
}

// Unvoid makes a voided game count again.
func (s *Service) Unvoid(ctx context.Context, by account.Act, game string) error {
	return s.recount(ctx, by, actUnvoid, game, s.Store.Unvoid)
}

func (s *Service) recount(ctx context.Context, by account.Act, act, game string, do func(context.Context, string, play.Instant, store.Act) error) error {
	if err := check(by); err != nil {
		return err
	}
	players, err := s.playersOf(ctx, game)
	if err != nil {
		return err
	}
	for _, player := range players {
		if _, err := s.targetID(ctx, by, player); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	err = do(ctx, game, s.Accounts.Now(), s.Accounts.NewAct(by, act, game, ""))
	if errors.Is(err, store.ErrNotVoidable) {
		return account.Refuse(NotVoidable, "%v", err)
	}
	return err
}

// playersOf returns the IDs of the players of a public game, by seat.
func (s *Service) playersOf(ctx context.Context, game string) ([]string, error) {
	players, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT seats.player FROM seats JOIN games ON games.id = seats.game
		WHERE seats.game = $1 AND games.class = '' ORDER BY seats.seat`, game)
	if err == nil && len(players) == 0 {
		err = account.Refuse(NoGame, "game %.40q: there is no such game", game)
	}
	return players, err
}

func untilText(until play.Instant) string {
	if until == 0 {
		return "for good"
	}
	return "until " + time.UnixMilli(int64(until)).UTC().Format(time.DateTime)
}

// Until returns when something that begins now and lasts some days ends; 0 days is for
// good.
func (s *Service) Until(days int) play.Instant {
	if days <= 0 {
		return 0
	}
	return s.Accounts.Now() + play.Instant(days)*day
}

// SetModerator gives an account the role of a moderator, or takes it away. Only
// operators do so.
func (s *Service) SetModerator(ctx context.Context, by account.Act, name string, is bool) error {
	player, err := s.Accounts.Find(ctx, name)
	if err != nil {
		return err
	}
	act := actRemoveModerator
	if is {
		act = actAddModerator
	}
	if is && player.Kind != play.Person {
		return account.Refuse(account.Wrong, "%s is a %s: want a person", player.Name, player.Kind)
	}
	err = s.update(ctx, s.Accounts.NewAct(by, act, player.ID, ""), func(tx *sql.Tx) error {
		return s.db.ExecIn(ctx, tx, `UPDATE accounts SET moderator = $1 WHERE id = $2 AND closed_at = 0 AND moderator <> $1`, is, player.ID)
	})
	switch {
	case !errors.Is(err, database.ErrNotFound):
		return err
	case is:
		return account.Refuse(Nothing, "%s is already a moderator", player.Name)
	}
	return account.Refuse(Nothing, "%s is not a moderator", player.Name)
}

// Moderators returns the names of the moderators, sorted.
func (s *Service) Moderators(ctx context.Context) ([]string, error) {
	names, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT name FROM accounts WHERE moderator AND closed_at = 0`)
	store.SortByName(names, func(name string) (string, string) { return name, "" })
	return names, err
}
