package moderation

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// Kind is what a report is about.
type Kind string

// The kinds of reports.
const (
	EngineHelp  Kind = "engine"
	Sandbagging Kind = "sandbagging"
	Accounts    Kind = "accounts" // several of one person
	Behavior    Kind = "behavior"
	Other       Kind = "other"
)

// Kinds are all kinds of reports.
var Kinds = []Kind{EngineHelp, Sandbagging, Accounts, Behavior, Other}

const (
	maxText       = 500 // characters of a report
	maxOpen       = 20  // open reports by one player
	maxOpenAbout  = 100 // open reports about one player: more tell moderators nothing new
	reportsListed = 200
)

// Complaint is what a player reports.
type Complaint struct {
	Player string `json:"player,omitempty" maxLength:"40" doc:"The name of the player it is about"`
	Game   string `json:"game,omitempty" maxLength:"40" doc:"The ID of the game it is about"`
	Kind   Kind   `json:"kind" enum:"engine,sandbagging,accounts,behavior,other" doc:"What the player is suspected of: help from an engine, losing on purpose, several accounts, bad behavior, or something else"`
	Text   string `json:"text,omitempty" maxLength:"2000" doc:"What happened, in at most 500 characters; required for the kind other"`
}

// Report stores what a player reports, once about the same thing.
func (s *Service) Report(ctx context.Context, who account.Who, c Complaint) error {
	if err := who.Need(account.Play); err != nil {
		return err
	}
	if who.Kind == play.Guest {
		return account.Refuse(account.NoGuest, "guests can't report: sign up for an account")
	}
	if err := s.Silenced(who.ID); err != nil {
		return err
	}
	text, err := c.text()
	if err != nil {
		return err
	}
	about, err := s.about(ctx, who, c)
	if err != nil {
		return err
	}
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.Store.BelowLimit(ctx, tx, who.ID, `reports WHERE reporter = $1 AND closed_at = 0`, maxOpen); err != nil {
			return err
		}
		// The player it is about is not locked: a few reports more, made at the same time, do
		// no harm.
		if err := store.Below(ctx, tx, maxOpenAbout, `reports WHERE player = $1 AND player <> '' AND closed_at = 0`, about); err != nil {
			return err
		}
		return s.db.ExecIn(ctx, tx, `INSERT INTO reports (id, reporter, player, game, kind, text, at, closed_at) VALUES `+database.Values(8),
			account.NewID(), who.ID, about, c.Game, c.Kind, text, s.Accounts.Now(), 0)
	})
	switch {
	case errors.Is(err, database.ErrExists):
		return account.Refuse(Reported, "you have reported this already: moderators will look at it")
	case errors.Is(err, store.ErrFull):
		return account.Refuse(account.TooMany, "too many open reports, by you or about this player: want at most %d and %d; wait until moderators have looked at them", maxOpen, maxOpenAbout)
	}
	return err
}

// text returns the text of a complaint as it is stored, in one line.
func (c Complaint) text() (string, error) {
	text := strings.Join(strings.FieldsFunc(c.Text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }), " ")
	switch {
	case !slices.Contains(Kinds, c.Kind):
		return "", account.Refuse(BadKind, "kind %.40q: want one of %v", c.Kind, Kinds)
	case !account.IsStorable(text) || utf8.RuneCountInString(text) > maxText:
		return "", account.Refuse(BadText, "text of %d characters: want at most %d, in UTF-8", utf8.RuneCountInString(text), maxText)
	case c.Kind == Other && text == "":
		return "", account.Refuse(BadText, "missing text: want a few words on what happened")
	}
	return text, nil
}

// about returns the ID of the player that a complaint is about, "" for none.
func (s *Service) about(ctx context.Context, who account.Who, c Complaint) (string, error) {
	if c.Player == "" && c.Game == "" {
		return "", account.Refuse(BadText, "a report about nothing: want a player, a game or both")
	}
	var about string
	if c.Player != "" {
		player, err := s.Accounts.Find(ctx, c.Player)
		if err != nil {
			return "", err
		}
		if player.ID == who.ID {
			return "", account.Refuse(account.Wrong, "a report about yourself: want another player")
		}
		about = player.ID
	}
	if c.Game == "" {
		return about, nil
	}
	players, err := s.playersOf(ctx, c.Game)
	if err == nil && about != "" && !slices.Contains(players, about) {
		err = account.Refuse(NotInGame, "game %q: %s has no seat in it", c.Game, c.Player)
	}
	return about, err
}

// Report is a report as moderators see it.
type Report struct {
	ID       string       `json:"id" doc:"Closes the report in POST /moderation/reports/{id}"`
	At       play.Instant `json:"at" doc:"When it was made"`
	Kind     Kind         `json:"kind" enum:"engine,sandbagging,accounts,behavior,other" doc:"What the player is suspected of: help from an engine, losing on purpose, several accounts, bad behavior, or something else"`
	Text     string       `json:"text,omitempty" doc:"What the reporter wrote"`
	Reporter string       `json:"reporter" doc:"The name of the player who reported"`
	Player   string       `json:"player,omitempty" doc:"The name of the player it is about"`
	Game     string       `json:"game,omitempty" doc:"The ID of the game it is about"`
	Closed   play.Instant `json:"closed,omitempty" doc:"Missing while it is open"`
}

func (r *Report) fields() []any {
	return []any{&r.ID, &r.At, &r.Kind, &r.Text, &r.Reporter, &r.Player, &r.Game, &r.Closed}
}

const selectReports = `SELECT r.id, r.at, r.kind, r.text, reporter.name, coalesce(player.name, ''), r.game, r.closed_at
	FROM reports r JOIN accounts reporter ON reporter.id = r.reporter LEFT JOIN accounts player ON player.id = r.player `

// Page continues the list of open reports after the last report of the previous page.
type Page struct {
	// After is when that report was made; 0 for the first page.
	After play.Instant `query:"after" minimum:"0" doc:"Only reports since this time in ms: for the next page, the at of the last report"`
	// AfterID is its ID.
	AfterID string `query:"afterId" maxLength:"40" doc:"The ID of that report, so that reports of the same time are neither repeated nor left out"`
	// Limit is how many reports the page has; 0 for all.
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"At most this many"`
}

// Reports returns a page of the open reports, the oldest first: in a backlog, those who
// have waited longest come first, and a flood of new reports can't push theirs out of sight.
func (s *Service) Reports(ctx context.Context, page Page) ([]Report, error) {
	limit := page.Limit
	if limit == 0 {
		limit = math.MaxInt32
	}
	return database.List(ctx, s.db.Reader(), (*Report).fields, selectReports+`WHERE r.closed_at = 0 AND (r.at, r.id) > ($1, $2) ORDER BY r.at, r.id LIMIT $3`,
		page.After, page.AfterID, limit)
}

// CloseReport closes a report. Moderators can't close reports about moderators.
func (s *Service) CloseReport(ctx context.Context, by account.Act, id string) error {
	if err := check(by); err != nil {
		return err
	}
	var about string
	err := s.db.Row(ctx, []any{&about}, `SELECT player FROM reports WHERE id = $1 AND closed_at = 0`, id)
	if err == nil {
		if _, err = s.targetID(ctx, by, about); errors.Is(err, store.ErrNotFound) {
			err = nil // it is about a game
		}
	}
	if err == nil {
		err = s.update(ctx, s.Accounts.NewAct(by, actCloseReport, id, ""), func(tx *sql.Tx) error {
			return s.db.ExecIn(ctx, tx, `UPDATE reports SET closed_at = $1 WHERE id = $2 AND closed_at = 0`, s.Accounts.Now(), id)
		})
	}
	if errors.Is(err, database.ErrNotFound) {
		return account.Refuse(account.NotFound, "report %.40q: there is no open report with this ID", id)
	}
	return err
}

// Case is what moderators know of a player.
type Case struct {
	Player    string       `json:"player" doc:"The player's name"`
	Created   play.Instant `json:"created" doc:"When the account was made"`
	Moderator bool         `json:"moderator" doc:"Whether the player is a moderator; other moderators can't act on them"`
	Ban       string       `json:"ban,omitempty" doc:"Why the player is banned"`
	BanEnds   play.Instant `json:"banEnds,omitempty" doc:"Missing for a ban for good, or none"`
	Mute      string       `json:"mute,omitempty" doc:"Why the player is muted"`
	MuteEnds  play.Instant `json:"muteEnds,omitempty" doc:"Missing for a mute for good, or none"`
	Reports   []Report     `json:"reports" doc:"About the player, the latest first"`
	Warnings  []Warning    `json:"warnings" doc:"The latest first"`
	Acts      []AuditEntry `json:"acts" doc:"Actions on the player, the latest first"`
	Suspects  []Suspect    `json:"suspects" doc:"What stands out in the player's games"`
}

// Case returns what is known of a player.
func (s *Service) Case(ctx context.Context, name string) (Case, error) {
	player, err := s.Accounts.Find(ctx, name)
	if err != nil {
		return Case{}, err
	}
	found, err := s.Store.Account(ctx, player.ID)
	if err != nil {
		return Case{}, err
	}
	c := Case{Player: found.Name, Created: found.Created, Moderator: found.Moderator, Ban: found.Ban, BanEnds: found.BannedUntil}
	if mute, ok := s.inForce.Load().mutes[found.ID]; ok {
		c.Mute, c.MuteEnds = mute.reason, mute.expires
	}
	if c.Reports, err = database.List(ctx, s.db.Reader(), (*Report).fields, selectReports+`WHERE r.player = $1 ORDER BY r.at DESC, r.id LIMIT $2`, found.ID, reportsListed); err != nil {
		return c, err
	}
	c.Warnings, err = database.List(ctx, s.db.Reader(), (*Warning).fields, `SELECT `+warningColumns+` FROM warnings WHERE player = $1 ORDER BY at DESC, id`, found.ID)
	if err != nil {
		return c, err
	}
	if c.Acts, err = s.acts(ctx, `WHERE object = $2`, found.ID); err != nil {
		return c, err
	}
	c.Suspects, err = s.suspects(ctx, `WHERE player = $2`, found.ID)
	return c, err
}

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	At     play.Instant `json:"at" doc:"When it was done"`
	Actor  string       `json:"actor" doc:"The name of a moderator, or of an operator of the server"`
	Act    string       `json:"act" doc:"What was done, such as warn, mute, ban, void or close-report"`
	Object string       `json:"object,omitempty" doc:"The name of the player, or the ID or address of what it was done to"`
	Detail string       `json:"detail,omitempty" doc:"What else the act was given, such as when a ban ends"`
	Reason string       `json:"reason,omitempty" doc:"As the actor wrote it"`
}

// Acts returns the latest entries of the audit log that are about fair play, at most 200.
func (s *Service) Acts(ctx context.Context) ([]AuditEntry, error) {
	return s.acts(ctx, `WHERE act IN ('`+strings.Join(fairPlay, `', '`)+`')`)
}

func (s *Service) acts(ctx context.Context, where string, args ...any) ([]AuditEntry, error) {
	all, err := database.List(ctx, s.db.Reader(), func(a *AuditEntry) []any { return []any{&a.At, &a.Actor, &a.Act, &a.Object, &a.Detail, &a.Reason} },
		`SELECT at, actor, act, `+store.NamedObject+`, detail, reason FROM audit `+where+` ORDER BY at DESC, id LIMIT $1`, append([]any{reportsListed}, args...)...)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, a := range all {
		if id, ok := strings.CutPrefix(a.Actor, byModerator); ok {
			ids = append(ids, id)
		}
	}
	names, err := s.Store.Names(ctx, ids)
	for i, a := range all {
		if id, ok := strings.CutPrefix(a.Actor, byModerator); ok {
			all[i].Actor = names[id].Name
		}
	}
	return all, err
}
