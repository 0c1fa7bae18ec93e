package attempts

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// PuzzlesKnown has the results with the puzzles of a game.
type PuzzlesKnown struct {
	Puzzles map[string]PuzzleStanding `json:"puzzles" doc:"By ID, those that somebody has attempted"`
	// Mine is nil for an account that has attempted none.
	Mine *MyPuzzles `json:"mine,omitempty" doc:"Missing if I have attempted none"`
}

// MyPuzzles has an account's results with the puzzles of a game.
type MyPuzzles struct {
	Rating Strength        `json:"rating"`
	At     play.Instant    `json:"at" doc:"When my last rated attempt was"`
	Tried  map[string]bool `json:"tried" doc:"By ID of the puzzle, whether I have solved it"`
}

// Known returns the results with the puzzles of a game, and those of an account unless
// it is "". The error is ErrNoPuzzle for a game without puzzles.
func (a *API) Known(ctx context.Context, account, game string) (k PuzzlesKnown, err error) {
	if !a.games[game] {
		return k, ErrNoPuzzle
	}
	type standing struct {
		id string
		tried
	}
	all, err := database.List(ctx, a.DB.Reader(), func(s *standing) []any { return append([]any{&s.id}, s.fields()...) },
		`SELECT puzzle, rating, deviation, volatility, tries, solved FROM puzzle_ratings WHERE game = $1`, game)
	if err != nil {
		return k, err
	}
	k.Puzzles = map[string]PuzzleStanding{}
	for _, s := range all {
		k.Puzzles[s.id] = s.standing()
	}
	if account != "" {
		k.Mine, err = a.mine(ctx, account, game)
	}
	return k, err
}

// mine returns nil for an account that has attempted none.
func (a *API) mine(ctx context.Context, account, game string) (*MyPuzzles, error) {
	solvers, err := database.List(ctx, a.DB.Reader(), (*solver).fields, `SELECT rating, deviation, volatility, at
		FROM puzzle_solvers WHERE account = $1 AND game = $2`, account, game)
	if err != nil || len(solvers) == 0 {
		return nil, err
	}
	type attempt struct {
		id     string
		solved bool
	}
	attempts, err := database.List(ctx, a.DB.Reader(), func(a *attempt) []any { return []any{&a.id, &a.solved} },
		`SELECT puzzle, solved FROM puzzle_attempts WHERE account = $1 AND game = $2`, account, game)
	mine := &MyPuzzles{Strength(solvers[0].Rating), solvers[0].at, map[string]bool{}}
	for _, a := range attempts {
		mine.Tried[a.id] = a.solved
	}
	return mine, err
}
