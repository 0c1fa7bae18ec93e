package store

import (
	"context"
	"iter"
	"slices"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// isPublished is the condition of games that may be given away without names: finished
// rated games that count, so neither aborted nor voided, outside classes, and none of an
// account that was closed.
const isPublished = `games.ended_at > 0 AND games.rated_number > 0 AND games.class = ''
	AND NOT EXISTS (SELECT 1 FROM seats JOIN accounts ON accounts.id = seats.player WHERE seats.game = games.id AND accounts.closed_at > 0)`

// RatedGames yields the logs of finished rated games of a game, "" for all games, in the
// order of their IDs, which are random. It leaves out games that were aborted or voided,
// and those of closed accounts. The logs name the players; who publishes them must take
// out the IDs and the names of people. It reads a page at a time and holds no
// transaction, so a game that ends meanwhile may be left out.
func (s *Store) RatedGames(ctx context.Context, game string) iter.Seq2[[]play.Event, error] {
	return func(yield func([]play.Event, error) bool) {
		for after := ""; ; {
			ids, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT games.id FROM games
				WHERE games.id > $1 AND ($2 = '' OR games.game = $2) AND `+isPublished+` ORDER BY games.id LIMIT $3`, after, game, gamesPage)
			if err == nil && len(ids) == 0 {
				return
			}
			var logs map[string][]play.Event
			if err == nil {
				logs, err = s.logs(ctx, ids)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, id := range ids {
				if !yield(logs[id], nil) {
					return
				}
			}
			after = ids[len(ids)-1]
		}
	}
}

// Logs yields the IDs and logs of the games that a search finds, in that order. It reads
// a page at a time and holds no transaction, so it leaves out games that are deleted
// meanwhile.
func (s *Store) Logs(ctx context.Context, search Search) iter.Seq2[Logged, error] {
	return func(yield func(Logged, error) bool) {
		found, err := s.Games(ctx, search)
		if err != nil {
			yield(Logged{}, err)
			return
		}
		for page := range slices.Chunk(found, gamesPage) {
			ids := make([]string, len(page))
			for i, g := range page {
				ids[i] = g.ID
			}
			logs, err := s.logs(ctx, ids)
			if err != nil {
				yield(Logged{}, err)
				return
			}
			for _, id := range ids {
				if log, ok := logs[id]; ok && !yield(Logged{id, log}, nil) {
					return
				}
			}
		}
	}
}

// Logged is a game with its log.
type Logged struct {
	ID  string
	Log []play.Event
}
