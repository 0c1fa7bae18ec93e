package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

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
		_, err := tx.ExecContext(ctx, `
			INSERT INTO seats (game, seat, player, won, at, ended_at, class, contest, rules, speed, rated, other, outcome)
			VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10, $11, $12)`,
			b.Game, i+1, p.ID, false, e.At, e.Setup.Class(), e.Setup.Tournament, e.Setup.Game, e.Setup.Control.Speed(), e.Setup.Rated, opponentOf(e.Setup, i), GoingOn)
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// opponentOf returns the ID of a player's opponent, "" unless there are two players.
func opponentOf(setup *play.Setup, player int) string {
	if len(setup.Players) != 2 {
		return ""
	}
	return setup.Players[1-player].ID
}

// finishedGame is a game that has just ended, as its row and its seats say.
type finishedGame struct {
	id             string
	ended          play.Event
	game, variant  string
	speed          play.Speed
	rated          bool
	class, contest string
	at             play.Instant // when it started
	players        []string     // by seat
}

// hasResult reports whether it was not aborted.
func (f *finishedGame) hasResult() bool { return len(f.ended.Winners) > 0 }

// wonBy reports whether a player won, by index in players.
func (f *finishedGame) wonBy(player int) bool { return slices.Contains(f.ended.Winners, player+1) }

// resultOf returns how it ended for a player, by index in players.
func (f *finishedGame) resultOf(player int) Result {
	switch {
	case f.wonBy(player):
		return Won
	case f.hasResult():
		return Lost
	}
	return Aborted
}

// writeSeats stores how it ended for its players.
func (f *finishedGame) writeSeats(ctx context.Context, tx *sql.Tx) error {
	for i := range f.players {
		_, err := tx.ExecContext(ctx, `UPDATE seats SET ended_at = $1, won = $2, outcome = $3, rated = $4 WHERE game = $5 AND seat = $6`,
			f.ended.At, f.wonBy(i), f.resultOf(i), f.rated, f.id, i+1)
		if err != nil {
			return err
		}
	}
	return nil
}

// finish stores the result of a game, and rates it unless one of its two players has not
// had a turn.
func finish(ctx context.Context, tx *sql.Tx, id string, ended play.Event) (*finishedGame, error) {
	f := &finishedGame{id: id, ended: ended}
	var winners game.Seats
	for _, seat := range ended.Winners {
		winners |= game.Only(game.Seat(seat - 1))
	}
	err := tx.QueryRowContext(ctx, `UPDATE games SET ended_at = $1, reason = $2, winners = $3, deadline = 0, rated = rated AND ply >= 2 WHERE id = $4
		RETURNING game, variant, speed, rated, class, contest, created_at`, ended.At, ended.Reason, int(winners), id).
		Scan(&f.game, &f.variant, &f.speed, &f.rated, &f.class, &f.contest, &f.at)
	if err != nil {
		return nil, err
	}
	if f.players, err = database.List(ctx, tx, database.Texts, `SELECT player FROM seats WHERE game = $1 ORDER BY seat`, id); err != nil {
		return nil, err
	}
	if err := f.writeSeats(ctx, tx); err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM plans WHERE game = $1`, id); err != nil {
		return nil, err
	}
	return f, rate(ctx, tx, f)
}

func writePlan(ctx context.Context, tx *sql.Tx, b *batch) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO plans (game, seat, number, lines) VALUES ($1, $2, $3, $4)
		ON CONFLICT (game, seat) DO UPDATE SET number = excluded.number, lines = excluded.lines`, b.Game, b.Plan.Seat, b.Plan.After, b.plan)
	return err
}

// Plans returns the last plans of the seats of a game in progress.
func (s *Store) Plans(ctx context.Context, game string) ([]play.SeatPlan, error) {
	type row struct {
		play.SeatPlan
		lines string
	}
	rows, err := database.List(ctx, s.db.Reader(), func(r *row) []any { return []any{&r.Seat, &r.After, &r.lines} },
		`SELECT seat, number, lines FROM plans WHERE game = $1 ORDER BY seat`, game)
	var plans []play.SeatPlan
	for _, r := range rows {
		if err := json.Unmarshal([]byte(r.lines), &r.Lines); err != nil {
			return nil, fmt.Errorf("plan %q: %w", r.lines, err)
		}
		plans = append(plans, r.SeatPlan)
	}
	return plans, err
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
	Class      string // of the games; "" for those outside classes
	Game       string
	Speed      play.Speed
	Opponent   string // ID, in games for two
	Tournament string
	Result     Result
	Decided    bool // only finished games with a winner
	Rated      *bool
	Page
	Limit int
}

// Page continues a list, newest first, after the last game of the previous page: it has
// the games that began before it, or at the same time with an ID that comes before.
type Page struct {
	// Before is when that game began; 0 for the first page.
	Before play.Instant `query:"before" minimum:"0" doc:"Only games that began before this time in ms: for the next page, the at of the last game"`
	// BeforeID is its ID; "" for the games that began before.
	BeforeID string `query:"beforeId" maxLength:"40" doc:"The ID of that game, so that other games of the same time are not left out"`
}

// after returns the condition of the page on two columns, if their parameters are the
// next two after n.
func (p Page) after(at, id string, args *[]any) string {
	if p.Before == 0 {
		return ``
	}
	*args = append(*args, p.Before, p.BeforeID)
	return fmt.Sprintf(` AND (%s, %s) < ($%d, $%d)`, at, id, len(*args)-1, len(*args))
}

// Games returns games of a player or, without one, of a class, the newest first.
func (s *Store) Games(ctx context.Context, search Search) ([]play.Summary, error) {
	if search.Result != "" && !slices.Contains(results, search.Result) {
		return nil, fmt.Errorf("result %q: want %s, %s, %s or %s", search.Result, Won, Lost, Aborted, GoingOn)
	}
	limit := search.Limit
	if limit == 0 {
		limit = math.MaxInt32
	}
	if search.Player == "" {
		args := []any{search.Class, limit}
		return s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`
			WHERE games.class = $1 AND games.class <> ''`+search.after("games.created_at", "games.id", &args)+`
			ORDER BY games.created_at DESC, games.id DESC LIMIT $2`, args...)
	}
	kinds, err := s.kinds(ctx, search)
	if err != nil {
		return nil, err
	}
	args := []any{search.Player, limit}
	where := `seats.player = $1` + search.after("seats.at", "seats.game", &args)
	and := func(condition string, value any) string {
		args = append(args, value)
		return fmt.Sprintf(` AND seats.`+condition, len(args))
	}
	where += and(`class = $%d`, search.Class)
	if search.Opponent != "" {
		where += and(`other = $%d AND seats.other <> ''`, search.Opponent)
	}
	if search.Tournament != "" {
		where += and(`contest = $%d AND seats.contest <> ''`, search.Tournament)
	}
	// Each part is read from an index as far as the page goes, then they are merged.
	var parts []string
	for _, k := range kinds {
		conditions := where
		if k != (kind{}) {
			conditions += and(`rules = $%d`, k.game) + and(`speed = $%d`, k.speed) + and(`rated = $%d`, k.rated) + and(`outcome = $%d`, k.result)
		}
		parts = append(parts, fmt.Sprint(`SELECT * FROM (SELECT game, at FROM seats WHERE `, conditions,
			` ORDER BY at DESC, game DESC LIMIT $2) AS part`, len(parts)))
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM (`+strings.Join(parts, ` UNION ALL `)+`) AS found
		JOIN games ON games.id = found.game`+summaryJoin+` ORDER BY found.at DESC, found.game DESC LIMIT $2`, args...)
}

// kind is what distinguishes games in searches. The index seats_kind has the games of
// each kind in order.
type kind struct {
	game   string
	speed  play.Speed
	rated  bool
	result Result
}

var (
	speeds  = []play.Speed{play.Fast, play.Slow, play.Correspondence, play.Unlimited}
	results = []Result{Won, Lost, Aborted, GoingOn}
)

// kinds returns the kinds that a search is about; one zero kind for all.
func (s *Store) kinds(ctx context.Context, search Search) (kinds []kind, err error) {
	if search.Game == "" && search.Speed == "" && search.Result == "" && !search.Decided && search.Rated == nil {
		return []kind{{}}, nil
	}
	games := []string{search.Game}
	if search.Game == "" {
		games, err = database.List(ctx, s.db.Reader(), database.Texts, `SELECT game FROM records WHERE player = $1 ORDER BY game`, search.Player)
		if err != nil {
			return nil, err
		}
	}
	for _, game := range games {
		for _, speed := range only(search.Speed, speeds) {
			for _, result := range only(search.Result, results) {
				if search.Decided && result != Won && result != Lost {
					continue
				}
				for _, rated := range []bool{false, true} {
					if search.Rated == nil || *search.Rated == rated {
						kinds = append(kinds, kind{game, speed, rated, result})
					}
				}
			}
		}
	}
	return kinds, nil
}

// only returns one value or, if it is "", all.
func only[T ~string](one T, all []T) []T {
	if one == "" {
		return all
	}
	return []T{one}
}

// Strongest returns games in progress with a live clock, those with the highest
// ratings first, the newest first among equals.
func (s *Store) Strongest(ctx context.Context, game string, limit int) ([]play.Summary, error) {
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`
		WHERE games.game = $1 AND games.ended_at = 0 AND games.speed IN ('fast', 'slow') AND `+listed+`
		ORDER BY games.strength DESC, games.created_at DESC, games.id LIMIT $2`, game, limit)
}

// TournamentGames returns a page of the games of a tournament, the newest first, at most
// limit (0 for all).
func (s *Store) TournamentGames(ctx context.Context, contest string, page Page, limit int) ([]play.Summary, error) {
	if limit == 0 {
		limit = math.MaxInt32
	}
	args := []any{contest, limit}
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`
		WHERE games.contest = $1 AND games.contest <> ''`+page.after("games.created_at", "games.id", &args)+`
		ORDER BY games.created_at DESC, games.id DESC LIMIT $2`, args...)
}

// summaryRow is the columns of a summary. The setup comes from the first event.
type summaryRow struct {
	id, position, last, reason, first string
	ply, turn, winners                int
	rated                             bool
	deadline, ended                   play.Instant
}

const (
	summaryColumns = `games.id, games.position, games.last_turn, games.reason, games.ply, games.turn, games.winners, games.rated,
		games.deadline, games.ended_at, opening.event`
	summaryJoin = ` JOIN events opening ON opening.game = games.id AND opening.number = 1 `
)

func (r *summaryRow) fields() []any {
	return []any{&r.id, &r.position, &r.last, &r.reason, &r.ply, &r.turn, &r.winners, &r.rated, &r.deadline, &r.ended, &r.first}
}

func (r *summaryRow) summary() (play.Summary, error) {
	e, err := readCreated(r.first)
	if err != nil {
		return play.Summary{}, err
	}
	return play.Summary{
		ID: r.id, Game: e.Setup.Game, Variant: e.Setup.Variant, Control: e.Setup.Control, Rated: r.rated, Players: e.Setup.Players,
		Position: r.position, Ply: r.ply, Turn: r.turn, Last: game.Move(r.last), Deadline: r.deadline,
		Ended: r.ended, Winners: game.Seats(r.winners).Numbers(), Reason: r.reason, At: e.At, Tournament: e.Setup.Tournament,
		Handicap: e.Setup.Handicap,
	}, nil
}

// readCreated reads the event that began a game.
func readCreated(text string) (e play.Event, err error) {
	if err = json.Unmarshal([]byte(text), &e); err == nil && e.Setup == nil {
		err = errors.New("want a setup")
	}
	if err != nil {
		err = fmt.Errorf("event %q: %w", text, err)
	}
	return e, err
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
	return s.summary(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`WHERE games.id = $1`, id)
}

// summary returns the one game of a query, or ErrNotFound.
func (s *Store) summary(ctx context.Context, query string, args ...any) (play.Summary, error) {
	all, err := s.summaries(ctx, query, args...)
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
	return s.MostUrgent(ctx, player, math.MaxInt32)
}

// MostUrgent returns the first n of [Store.Running].
func (s *Store) MostUrgent(ctx context.Context, player string, n int) ([]play.Summary, error) {
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM seats JOIN games ON games.id = seats.game`+summaryJoin+`
		WHERE seats.player = $1 AND seats.ended_at = 0
		ORDER BY CASE WHEN games.turn = seats.seat THEN 0 ELSE 1 END, CASE WHEN games.deadline = 0 THEN 1 ELSE 0 END, games.deadline, games.id LIMIT $2`, player, n)
}

// RunningIn returns the games of a class that are in progress.
func (s *Store) RunningIn(ctx context.Context, class string) ([]play.Summary, error) {
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`
		WHERE games.class = $1 AND games.class <> '' AND games.ended_at = 0 ORDER BY games.created_at, games.id`, class)
}

// Begun returns how many games outside classes a player has begun since a time, and when
// the first of them began.
func (s *Store) Begun(ctx context.Context, player string, since play.Instant) (games int, first play.Instant, err error) {
	err = s.db.Row(ctx, []any{&games, &first},
		`SELECT count(*), coalesce(min(at), 0) FROM seats WHERE player = $1 AND class = '' AND at > $2`, player, since)
	return games, first, err
}

// RematchOf returns the id of the rematch of a game, or ErrNotFound.
func (s *Store) RematchOf(ctx context.Context, game string) (id string, err error) {
	err = s.db.Row(ctx, []any{&id}, `SELECT id FROM games WHERE previous = $1 AND previous <> ''`, game)
	return id, err
}
