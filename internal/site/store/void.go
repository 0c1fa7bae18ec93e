package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Voided is the reason with which lists show a game that does not count.
const Voided = "voided"

// ErrNotVoidable is wrapped by the error of voiding a game that does not count anyway,
// and of restoring one that was not voided.
var ErrNotVoidable = errors.New("want a finished rated game that was not voided, or to restore one that was")

// Void takes a finished rated game out of all ratings and records: they become what
// they would be if it had not been rated. The log of the game does not change.
func (s *Store) Void(ctx context.Context, game string, at play.Instant, act Act) error {
	return s.setCounted(ctx, game, false, at, act)
}

// Unvoid makes a voided game count again, at its place in the order of rating.
func (s *Store) Unvoid(ctx context.Context, game string, at play.Instant, act Act) error {
	return s.setCounted(ctx, game, true, at, act)
}

// setCounted makes a game count or not, in one transaction. What follows for later games is
// computed before it, because they may be those of years and nobody's turn should wait.
// If a game was rated meanwhile that starts over; the last attempt computes within the
// transaction.
func (s *Store) setCounted(ctx context.Context, game string, counts bool, at play.Instant, act Act) error {
	const attempts = 4
	r, err := newReplay(ctx, s.db.Reader(), game, counts)
	for attempt := 1; err == nil; attempt++ {
		var before, now int64
		if err = s.db.Row(ctx, []any{&before}, `SELECT rated FROM service`); err != nil {
			break
		}
		if attempt < attempts {
			if err = r.run(ctx, s.db.Reader()); err != nil {
				break
			}
		}
		err = s.db.Update(ctx, func(tx *sql.Tx) error {
			// The row of the game is locked first and that of the service second, as in a
			// transaction that ends a game, so that the two can't wait for each other. A
			// gap in the numbers says that ratings have changed.
			if err := r.mark(ctx, tx, at); err != nil {
				return err
			}
			if err := tx.QueryRowContext(ctx, `UPDATE service SET rated = rated + 1 RETURNING rated`).Scan(&now); err != nil {
				return err
			}
			switch {
			case attempt == attempts:
				if err := r.run(ctx, tx); err != nil {
					return err
				}
			case now != before+1:
				return errStale
			}
			if err := r.write(ctx, tx); err != nil {
				return err
			}
			return s.AddActIn(ctx, tx, act)
		})
		if !errors.Is(err, errStale) {
			return err
		}
		err = nil
	}
	return err
}

var errStale = errors.New("ratings have changed meanwhile")

// replay finds out what the ratings of a pool, the players of one game at one speed,
// would be if a game counted, or did not.
type replay struct {
	ratedGame
	ended    play.Event
	counts   bool
	finished finishedGame // once mark has read it

	// current has the ratings, after the last game seen, of the players for which they
	// differ from the stored ones, and stored those of all others that were seen.
	current, stored map[string]Rating
	changes         []change
}

// laterGame is a rated game with the changes that are stored for it, by seat.
type laterGame struct {
	ratedGame
	changes [2]Change
	nth     [2]int // of how many games of its players it is
}

func newReplay(ctx context.Context, by database.Reader, id string, counts bool) (*replay, error) {
	from := `SELECT rated_number FROM games WHERE id = $1 AND rated_number > 0`
	if counts {
		from = `SELECT rated_number FROM voided_games WHERE game = $1`
	}
	numbers, err := database.List(ctx, by, func(n *int64) []any { return []any{n} }, from, id)
	if err != nil {
		return nil, err
	}
	log, err := database.List(ctx, by, database.Texts, `SELECT event FROM events WHERE game = $1 AND kind IN ($2, $3) ORDER BY number`, id, play.Created, play.Ended)
	if err != nil {
		return nil, err
	}
	switch {
	case len(log) == 0:
		return nil, ErrNotFound
	case len(numbers) == 0 || len(log) != 2:
		return nil, fmt.Errorf("game %q: %w", id, ErrNotVoidable)
	}
	r := &replay{counts: counts}
	if r.ratedGame, err = readRated(id, numbers[0], log[0], log[1]); err != nil {
		return nil, err
	}
	return r, json.Unmarshal([]byte(log[1]), &r.ended)
}

// run computes the changes, reading what is stored.
func (r *replay) run(ctx context.Context, by database.Reader) error {
	r.current, r.stored, r.changes = map[string]Rating{}, map[string]Rating{}, nil
	for _, player := range r.players {
		before, err := r.before(ctx, by, player, r.number)
		if err != nil {
			return err
		}
		r.current[player] = before
	}
	if r.counts {
		r.rate(laterGame{ratedGame: r.ratedGame}, []Rating{r.current[r.players[0]], r.current[r.players[1]]})
	}
	for after := r.number; ; {
		games, err := r.later(ctx, by, after)
		if err != nil || len(games) == 0 {
			return err
		}
		for _, g := range games {
			if err := r.visit(ctx, by, g); err != nil {
				return err
			}
		}
		after = games[len(games)-1].number
	}
}

// later returns the next rated games of the pool after a number.
func (r *replay) later(ctx context.Context, by database.Reader, after int64) ([]laterGame, error) {
	type row struct {
		laterGame
		winners int
		created string // the event
	}
	const enough = 1000
	rows, err := database.List(ctx, by, func(g *row) []any {
		into := []any{&g.id, &g.number, &g.at, &g.winners, &g.created}
		for i := range g.changes {
			c := &g.changes[i]
			into = append(into, &c.Player, &c.Before, &c.Rating.Rating, &c.Deviation, &c.Volatility, &g.nth[i])
		}
		return into
	}, `SELECT games.id, games.rated_number, games.ended_at, games.winners, opening.event,
			one.player, c1.before, c1.rating, c1.deviation, c1.volatility, c1.nth, two.player, c2.before, c2.rating, c2.deviation, c2.volatility, c2.nth
		FROM games`+summaryJoin+`
		JOIN seats one ON one.game = games.id AND one.seat = 1 JOIN rating_changes c1 ON c1.game = games.id AND c1.player = one.player
		JOIN seats two ON two.game = games.id AND two.seat = 2 JOIN rating_changes c2 ON c2.game = games.id AND c2.player = two.player
		WHERE games.rated_number > $1 AND games.rated_number > 0 AND games.game = $2 AND games.speed = $3 ORDER BY games.rated_number LIMIT $4`, after, r.game, r.speed, enough)
	games := make([]laterGame, len(rows))
	for i, g := range rows {
		games[i] = g.laterGame
		games[i].game, games[i].speed, games[i].players = r.game, r.speed, []string{g.changes[0].Player, g.changes[1].Player}
		if game.Seats(g.winners).Has(1) {
			games[i].winner = 1
		}
		if err := games[i].readHandicap(g.created); err != nil {
			return nil, err
		}
	}
	return games, err
}

// visit rates a later game again if one of its players has another rating than before.
func (r *replay) visit(ctx context.Context, by database.Reader, g laterGame) error {
	_, first := r.current[g.players[0]]
	_, second := r.current[g.players[1]]
	before := make([]Rating, len(g.players))
	for i, player := range g.players {
		var ok bool
		if before[i], ok = r.current[player]; !ok && (first || second) {
			if before[i], ok = r.stored[player]; !ok {
				var err error
				if before[i], err = r.before(ctx, by, player, g.number); err != nil {
					return err
				}
			}
		}
		r.stored[player] = Rating{Rating: g.changes[i].Rating, Player: player, Game: g.game, Speed: g.speed, Games: g.nth[i], At: g.at}
	}
	if first || second {
		r.rate(g, before)
	}
	return nil
}

// rate notes what a game makes of the ratings before it. A player whose rating is again
// what is stored is no longer followed: ratings are rounded, so that differences end.
func (r *replay) rate(g laterGame, before []Rating) {
	for i, after := range g.after(before) {
		player, old := g.players[i], g.changes[i]
		r.current[player] = after
		if old.Rating == after.Rating {
			delete(r.current, player)
			if old.Before == before[i].Rating.Rating {
				continue
			}
		}
		r.changes = append(r.changes, change{Change{after.Rating, g.id, player, before[i].Rating.Rating, g.at}, g.ratedGame, after.Games})
	}
}

// before returns a player's rating in the pool before the game with a number.
func (r *replay) before(ctx context.Context, by database.Reader, player string, number int64) (Rating, error) {
	found := Rating{Player: player, Game: r.game, Speed: r.speed}
	var last Change
	err := database.RowIn(ctx, by, append(last.fields(), &found.Games), `SELECT `+changeColumns+`, c.nth FROM rating_changes c
		WHERE c.player = $1 AND c.number < $2 AND c.rules = $3 AND c.speed = $4 ORDER BY c.nth DESC LIMIT 1`, player, number, r.game, r.speed)
	found.Rating, found.At = last.Rating, last.At
	if errors.Is(err, ErrNotFound) {
		found.Rating, err = startOf(ctx, by, player, r.game)
	}
	return found, err
}

// mark changes what is known of the game itself.
func (r *replay) mark(ctx context.Context, tx *sql.Tx, at play.Instant) error {
	number, winners, reason := int64(0), game.Seats(0), Voided
	remember, args := `INSERT INTO voided_games (game, rated_number, at) VALUES ($1, $2, $3)`, []any{r.id, r.number, at}
	if r.counts {
		number, winners, reason = r.number, game.Only(game.Seat(r.winner)), r.ended.Reason
		remember, args = `DELETE FROM voided_games WHERE game = $1 AND rated_number = $2`, []any{r.id, r.number}
	}
	f := &r.finished
	*f = finishedGame{id: r.id, ended: r.ended, players: r.players}
	err := tx.QueryRowContext(ctx, `UPDATE games SET rated_number = $1, winners = $2, reason = $3 WHERE id = $4 AND rated_number = $5
		RETURNING game, variant, speed, rated, class, contest, created_at`, number, int(winners), reason, r.id, r.number-number).
		Scan(&f.game, &f.variant, &f.speed, &f.rated, &f.class, &f.contest, &f.at)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("game %q: %w", r.id, ErrNotVoidable)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, remember, args...)
	}
	if err != nil {
		return err
	}
	shown := *f
	if !r.counts {
		shown.ended.Winners = nil // as if it had been aborted
	}
	return shown.writeSeats(ctx, tx)
}

// write stores the changes.
func (r *replay) write(ctx context.Context, tx *sql.Tx) error {
	if err := r.writeChanges(ctx, tx); err != nil {
		return err
	}
	// In one order everywhere, so that two transactions can't wait for each other.
	for _, player := range slices.Sorted(maps.Keys(r.current)) {
		if err := putRating(ctx, tx, r.current[player]); err != nil {
			return err
		}
	}
	for _, player := range slices.Sorted(slices.Values(r.players)) {
		if _, err := tx.ExecContext(ctx, `
			UPDATE ratings SET games = (SELECT count(*) FROM rating_changes c WHERE c.player = $1 AND c.rules = $2 AND c.speed = $3)
			WHERE player = $1 AND game = $2 AND speed = $3`, player, r.game, r.speed); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM ratings WHERE games = 0 AND player IN ($1, $2) AND game = $3 AND speed = $4`,
		r.players[0], r.players[1], r.game, r.speed)
	if err != nil {
		return err
	}
	c := countsOf(&r.finished)
	if !r.counts {
		c.negate()
	}
	return c.write(ctx, tx)
}

// writeChanges stores the changes of the game itself, if it counts, and of later ones.
func (r *replay) writeChanges(ctx context.Context, tx *sql.Tx) error {
	shift := 1 // of how many games of its players later ones are
	if !r.counts {
		shift = -1
		if _, err := tx.ExecContext(ctx, `DELETE FROM rating_changes WHERE game = $1`, r.id); err != nil {
			return err
		}
	}
	for _, player := range slices.Sorted(slices.Values(r.players)) {
		if _, err := tx.ExecContext(ctx, `UPDATE rating_changes SET nth = nth + $1 WHERE player = $2 AND rules = $3 AND speed = $4 AND number > $5`,
			shift, player, r.game, r.speed, r.number); err != nil {
			return err
		}
	}
	update, err := tx.PrepareContext(ctx, `UPDATE rating_changes SET before = $1, rating = $2, deviation = $3, volatility = $4 WHERE game = $5 AND player = $6`)
	if err != nil {
		return err
	}
	defer update.Close()
	for _, c := range r.changes {
		if c.Game == r.id {
			err = putChange(ctx, tx, change{c.Change, r.ratedGame, c.nth})
		} else {
			_, err = update.ExecContext(ctx, c.Before, c.Rating.Rating, c.Deviation, c.Volatility, c.Game, c.Player)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
