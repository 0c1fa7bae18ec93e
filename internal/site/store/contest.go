package store

import (
	"context"
	"math"

	"thera/internal/site/play"
)

// OfContest returns the games of a contest, the newest first: of those that began
// before a moment (0 for all) so many at most (0 for all).
func (s *Store) OfContest(ctx context.Context, contest string, before play.Instant, limit int) ([]play.Summary, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	if limit == 0 {
		limit = math.MaxInt32
	}
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`
		WHERE games.contest = $1 AND games.contest <> '' AND games.created_at < $2 ORDER BY games.created_at DESC, games.id LIMIT $3`, contest, before, limit)
}
