package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// create reports false if the ID is taken, or the previous game has a rematch.
func create(ctx context.Context, tx *sql.Tx, b *batch) (bool, error) {
	e := b.Events[0]
	strength := 0
	for _, p := range e.Setup.Players {
		strength += p.Rating
	}
	result, err := tx.ExecContext(ctx, `
		INSERT INTO games (id, game, variant, speed, rated, created_at, number, ply, turn, deadline, position, last_turn, strength, previous,
			contest, class, ended_at, reason, winners, rated_number)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0, '', 0, 0) ON CONFLICT DO NOTHING`,
		b.Game, e.Setup.Game, e.Setup.Variant, e.Setup.Control.Speed(), e.Setup.Rated, e.At, b.last(), b.Ply, b.Turn, b.Deadline, b.Position, b.Last, strength, e.Setup.Previous, e.Setup.Tournament, e.Setup.Class())
	if err != nil {
		return false, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	for i, p := range e.Setup.Players {
		_, err := tx.ExecContext(ctx, `INSERT INTO seats (game, seat, player, won, at, ended_at) VALUES ($1, $2, $3, $4, $5, 0)`, b.Game, i+1, p.ID, false, e.At)
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

func end(ctx context.Context, tx *sql.Tx, b *batch) error {
	i := slices.IndexFunc(b.Events, func(e play.Event) bool { return e.Kind == play.Ended })
	if i < 0 {
		return nil
	}
	e := b.Events[i]
	var winners game.Seats
	for _, seat := range e.Winners {
		winners |= game.Only(game.Seat(seat - 1))
	}
	_, err := tx.ExecContext(ctx, `UPDATE games SET ended_at = $1, reason = $2, winners = $3, deadline = 0 WHERE id = $4`, e.At, e.Reason, int(winners), b.Game)
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE seats SET ended_at = $1 WHERE game = $2`, e.At, b.Game)
	}
	if err != nil {
		return err
	}
	for _, seat := range e.Winners {
		if _, err := tx.ExecContext(ctx, `UPDATE seats SET won = $1 WHERE game = $2 AND seat = $3`, true, b.Game, seat); err != nil {
			return err
		}
	}
	return rate(ctx, tx, b.Game, e)
}

// Events returns the events of a game whose numbers are above after. Its players have
// their present names.
func (s *Store) Events(ctx context.Context, game string, after int) ([]play.Event, error) {
	all, err := events(ctx, s.db.Reader(), `SELECT event FROM events WHERE game = $1 AND number > $2 ORDER BY number`, game, after)
	if err == nil && len(all) > 0 && all[0].Setup != nil {
		err = s.Name(ctx, all[0].Setup.Players)
	}
	return all, err
}

func events(ctx context.Context, q database.Reader, query string, args ...any) ([]play.Event, error) {
	texts, err := database.List(ctx, q, database.Texts, query, args...)
	if err != nil {
		return nil, err
	}
	read := make([]play.Event, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &read[i]); err != nil {
			return nil, fmt.Errorf("event %q: %w", text, err)
		}
	}
	return read, nil
}

// Due returns the IDs of games whose deadline is not later than until, the most
// urgent first.
func (s *Store) Due(ctx context.Context, until play.Instant) ([]string, error) {
	return database.List(ctx, s.db.Reader(), database.Texts,
		`SELECT id FROM games WHERE deadline > 0 AND deadline <= $1 ORDER BY deadline, id`, until)
}

// Result is how a game ended for a player.
type Result string

// Results. Aborted games and games in progress are neither won nor lost.
const (
	Won     Result = "won"
	Lost    Result = "lost"
	Aborted Result = "aborted"
	GoingOn Result = "going-on"
)

// Search selects games of a player. Zero fields are ignored.
type Search struct {
	Player     string // ID
	Class      string // of the games; "" for those that everybody may see
	Game       string
	Speed      play.Speed
	Opponent   string // ID
	Tournament string
	Result     Result
	Rated      *bool
	Before     play.Instant // began before
	Limit      int
}

var results = map[Result]string{
	"":      ``,
	Won:     ` AND seats.won`,
	Lost:    ` AND NOT seats.won AND games.winners <> 0`,
	Aborted: ` AND seats.ended_at > 0 AND games.winners = 0`,
	GoingOn: ` AND seats.ended_at = 0`,
}

// Games returns games of a player or, without one, of a class, the newest first.
func (s *Store) Games(ctx context.Context, search Search) ([]play.Summary, error) {
	where, ok := results[search.Result]
	if !ok {
		return nil, fmt.Errorf("result %q: want %s, %s, %s or %s", search.Result, Won, Lost, Aborted, GoingOn)
	}
	var args []any
	and := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(" AND "+condition, len(args))
	}
	if search.Player == "" {
		where += ` AND seats.seat = 1`
	} else {
		and(`seats.player = $%d`, search.Player)
	}
	if search.Class == "" {
		where += ` AND ` + listed
	} else {
		and(`games.class = $%d`, search.Class)
	}
	if search.Game != "" {
		and(`games.game = $%d`, search.Game)
	}
	if search.Speed != "" {
		and(`games.speed = $%d`, search.Speed)
	}
	if search.Opponent != "" {
		and(`EXISTS (SELECT 1 FROM seats o WHERE o.game = seats.game AND o.seat <> seats.seat AND o.player = $%d)`, search.Opponent)
	}
	if search.Tournament != "" {
		and(`games.contest = $%d`, search.Tournament)
	}
	if search.Rated != nil {
		and(`games.rated = $%d`, *search.Rated)
	}
	if search.Before > 0 {
		and(`seats.at < $%d`, search.Before)
	}
	limit := ``
	if search.Limit > 0 {
		args = append(args, search.Limit)
		limit = fmt.Sprintf(` LIMIT $%d`, len(args))
	}
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM seats JOIN games ON games.id = seats.game`+summaryJoin+`
		WHERE TRUE`+where+` ORDER BY seats.at DESC, games.id`+limit, args...)
}

// Strongest returns games in progress with a live clock, those with the highest
// ratings first, the newest first among equals.
func (s *Store) Strongest(ctx context.Context, game string, limit int) ([]play.Summary, error) {
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`
		WHERE games.game = $1 AND games.ended_at = 0 AND games.speed IN ('fast', 'slow') AND `+listed+`
		ORDER BY games.strength DESC, games.created_at DESC, games.id LIMIT $2`, game, limit)
}

// TournamentGames returns the games of a tournament that started before a time
// (0 for all), the newest first, at most limit (0 for all).
func (s *Store) TournamentGames(ctx context.Context, contest string, before play.Instant, limit int) ([]play.Summary, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	if limit == 0 {
		limit = math.MaxInt32
	}
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`
		WHERE games.contest = $1 AND games.contest <> '' AND games.created_at < $2 ORDER BY games.created_at DESC, games.id LIMIT $3`, contest, before, limit)
}

// summaryRow is the columns of a summary. The setup comes from the first event.
type summaryRow struct {
	id, position, last, reason, first string
	ply, turn, winners                int
	deadline, ended                   play.Instant
}

const (
	summaryColumns = `games.id, games.position, games.last_turn, games.reason, games.ply, games.turn, games.winners,
		games.deadline, games.ended_at, opening.event`
	summaryJoin = ` JOIN events opening ON opening.game = games.id AND opening.number = 1 `
)

func (r *summaryRow) fields() []any {
	return []any{&r.id, &r.position, &r.last, &r.reason, &r.ply, &r.turn, &r.winners, &r.deadline, &r.ended, &r.first}
}

func (r *summaryRow) summary() (play.Summary, error) {
	var e play.Event
	if err := json.Unmarshal([]byte(r.first), &e); err != nil || e.Setup == nil {
		return play.Summary{}, fmt.Errorf("event %q: want a setup: %w", r.first, err)
	}
	return play.Summary{
		ID: r.id, Game: e.Setup.Game, Variant: e.Setup.Variant, Control: e.Setup.Control, Rated: e.Setup.Rated, Players: e.Setup.Players,
		Position: r.position, Ply: r.ply, Turn: r.turn, Last: game.Move(r.last), Deadline: r.deadline,
		Ended: r.ended, Winners: game.Seats(r.winners).Numbers(), Reason: r.reason, At: e.At, Tournament: e.Setup.Tournament,
	}, nil
}

func (s *Store) summaries(ctx context.Context, query string, args ...any) ([]play.Summary, error) {
	rows, err := database.List(ctx, s.db.Reader(), (*summaryRow).fields, query, args...)
	if err != nil {
		return nil, err
	}
	all := make([]play.Summary, len(rows))
	players := make([][]play.Player, len(rows))
	for i, r := range rows {
		if all[i], err = r.summary(); err != nil {
			return nil, err
		}
		players[i] = all[i].Players
	}
	return all, s.Name(ctx, players...)
}

// Summary returns a game as lists show it, or ErrNotFound.
func (s *Store) Summary(ctx context.Context, id string) (play.Summary, error) {
	all, err := s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`WHERE games.id = $1`, id)
	if err == nil && len(all) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return play.Summary{}, err
	}
	return all[0], nil
}

// Running returns a player's games in progress: first those in which they are
// to move, the most urgent first.
func (s *Store) Running(ctx context.Context, player string) ([]play.Summary, error) {
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM seats JOIN games ON games.id = seats.game`+summaryJoin+`
		WHERE seats.player = $1 AND seats.ended_at = 0
		ORDER BY CASE WHEN games.turn = seats.seat THEN 0 ELSE 1 END, CASE WHEN games.deadline = 0 THEN 1 ELSE 0 END, games.deadline, games.id`, player)
}

// RematchOf returns the id of the rematch of a game, or ErrNotFound.
func (s *Store) RematchOf(ctx context.Context, game string) (id string, err error) {
	err = s.db.Row(ctx, []any{&id}, `SELECT id FROM games WHERE previous = $1`, game)
	return id, err
}

// Count is how many games of a kind a player has played.
type Count struct {
	Game    string `json:"game"`
	Games   int    `json:"games"` // ended, without aborted ones
	Won     int    `json:"won"`
	Rated   int    `json:"rated"`
	GoingOn int    `json:"goingOn"`
}

const finished = `games.winners <> 0`

// Counts returns how many games a player has played, by game.
func (s *Store) Counts(ctx context.Context, player string) ([]Count, error) {
	return database.List(ctx, s.db.Reader(), func(c *Count) []any { return []any{&c.Game, &c.Games, &c.Won, &c.Rated, &c.GoingOn} }, `
		SELECT games.game, count(CASE WHEN `+finished+` THEN 1 END), count(CASE WHEN seats.won THEN 1 END),
			count(CASE WHEN games.rated AND `+finished+` THEN 1 END), count(CASE WHEN games.ended_at = 0 THEN 1 END)
		FROM seats JOIN games ON games.id = seats.game WHERE seats.player = $1 GROUP BY games.game ORDER BY games.game`, player)
}

// Against is a player's record against an opponent in games for two.
type Against struct {
	// Player is the opponent. Guests have no name.
	Player play.Player  `json:"player"`
	Games  int          `json:"games"`
	Won    int          `json:"won"`
	Last   play.Instant `json:"last"` // when the last game started
}

// ByOpponent returns a player's records against others in a game, "" for all
// games, the most frequent opponents first.
func (s *Store) ByOpponent(ctx context.Context, player, game string, limit int) ([]Against, error) {
	return database.List(ctx, s.db.Reader(), func(a *Against) []any {
		return []any{&a.Player.ID, &a.Player.Name, &a.Player.Kind, &a.Games, &a.Won, &a.Last}
	}, `
		SELECT o.player, coalesce(max(accounts.name), ''), coalesce(max(accounts.kind), 'guest'),
			count(*), count(CASE WHEN seats.won THEN 1 END), max(seats.at)
		FROM seats JOIN games ON games.id = seats.game
			JOIN seats o ON o.game = seats.game AND o.seat = 3 - seats.seat LEFT JOIN accounts ON accounts.id = o.player
		WHERE seats.player = $1 AND o.player <> $1 AND (games.game = $2 OR $2 = '') AND `+finished+` AND `+listed+`
			AND NOT EXISTS (SELECT 1 FROM seats third WHERE third.game = seats.game AND third.seat = 3)
		GROUP BY o.player ORDER BY count(*) DESC, max(seats.at) DESC, o.player LIMIT $3`, player, game, limit)
}

// Side is a player's record at a seat of a variant.
type Side struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
	Seat    int    `json:"seat"`
	Games   int    `json:"games"`
	Won     int    `json:"won"`
}

// BySide returns a player's records by game, variant and seat.
func (s *Store) BySide(ctx context.Context, player string) ([]Side, error) {
	return database.List(ctx, s.db.Reader(), func(r *Side) []any { return []any{&r.Game, &r.Variant, &r.Seat, &r.Games, &r.Won} }, `
		SELECT games.game, games.variant, seats.seat, count(*), count(CASE WHEN seats.won THEN 1 END)
		FROM seats JOIN games ON games.id = seats.game WHERE seats.player = $1 AND `+finished+`
		GROUP BY games.game, games.variant, seats.seat ORDER BY games.game, games.variant, seats.seat`, player)
}
