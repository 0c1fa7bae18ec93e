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
func (t *API) Register(api huma.API) {
	known := httpkit.Found(http.MethodGet, "/puzzles/{game}", "puzzles", "Tell how people have fared with the puzzles of a game, and how I have")
	known.Tags, known.Middlewares = []string{"puzzles"}, huma.Middlewares{t.Gate.Attach}
	huma.Register(api, known, t.tell)
	attempt := httpkit.Changing(httpkit.Found(http.MethodPost, "/puzzle/{id}/attempt", "attemptPuzzle", "Have my first try at a puzzle judged"))
	attempt.Description = "It rates me and the puzzle. Only the first attempt of an account at a puzzle counts; of others it is told whether they are right."
	attempt.Tags, attempt.Middlewares = known.Tags, known.Middlewares
	huma.Register(api, attempt, t.attempt)
}

type gameInput struct {
	Game string `path:"game" maxLength:"20" doc:"The game's name"`
}

type knownOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         PuzzlesKnown
}

func (t *API) tell(ctx context.Context, in *gameInput) (*knownOutput, error) {
	who, err := t.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	known, err := t.Known(ctx, who.ID, in.Game)
	return &knownOutput{"no-store", known}, t.problem(err)
}

type attemptInput struct {
	ID   string `path:"id" maxLength:"20" doc:"The puzzle's id"`
	Body struct {
		Turns []game.Move `json:"turns" maxItems:"9" nullable:"false" doc:"My turns, up to the first wrong one; none for who gives up"`
	}
}

type resultOutput struct{ Body Attempted }

func (t *API) attempt(ctx context.Context, in *attemptInput) (*resultOutput, error) {
	who, err := t.Gate.Need(ctx, account.Admin)
	if err != nil {
		return nil, err
	}
	result, err := t.Attempt(ctx, who.ID, in.ID, in.Body.Turns, play.Instant(time.Now().UnixMilli()))
	return &resultOutput{result}, t.problem(err)
}

// problem returns the problem that an error is to who has asked; nil for nil.
func (t *API) problem(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNoPuzzle):
		return httpkit.NewProblem(http.StatusNotFound, "not-found", "%v", err)
	}
	return httpkit.Internal(t.Log, "puzzles", err)
}
