package attempts

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Register adds the operations to an API.
func (a *API) Register(to huma.API) {
	known := httpkit.Found(http.MethodGet, "/puzzles/{game}", "puzzles", "Get the results of everybody with the puzzles of a game, and mine")
	known.Tags, known.Middlewares = []string{"puzzles"}, huma.Middlewares{a.Identity.Attach}
	huma.Register(to, known, account.As(a.Identity, a.problem, a.getKnown))
	attempt := httpkit.Changing(httpkit.Found(http.MethodPost, "/puzzle/{id}/attempt", "attemptPuzzle", "Submit my first try at a puzzle"))
	attempt.Description = "It rates me and the puzzle. Only an account's first attempt at a puzzle counts; later ones are only judged."
	attempt.Tags, attempt.Middlewares = known.Tags, known.Middlewares
	huma.Register(to, attempt, account.As(a.Identity, a.problem, a.postAttempt))
}

type gameInput struct {
	Game string `path:"game" maxLength:"20" doc:"The game's name"`
}

func (a *API) getKnown(ctx context.Context, who account.Who, in *gameInput) (*httpkit.NoStore[PuzzlesKnown], error) {
	known, err := a.Known(ctx, who.ID, in.Game)
	return httpkit.Uncached(known), err
}

type attemptInput struct {
	ID   string `path:"id" maxLength:"20" doc:"The puzzle's ID"`
	Body struct {
		Turns []game.Move `json:"turns" maxItems:"9" nullable:"false" doc:"My turns, up to the first wrong one; none if I give up"`
	}
}

type resultOutput struct{ Body Attempted }

func (a *API) postAttempt(ctx context.Context, who account.Who, in *attemptInput) (*resultOutput, error) {
	if err := who.Need(account.Admin); err != nil {
		return nil, err
	}
	result, err := a.Attempt(ctx, who.ID, in.ID, in.Body.Turns, play.Instant(time.Now().UnixMilli()))
	return &resultOutput{result}, err
}

func (a *API) problem(err error) error {
	if errors.Is(err, ErrNoPuzzle) {
		return httpkit.NewProblem(http.StatusNotFound, "not-found", "%v", err)
	}
	return httpkit.Internal(a.Log, "puzzles", err)
}
