package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

type ratingKey struct {
	player, game string
	speed        play.Speed
}

// Recompute computes all ratings from the logs, in the order in which the games
// were rated, and returns how many differ from the stored ones. With write it
// corrects them, and returns how many it has corrected, also with an error.
//
// Games may end meanwhile. Logs of games that are over don't change, so they are read
// without a lock. Corrections are made in short transactions, between which turns are
// written; each first catches up with the games that have been rated since, which may
// have started from a rating that was still wrong. If a game is voided or restored
// meanwhile, it starts over.
func (s *Store) Recompute(ctx context.Context, write bool) (wrong int, err error) {
	for {
		n, err := s.recompute(ctx, write)
		if wrong += n; !errors.Is(err, errStale) {
			return wrong, err
		}
	}
}

func (s *Store) recompute(ctx context.Context, write bool) (int, error) {
	r, err := s.compareRatings(ctx)
	if err != nil {
		return 0, err
	}
	if !write {
		return len(r.wrongRatings), nil
	}
	return s.correctRatings(ctx, r)
}

// compareRatings reads all games and finds what the store has wrong.
func (s *Store) compareRatings(ctx context.Context) (*recomputation, error) {
	r := &recomputation{
		ratings:      map[ratingKey]Rating{},
		wrongRatings: map[ratingKey]bool{}, wrongChanges: map[changeKey]change{},
	}
	var newest int64
	if err := s.db.Row(ctx, []any{&r.begun, &newest}, `SELECT rated, (SELECT coalesce(max(rated_number), 0) FROM games WHERE rated_number > 0) FROM service`); err != nil {
		return nil, err
	}
	if newest > r.begun {
		return nil, fmt.Errorf("table service counts %d rated games, but there is one with number %d: want a backup from before", r.begun, newest)
	}
	if err := r.readAll(ctx, s.db.Reader()); err != nil {
		return nil, err
	}
	return r, s.db.Snapshot(ctx, func(tx *sql.Tx) error { return r.compareAll(ctx, tx) })
}

// correctRatings corrects what the store has wrong, and returns the number of ratings.
func (s *Store) correctRatings(ctx context.Context, r *recomputation) (int, error) {
	corrected := 0
	for len(r.wrongRatings)+len(r.wrongChanges) > 0 {
		ratings := 0
		err := s.db.Update(ctx, func(tx *sql.Tx) (err error) {
			ratings, err = r.correct(ctx, tx)
			return err
		})
		if err != nil {
			return corrected, err
		}
		corrected += ratings
	}
	return corrected, nil
}

type changeKey struct{ game, player string }

// recomputation is the ratings by the logs of the games up to a number, and what the
// store has wrong.
type recomputation struct {
	begun        int64 // the last number of a rated game when reading began
	since        int64 // how many games were read with later numbers
	number       int64 // of the last rated game that was read
	ratings      map[ratingKey]Rating
	wrongRatings map[ratingKey]bool
	wrongChanges map[changeKey]change // as they should be
}

const (
	readStep    = 500 // games read at a time
	correctStep = 200 // rows corrected at a time
)

// readAll reads the rated games that have not been read, until there are no more.
func (r *recomputation) readAll(ctx context.Context, by database.Reader) error {
	for {
		n, err := r.read(ctx, by)
		if err != nil || n < readStep {
			return err
		}
	}
}

// read reads the next rated games and compares the changes that they made.
func (r *recomputation) read(ctx context.Context, by database.Reader) (games int, err error) {
	type row struct {
		id             string
		number         int64
		created, ended string
	}
	rows, err := database.List(ctx, by, func(r *row) []any { return []any{&r.id, &r.number, &r.created, &r.ended} }, `
		SELECT g.id, g.rated_number, a.event, b.event
		FROM (SELECT id, rated_number FROM games WHERE rated_number > $1 AND rated_number > 0 ORDER BY rated_number LIMIT $2) AS g
			JOIN events a ON a.game = g.id AND a.number = 1
			JOIN events b ON b.game = g.id AND b.kind = $3
		ORDER BY g.rated_number`, r.number, readStep, play.Ended)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	stored, err := storedChanges(ctx, by, r.number, rows[len(rows)-1].number)
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		g, err := readRated(row.id, row.number, row.created, row.ended)
		if err != nil {
			return 0, err
		}
		if err := r.rate(ctx, by, g, stored); err != nil {
			return 0, err
		}
		if r.number = row.number; r.number > r.begun {
			r.since++
		}
	}
	return len(rows), nil
}

// check returns errStale if what was read of games no longer holds, given the last
// number that was used: voiding or restoring a game uses one up.
func (r *recomputation) check(last int64) error {
	if last != r.begun+r.since {
		return errStale
	}
	return nil
}

func readRated(id string, number int64, created, ended string) (g ratedGame, err error) {
	first, err := readCreated(created)
	if err != nil {
		return g, err
	}
	var last play.Event
	if err := json.Unmarshal([]byte(ended), &last); err != nil {
		return g, fmt.Errorf("event %q: %w", ended, err)
	}
	setup := first.Setup
	if len(setup.Players) != 2 || len(last.Winners) != 1 {
		return g, fmt.Errorf("rated game %q: want a log that starts with two players and ends with a winner", id)
	}
	return ratedGame{
		id: id, number: number, game: setup.Game, speed: setup.Control.Speed(), at: last.At,
		players: []string{setup.Players[0].ID, setup.Players[1].ID}, winner: last.Winners[0] - 1,
		handicap: setup.Handicap,
	}, nil
}

type storedChange struct {
	Change
	number int64
	nth    int
	rules  string
	speed  play.Speed
}

func storedChanges(ctx context.Context, by database.Reader, after, upTo int64) (map[changeKey]storedChange, error) {
	rows, err := database.List(ctx, by, func(c *storedChange) []any { return append(c.fields(), &c.number, &c.nth, &c.rules, &c.speed) },
		`SELECT `+changeColumns+`, c.number, c.nth, c.rules, c.speed FROM rating_changes c WHERE c.number > $1 AND c.number <= $2`, after, upTo)
	stored := make(map[changeKey]storedChange, len(rows))
	for _, c := range rows {
		stored[changeKey{c.Game, c.Player}] = c
	}
	return stored, err
}

// rate computes the ratings after a game.
func (r *recomputation) rate(ctx context.Context, by database.Reader, g ratedGame, stored map[changeKey]storedChange) (err error) {
	before := make([]Rating, len(g.players))
	for i, player := range g.players {
		if before[i], err = r.before(ctx, by, ratingKey{player, g.game, g.speed}); err != nil {
			return err
		}
	}
	for i, after := range g.after(before) {
		r.ratings[ratingKey{after.Player, g.game, g.speed}] = after
		want := change{Change{after.Rating, g.id, after.Player, before[i].Rating.Rating, g.at}, g, after.Games}
		key := changeKey{g.id, after.Player}
		if (stored[key] != storedChange{want.Change, g.number, want.nth, g.game, g.speed}) {
			r.wrongChanges[key] = want
		}
	}
	return nil
}

func (r *recomputation) before(ctx context.Context, by database.Reader, k ratingKey) (Rating, error) {
	if known, ok := r.ratings[k]; ok {
		return known, nil
	}
	start, err := startOf(ctx, by, k.player, k.game)
	return Rating{Rating: start, Player: k.player, Game: k.game, Speed: k.speed}, err
}

// compareAll finds the ratings that are wrong. Its transaction sees one moment.
func (r *recomputation) compareAll(ctx context.Context, tx *sql.Tx) error {
	var last int64
	if err := tx.QueryRowContext(ctx, `SELECT rated FROM service`).Scan(&last); err != nil {
		return err
	}
	if err := r.readAll(ctx, tx); err != nil {
		return err
	}
	if err := r.check(last); err != nil {
		return err
	}
	stored, err := database.List(ctx, tx, (*Rating).fields, `SELECT `+ratingColumns+` FROM ratings`)
	if err != nil {
		return err
	}
	missing := len(r.ratings)
	for _, has := range stored {
		k := ratingKey{has.Player, has.Game, has.Speed}
		want, ok := r.ratings[k]
		if ok {
			missing--
		}
		if has != want {
			r.wrongRatings[k] = true
		}
	}
	if missing == 0 {
		return nil
	}
	there := make(map[ratingKey]bool, len(stored))
	for _, has := range stored {
		there[ratingKey{has.Player, has.Game, has.Speed}] = true
	}
	for k := range r.ratings {
		if !there[k] {
			r.wrongRatings[k] = true
		}
	}
	return nil
}

// correct corrects some rows, and returns how many of them are ratings. While its
// transaction lasts, no game is rated.
func (r *recomputation) correct(ctx context.Context, tx *sql.Tx) (ratings int, err error) {
	var last int64
	if err := tx.QueryRowContext(ctx, `UPDATE service SET rated = rated RETURNING rated`).Scan(&last); err != nil {
		return 0, err
	}
	if err := r.catchUp(ctx, tx); err != nil {
		return 0, err
	}
	if err := r.check(last); err != nil {
		return 0, err
	}
	for k := range r.wrongRatings { // first, so that games start from right ones soon
		if ratings == correctStep {
			return ratings, nil
		}
		if want, ok := r.ratings[k]; ok {
			err = putRating(ctx, tx, want)
		} else {
			_, err = tx.ExecContext(ctx, `DELETE FROM ratings WHERE player = $1 AND game = $2 AND speed = $3`, k.player, k.game, k.speed)
		}
		if err != nil {
			return 0, err
		}
		delete(r.wrongRatings, k)
		ratings++
	}
	rows := ratings
	for key, c := range r.wrongChanges {
		if rows == correctStep {
			break
		}
		if err := putChange(ctx, tx, c); err != nil {
			return 0, err
		}
		delete(r.wrongChanges, key)
		rows++
	}
	return ratings, nil
}

// catchUp reads the games rated since the last step, and compares the ratings of their
// players.
func (r *recomputation) catchUp(ctx context.Context, tx *sql.Tx) error {
	before := r.number
	if err := r.readAll(ctx, tx); err != nil || r.number == before {
		return err
	}
	players, err := database.List(ctx, tx, (*Rating).fields, `SELECT `+ratingColumns+` FROM ratings r
		WHERE EXISTS (SELECT 1 FROM rating_changes c WHERE c.player = r.player AND c.rules = r.game AND c.speed = r.speed AND c.number > $1)`, before)
	for _, has := range players {
		k := ratingKey{has.Player, has.Game, has.Speed}
		if has != r.ratings[k] {
			r.wrongRatings[k] = true
		}
	}
	return err
}
