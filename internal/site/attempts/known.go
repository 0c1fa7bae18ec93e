package attempts

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// PuzzlesKnown is what is known of the puzzles of a game.
type PuzzlesKnown struct {
	Puzzles map[string]PuzzleStanding `json:"puzzles" doc:"By id, those that somebody has tried"`
	// Mine is absent for who has tried none.
	Mine *MyPuzzles `json:"mine,omitempty" doc:"Absent for who has tried none"`
}

// MyPuzzles is what an account has done in a game.
type MyPuzzles struct {
	Rating Strength        `json:"rating"`
	At     play.Instant    `json:"at" doc:"When the last attempt that counted was"`
	Tried  map[string]bool `json:"tried" doc:"By id of the puzzle, whether it was solved"`
}

// Known returns what is known of the puzzles of a game, and of an account if that is
// not "". ErrNoPuzzle is for a game without puzzles.
func (t *API) Known(ctx context.Context, account, game string) (k PuzzlesKnown, err error) {
	if !t.games[game] {
		return k, ErrNoPuzzle
	}
	type standing struct {
		id string
		tried
	}
	all, err := database.List(ctx, t.DB.Reader(), func(s *standing) []any { return append([]any{&s.id}, s.fields()...) },
		`SELECT puzzle, rating, deviation, volatility, tries, solved FROM puzzle_ratings WHERE game = $1`, game)
	if err != nil {
		return k, err
	}
	k.Puzzles = map[string]PuzzleStanding{}
	for _, s := range all {
		k.Puzzles[s.id] = s.standing()
	}
	if account != "" {
		k.Mine, err = t.mine(ctx, account, game)
	}
	return k, err
}

// mine returns nil for an account that has tried none.
func (t *API) mine(ctx context.Context, account, game string) (*MyPuzzles, error) {
	solvers, err := database.List(ctx, t.DB.Reader(), (*solver).fields, `SELECT rating, deviation, volatility, at
		FROM puzzle_solvers WHERE account = $1 AND game = $2`, account, game)
	if err != nil || len(solvers) == 0 {
		return nil, err
	}
	type attempt struct {
		id     string
		solved bool
	}
	attempts, err := database.List(ctx, t.DB.Reader(), func(a *attempt) []any { return []any{&a.id, &a.solved} },
		`SELECT puzzle, solved FROM puzzle_attempts WHERE account = $1 AND game = $2`, account, game)
	mine := &MyPuzzles{Strength(solvers[0].Rating), solvers[0].at, map[string]bool{}}
	for _, a := range attempts {
		mine.Tried[a.id] = a.solved
	}
	return mine, err
}
