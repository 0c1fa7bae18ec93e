package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// holding is what one table keeps about an account, $1: how its owner sees it, and
// what happens to it when the account is closed. A test fails for a table without a
// holding.
type holding struct {
	table string
	// tell selects what the owner can download, in an order that does not change; "" if
	// that is nothing, or told with something else.
	tell string
	page int // rows that are read at a time; 0 for 1,000
	// forget removes it; "" if it stays, for the reason in keep.
	forget string
	keep   string
}

const (
	notPersonal = "not about accounts"
	byID        = "others' results depend on it; names the player by ID"
)

// JoinedBy selects, of contest_events, those in which the player $1 joins a tournament. It is
// written as the index contest_events_joined has it, in words that both databases know.
const JoinedBy = `event LIKE '%"event":"joined"%' AND json(event) -> 'player' ->> 'id' = $1`

var holdings = []holding{
	{table: "accounts", tell: `SELECT id, name, kind, class, created_at, banned_at, ban FROM accounts WHERE id = $1`, keep: "without the name"},
	{
		table: "sessions", tell: `SELECT agent, created_at, seen_at, expires_at, recovered FROM sessions WHERE account = $1 ORDER BY created_at, hash`,
		forget: `DELETE FROM sessions WHERE account = $1`,
	},
	{
		table: "tokens", tell: `SELECT label, scopes, created_at, used_at FROM tokens WHERE account = $1 ORDER BY created_at, hash`,
		forget: `DELETE FROM tokens WHERE account = $1`,
	},
	{
		table: "passkeys", tell: `SELECT id, created_at, used_at FROM passkeys WHERE account = $1 ORDER BY created_at, id`,
		forget: `DELETE FROM passkeys WHERE account = $1`,
	},
	{
		table: "recovery_codes", tell: `SELECT count(*) AS unused FROM recovery_codes WHERE account = $1`,
		forget: `DELETE FROM recovery_codes WHERE account = $1`,
	},
	{
		table: "subscriptions", tell: `SELECT endpoint, created_at FROM subscriptions WHERE player = $1 ORDER BY created_at, endpoint`,
		forget: `DELETE FROM subscriptions WHERE player = $1`,
	},
	{
		table: "seeks", tell: `SELECT id, offer, created_at FROM seeks WHERE player = $1 ORDER BY id`,
		forget: `DELETE FROM seeks WHERE player = $1`,
	},
	{
		table: "challenges", tell: `SELECT id, sender, receiver, offer, created_at FROM challenges WHERE sender = $1 OR receiver = $1 ORDER BY id`,
		forget: `DELETE FROM challenges WHERE sender = $1 OR receiver = $1`,
	},
	{
		table: "declines", tell: `SELECT player, sender, at FROM declines WHERE player = $1 ORDER BY at, sender`,
		forget: `DELETE FROM declines WHERE player = $1 OR sender = $1`,
	},
	{table: "ratings", tell: `SELECT game, speed, rating, deviation, volatility, games, at FROM ratings WHERE player = $1 ORDER BY game, speed`, keep: byID},
	{table: "rating_changes", tell: `SELECT game, before, rating, deviation, volatility, at FROM rating_changes WHERE player = $1 ORDER BY number`, keep: byID},
	{table: "rating_starts", tell: `SELECT game, rating, deviation, volatility FROM rating_starts WHERE player = $1 ORDER BY game`, keep: byID},
	{
		table: "ladder_ready", tell: `SELECT game, games, at, seen_at FROM ladder_ready WHERE player = $1 ORDER BY game`,
		forget: `DELETE FROM ladder_ready WHERE player = $1`,
	},
	{table: "ladder_pairings", tell: `SELECT game, number, at, first, second FROM ladder_pairings WHERE first = $1 OR second = $1 ORDER BY game, number`, keep: byID},
	{table: "contests", tell: `SELECT id, created_at, summary FROM contests WHERE organizer = $1 ORDER BY created_at, id`, keep: byID},
	{table: "contest_events", tell: `SELECT contest, event FROM contest_events WHERE ` + JoinedBy + ` ORDER BY contest, number`, keep: byID},
	{table: "classes", tell: `SELECT id, name, open, public, created_at FROM classes WHERE teacher = $1 ORDER BY created_at, id`, keep: "closed or handed over"},
	{
		table: "class_members", tell: `SELECT class, owner, joined_at FROM class_members WHERE account = $1 OR owner = $1 AND owner <> '' ORDER BY owner`,
		forget: `DELETE FROM class_members WHERE account = $1`,
	},
	{
		table: "studies", tell: `SELECT id, title, audience, version, created_at, updated_at, body FROM studies WHERE owner = $1 ORDER BY created_at, id`, page: 10,
		forget: `DELETE FROM studies WHERE owner = $1`,
	},
	{
		table: "puzzle_attempts", tell: `SELECT puzzle, game, solved, at FROM puzzle_attempts WHERE account = $1 ORDER BY at, puzzle`,
		forget: `DELETE FROM puzzle_attempts WHERE account = $1`,
	},
	{
		table: "puzzle_solvers", tell: `SELECT game, rating, deviation, volatility, at FROM puzzle_solvers WHERE account = $1 ORDER BY game`,
		forget: `DELETE FROM puzzle_solvers WHERE account = $1`,
	},
	{
		table: "mistakes", tell: `SELECT body FROM mistakes WHERE account = $1 ORDER BY id`,
		forget: `DELETE FROM mistakes WHERE account = $1`,
	},
	{table: "mistake_versions", forget: `DELETE FROM mistake_versions WHERE account = $1`},
	{
		table: "analyses", tell: `SELECT game, state FROM analyses WHERE asker = $1 AND asker <> '' ORDER BY game`,
		forget: `UPDATE analyses SET asker = '' WHERE asker = $1 AND asker <> ''`,
	},
	{
		table: "audit", tell: `SELECT at, act, detail, reason FROM audit WHERE object = $1 ORDER BY at, id`,
		keep: "shows what operators have done",
	},
	{
		table: "reports", tell: `SELECT player, game, kind, text, at, closed_at FROM reports WHERE reporter = $1 ORDER BY at, id`,
		forget: `DELETE FROM reports WHERE reporter = $1 OR player = $1`,
	},
	{
		table: "warnings", tell: `SELECT text, at, seen_at FROM warnings WHERE player = $1 ORDER BY at, id`,
		forget: `DELETE FROM warnings WHERE player = $1`,
	},
	{
		table: "mutes", tell: `SELECT reason, at, expires_at FROM mutes WHERE player = $1`,
		forget: `DELETE FROM mutes WHERE player = $1`,
	},
	{
		table: "sightings", tell: `SELECT week FROM sightings WHERE account = $1 ORDER BY week, mark`,
		forget: `DELETE FROM sightings WHERE account = $1`,
	},
	{
		table: "suspects", keep: "shown to moderators alone, until it is removed with an account that it is about",
		forget: `DELETE FROM suspects WHERE player = $1 OR evidence LIKE '%"other":"' || $1 || '"%'`,
	},
	{table: "plans", tell: `SELECT plans.game, plans.seat, plans.lines FROM plans JOIN seats ON seats.game = plans.game AND seats.seat = plans.seat
		WHERE seats.player = $1 ORDER BY plans.game, plans.seat`, keep: "as long as its game, which ends"},
	{table: "ballots", keep: "votes of a consultation game, seen by its side, as long as the game"},
	{table: "records", tell: `SELECT game, games, won, rated, going_on FROM records WHERE player = $1 ORDER BY game`, keep: byID},
	{table: "sides", tell: `SELECT game, variant, seat, games, won FROM sides WHERE player = $1 ORDER BY game, variant, seat`, keep: byID},
	{table: "opponents", tell: `SELECT game, opponent, games, won, last_at FROM opponents WHERE player = $1 ORDER BY game, opponent`, keep: byID},
	{table: "contest_scores", keep: byID},
	{table: "ladder_meetings", keep: byID},
	{table: "study_words", keep: "removed with its study"},
	{table: "departures", keep: "removed when it has been carried out"},
	{table: "seats", keep: byID},
	{table: "games", keep: byID},
	{table: "events", keep: byID},
	{table: "ceremonies", keep: "expires within minutes"},
	{table: "voided_games", keep: notPersonal},
	{table: "network_bans", keep: notPersonal},
	{table: "keys", keep: notPersonal},
	{table: "service", keep: notPersonal},
	{table: "outages", keep: notPersonal},
	{table: "nodes", keep: notPersonal},
	{table: "proof_answers", keep: notPersonal},
	{table: "proof_questions", keep: notPersonal},
	{table: "puzzle_ratings", keep: notPersonal},
}

// Datum is one thing that is stored about an account: a row of a table, or a game with
// its events.
type Datum struct {
	Table string         `json:"table" doc:"The kind of thing, such as account, sessions or games"`
	Row   map[string]any `json:"row" doc:"What is stored, by the name of its column"`
}

// PersonalData yields everything that is stored about an account, except secrets. It
// reads a page at a time and holds no transaction, however slow the reader is.
func (s *Store) PersonalData(ctx context.Context, id string) iter.Seq2[Datum, error] {
	return func(yield func(Datum, error) bool) {
		for _, h := range holdings {
			for data, err := range s.pages(ctx, h, id) {
				if !yieldAll(data, err, yield) {
					return
				}
			}
		}
		for data, err := range s.gamePages(ctx, id) {
			if !yieldAll(data, err, yield) {
				return
			}
		}
	}
}

// yieldAll yields data and then the error, and reports whether more is wanted.
func yieldAll(data []Datum, err error, yield func(Datum, error) bool) bool {
	for _, d := range data {
		if !yield(d, nil) {
			return false
		}
	}
	if err != nil {
		yield(Datum{}, err)
	}
	return err == nil
}

const dataPage = 1000 // rows

func (s *Store) pages(ctx context.Context, h holding, id string) iter.Seq2[[]Datum, error] {
	return func(yield func([]Datum, error) bool) {
		size := h.page
		if size == 0 {
			size = dataPage
		}
		for from := 0; h.tell != ""; from += size {
			rows, err := s.rows(ctx, h.tell+` LIMIT $2 OFFSET $3`, id, size, from)
			data := make([]Datum, len(rows))
			for i, row := range rows {
				data[i] = Datum{h.table, row}
			}
			if !yield(data, err) || err != nil || len(rows) < size {
				return
			}
		}
	}
}

// rows returns the rows of a query by the names of its columns.
func (s *Store) rows(ctx context.Context, query string, args ...any) (all []map[string]any, err error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	values, fields := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		fields[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(fields...); err != nil {
			return nil, err
		}
		row := make(map[string]any, len(columns))
		for i, c := range columns {
			row[c.Name()] = told(values[i], c)
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// told returns a value as it is written to JSON.
func told(value any, column *sql.ColumnType) any {
	switch v := value.(type) {
	case int64:
		if column.DatabaseTypeName() == "BOOLEAN" { // SQLite stores numbers
			return v != 0
		}
	case string:
		if strings.HasPrefix(v, "{") && json.Valid([]byte(v)) {
			return json.RawMessage(v)
		}
	}
	return value
}

const gamesPage = 50 // games with their events

func (s *Store) gamePages(ctx context.Context, player string) iter.Seq2[[]Datum, error] {
	type seat struct {
		game string
		seat int
		at   play.Instant
	}
	return func(yield func([]Datum, error) bool) {
		last := seat{at: -1}
		for {
			seats, err := database.List(ctx, s.db.Reader(), func(one *seat) []any { return []any{&one.game, &one.seat, &one.at} }, `
				SELECT game, seat, at FROM seats WHERE player = $1 AND (at > $2 OR at = $2 AND (game > $3 OR game = $3 AND seat > $4))
				ORDER BY at, game, seat LIMIT $5`, player, last.at, last.game, last.seat, gamesPage)
			if err != nil || len(seats) == 0 {
				yield(nil, err)
				return
			}
			last = seats[len(seats)-1]
			games := make([]string, len(seats))
			for i, one := range seats {
				games[i] = one.game
			}
			logs, err := s.logs(ctx, games)
			data := make([]Datum, len(seats))
			for i, one := range seats {
				log := slices.Clone(logs[one.game])
				for j, e := range log {
					log[j] = e.For(one.seat)
				}
				data[i] = Datum{"games", map[string]any{"id": one.game, "seat": one.seat, "events": log}}
			}
			if !yield(data, err) || err != nil {
				return
			}
		}
	}
}

// logs returns the logs of games, with the present names of the players.
func (s *Store) logs(ctx context.Context, games []string) (map[string][]play.Event, error) {
	type row struct{ game, event string }
	rows, err := database.ListIn(ctx, s.db.Reader(), func(r *row) []any { return []any{&r.game, &r.event} },
		`SELECT game, event FROM events WHERE game IN KEYS ORDER BY game, number`, games)
	if err != nil {
		return nil, err
	}
	logs := map[string][]play.Event{}
	var players [][]play.Player
	for _, r := range rows {
		var e play.Event
		if err := json.Unmarshal([]byte(r.event), &e); err != nil {
			return nil, fmt.Errorf("event %q: %w", r.event, err)
		}
		if e.Setup != nil {
			players = append(players, e.Setup.Players)
		}
		logs[r.game] = append(logs[r.game], e)
	}
	return logs, s.Name(ctx, players...)
}

// Closing says which accounts are closed, and what becomes of their classes.
type Closing struct {
	Accounts []string // IDs
	At       play.Instant
	// Heir is the ID of the open account that takes over the classes that they teach;
	// "" closes the classes.
	Heir string
	// MaxClasses is how many classes the heir may teach then, and NewInvitation makes the
	// invitation of each that they take over.
	MaxClasses    int
	NewInvitation func() string
}

// CloseAccounts closes accounts permanently, in one transaction. Only their IDs remain
// and, outside classes, their folded names, so that nobody can take these. What other
// parts of a server have to do is left as departures. Acts are added to the audit log.
// If one of them is closed already, nothing happens and the error is ErrNotFound; if the
// heir is, ErrNoHeir; if the heir has too many classes then, ErrFull.
func (s *Store) CloseAccounts(ctx context.Context, c Closing, acts ...Act) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		for _, id := range slices.Sorted(slices.Values(c.Accounts)) { // see LockAccount
			if err := s.closeAccount(ctx, tx, id, c); err != nil {
				return err
			}
		}
		if c.Heir != "" {
			err := s.BelowLimit(ctx, tx, c.Heir, `classes WHERE teacher = $1`, c.MaxClasses+1)
			if errors.Is(err, ErrNotFound) {
				return ErrNoHeir // not the refusal of the client's own account
			}
			if err != nil {
				return err
			}
		}
		for _, act := range acts {
			if err := s.AddActIn(ctx, tx, act); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		_ = s.Renamed(context.WithoutCancel(ctx), c.Accounts...) // it is done; followers hear of it again soon
	}
	return err
}

func (s *Store) closeAccount(ctx context.Context, tx *sql.Tx, id string, c Closing) error {
	err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET name = $1, password = '', closed_at = $2, named_at = $2,
		folded = CASE WHEN class = '' THEN folded ELSE $1 || '@' || id END WHERE id = $3 AND closed_at = 0`, play.Deleted, c.At, id)
	if err != nil {
		return ifClosed(err)
	}
	for _, h := range holdings {
		if h.forget == "" {
			continue
		}
		if _, err := tx.ExecContext(ctx, h.forget, id); err != nil {
			return err
		}
	}
	if c.Heir != "" {
		err = s.handOverAll(ctx, tx, id, c)
	} else { // Nobody joins a class from now on; it is closed as soon as its members are.
		_, err = tx.ExecContext(ctx, `UPDATE classes SET open = $1 WHERE teacher = $2`, false, id)
	}
	if err != nil {
		return err
	}
	return s.AddDeparture(ctx, tx, Departure{id, c.At})
}

func (s *Store) handOverAll(ctx context.Context, tx *sql.Tx, teacher string, c Closing) error {
	classes, err := database.List(ctx, tx, database.Texts, `SELECT id FROM classes WHERE teacher = $1`, teacher)
	for _, class := range classes {
		err = errors.Join(err, database.IgnoreNotFound(s.HandOver(ctx, tx, class, teacher, c.Heir, c.NewInvitation())))
	}
	return err
}

// HandOver gives a class to another teacher, in a transaction. It is shut and has a new
// invitation: the new teacher does not know who has the earlier one. The error is
// ErrNotFound if the class no longer has the earlier teacher.
func (s *Store) HandOver(ctx context.Context, tx *sql.Tx, class, from, to, invitation string) error {
	return s.db.ExecIn(ctx, tx, `UPDATE classes SET teacher = $1, open = $2, invitation = $3 WHERE id = $4 AND teacher = $5`,
		to, false, invitation, class, from)
}

// Departure is an account or a class that has been closed, or a class that has been handed
// over, while parts of the server may still have something of it or of its earlier teacher.
// It outlives a crash, so that they finish.
type Departure struct {
	ID string
	At play.Instant // when that happened, for the last time
}

// AddDeparture leaves a departure to be carried out, in the transaction that closes an
// account or a class, or hands a class over.
func (s *Store) AddDeparture(ctx context.Context, tx *sql.Tx, d Departure) error {
	return s.db.ExecIn(ctx, tx, `INSERT INTO departures (account, at) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET at = excluded.at`, d.ID, d.At)
}

// Departures returns the departures that have not been carried out, the oldest first.
func (s *Store) Departures(ctx context.Context) ([]Departure, error) {
	return database.List(ctx, s.db.Reader(), func(d *Departure) []any { return []any{&d.ID, &d.At} },
		`SELECT account, at FROM departures ORDER BY at, account`)
}

// DeleteDeparture records that a departure has been carried out. A later one of the same
// class stays.
func (s *Store) DeleteDeparture(ctx context.Context, d Departure) error {
	return database.IgnoreNotFound(s.db.Exec(ctx, `DELETE FROM departures WHERE account = $1 AND at = $2`, d.ID, d.At))
}
