package store

import (
	"context"
	"fmt"
	"math"

	"thera/internal/site/play"
)

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
