package practice

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"thera/game"
	"thera/internal/lab/puzzle"
	"thera/internal/lab/rating"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// ErrNoPuzzle is the error for a puzzle that does not exist, or a game without puzzles.
var ErrNoPuzzle = errors.New("there is no such puzzle")

// PuzzleStanding is the rating of a puzzle and people's results with it.
type PuzzleStanding struct {
	Rating float64 `json:"rating" doc:"How hard it is, on the scale of its solvers' ratings"`
	Tries  int     `json:"tries" doc:"How many people have attempted it"`
	Solved int     `json:"solved" doc:"How many of them solved it on the first try"`
}

// Strength is a solver's rating by Glicko-2.
type Strength rating.Rating

// Attempted is the result of an attempt.
type Attempted struct {
	Solved bool           `json:"solved" doc:"Whether all turns were right"`
	Rated  bool           `json:"rated" doc:"Whether it counted: only the first attempt at a puzzle does"`
	Rating Strength       `json:"rating" doc:"The solver's, after the attempt"`
	At     play.Instant   `json:"at" doc:"When the solver's last rated attempt was"`
	Puzzle PuzzleStanding `json:"puzzle" doc:"The puzzle after the attempt"`
}

type solver struct {
	rating.Rating
	at play.Instant
}

func (s *solver) fields() []any { return []any{&s.Rating.Rating, &s.Deviation, &s.Volatility, &s.at} }

type tried struct {
	rating.Rating
	tries, solved int
}

func (t *tried) fields() []any {
	return []any{&t.Rating.Rating, &t.Deviation, &t.Volatility, &t.tries, &t.solved}
}

func (t *tried) standing() PuzzleStanding { return PuzzleStanding{t.Rating.Rating, t.tries, t.solved} }

// Attempt judges an account's attempt at a puzzle, and rates both if it is the first
// one. The error is ErrNoPuzzle if the puzzle does not exist.
func (a *API) Attempt(ctx context.Context, account, id string, turns []game.Move, now play.Instant) (r Attempted, err error) {
	p, ok := a.puzzles[id]
	if !ok {
		return r, ErrNoPuzzle
	}
	r.Solved = isRight(p, turns)
	who, what := solver{Rating: rating.OfSolver()}, tried{Rating: rating.OfPuzzle(p.Grade)}
	err = a.Store.DB().Update(ctx, func(tx *sql.Tx) error {
		err := a.Store.LockAccount(ctx, tx, account)
		if err == nil {
			err = a.Store.DB().ExecIn(ctx, tx, `INSERT INTO puzzle_attempts (account, puzzle, game, solved, at) VALUES `+database.Values(5),
				account, id, p.Game, r.Solved, now)
		}
		if err == nil {
			err = a.lockRatings(ctx, tx, account, p, who, what)
		}
		if err == nil {
			err = a.readRatings(ctx, tx, account, p, &who, &what)
		}
		if err != nil {
			return err
		}
		idle := time.Duration(0)
		if who.at > 0 {
			idle = time.Duration(now-who.at) * time.Millisecond
		}
		who.Rating, what.Rating = rating.AfterPuzzle(who.Rating, what.Rating, idle, r.Solved)
		who.at = now
		if what.tries++; r.Solved {
			what.solved++
		}
		r.Rated = true
		return a.writeRatings(ctx, tx, account, p, who, what)
	})
	if errors.Is(err, database.ErrExists) {
		err = a.readRatings(ctx, a.Store.DB().Reader(), account, p, &who, &what)
	}
	r.Rating, r.At, r.Puzzle = Strength(who.Rating), who.at, what.standing()
	return r, err
}

func isRight(p puzzle.Puzzle, turns []game.Move) bool {
	if len(turns) != p.Turns() {
		return false
	}
	for i, turn := range turns {
		if p.Line[2*i] != turn {
			return false
		}
	}
	return true
}

// lockRatings creates the rows of a solver and a puzzle if they are missing, and locks both
// until the transaction ends: of two simultaneous attempts, the second sees what the
// first has written. All transactions take the rows in this order.
func (a *API) lockRatings(ctx context.Context, tx *sql.Tx, account string, p puzzle.Puzzle, who solver, what tried) error {
	err := a.Store.DB().ExecIn(ctx, tx, `INSERT INTO puzzle_solvers (account, game, rating, deviation, volatility, at) VALUES `+database.Values(6)+`
		ON CONFLICT (account, game) DO UPDATE SET at = puzzle_solvers.at`,
		account, p.Game, who.Rating.Rating, who.Deviation, who.Volatility, who.at)
	if err != nil {
		return err
	}
	return a.Store.DB().ExecIn(ctx, tx, `INSERT INTO puzzle_ratings (puzzle, game, rating, deviation, volatility, tries, solved) VALUES `+database.Values(7)+`
		ON CONFLICT (puzzle) DO UPDATE SET tries = puzzle_ratings.tries`,
		p.ID, p.Game, what.Rating.Rating, what.Deviation, what.Volatility, what.tries, what.solved)
}

// readRatings reads the rows of a solver and a puzzle; it leaves the values as they are where
// there is none.
func (a *API) readRatings(ctx context.Context, by database.Reader, account string, p puzzle.Puzzle, who *solver, what *tried) error {
	err := database.RowIn(ctx, by, who.fields(), `SELECT rating, deviation, volatility, at
		FROM puzzle_solvers WHERE account = $1 AND game = $2`, account, p.Game)
	if database.IgnoreNotFound(err) != nil {
		return err
	}
	err = database.RowIn(ctx, by, what.fields(), `SELECT rating, deviation, volatility, tries, solved
		FROM puzzle_ratings WHERE puzzle = $1`, p.ID)
	return database.IgnoreNotFound(err)
}

func (a *API) writeRatings(ctx context.Context, tx *sql.Tx, account string, p puzzle.Puzzle, who solver, what tried) error {
	err := a.Store.DB().ExecIn(ctx, tx, `UPDATE puzzle_solvers SET rating = $1, deviation = $2, volatility = $3, at = $4 WHERE account = $5 AND game = $6`,
		who.Rating.Rating, who.Deviation, who.Volatility, who.at, account, p.Game)
	if err != nil {
		return err
	}
	return a.Store.DB().ExecIn(ctx, tx, `UPDATE puzzle_ratings SET rating = $1, deviation = $2, volatility = $3, tries = $4, solved = $5 WHERE puzzle = $6`,
		what.Rating.Rating, what.Deviation, what.Volatility, what.tries, what.solved, p.ID)
}

// PuzzlesKnown has the results with the puzzles of a game.
type PuzzlesKnown struct {
	Puzzles map[string]PuzzleStanding `json:"puzzles" doc:"By ID, those that somebody has attempted"`
	// Mine is nil for an account that has attempted none.
	Mine *MyPuzzles `json:"mine,omitempty" doc:"Missing if I have attempted none"`
}

// MyPuzzles has an account's results with the puzzles of a game.
type MyPuzzles struct {
	Rating Strength        `json:"rating" doc:"For this game's puzzles"`
	At     play.Instant    `json:"at" doc:"When my last rated attempt was"`
	Tried  map[string]bool `json:"tried" doc:"By ID of the puzzle, whether I have solved it"`
}

// Known returns the results with the puzzles of a game, and those of an account unless
// it is "". The error is ErrNoPuzzle for a game without puzzles.
func (a *API) Known(ctx context.Context, account, game string) (k PuzzlesKnown, err error) {
	if !a.hasPuzzles[game] {
		return k, ErrNoPuzzle
	}
	type standing struct {
		id string
		tried
	}
	all, err := database.List(ctx, a.Store.DB().Reader(), func(s *standing) []any { return append([]any{&s.id}, s.fields()...) },
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
	solvers, err := database.List(ctx, a.Store.DB().Reader(), (*solver).fields, `SELECT rating, deviation, volatility, at
		FROM puzzle_solvers WHERE account = $1 AND game = $2`, account, game)
	if err != nil || len(solvers) == 0 {
		return nil, err
	}
	type attempt struct {
		id     string
		solved bool
	}
	attempts, err := database.List(ctx, a.Store.DB().Reader(), func(a *attempt) []any { return []any{&a.id, &a.solved} },
		`SELECT puzzle, solved FROM puzzle_attempts WHERE account = $1 AND game = $2`, account, game)
	mine := &MyPuzzles{Strength(solvers[0].Rating), solvers[0].at, map[string]bool{}}
	for _, a := range attempts {
		mine.Tried[a.id] = a.solved
	}
	return mine, err
}
