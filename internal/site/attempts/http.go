package attempts

import (
	"context"
	"errors"
	"net/http"
	"time"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	op := httpkit.Operation{Tag: "puzzles", Callers: httpkit.Anyone, Object: httpkit.OfEveryone, Cost: httpkit.Read}
	httpkit.Register(kit, op.At("GET /api/v1/puzzles/{game}", "puzzles", "Get the results of everybody with the puzzles of a game, and mine"), a.getKnown)
	op.Callers, op.Scope = httpkit.Accounts, account.Admin
	httpkit.Register(kit, op.At("POST /api/v1/puzzle/{id}/attempt", "attemptPuzzle", "Submit my first try at a puzzle").
		Saying("It rates me and the puzzle. Only an account's first attempt at a puzzle counts; later ones are only judged.").
		Costing(httpkit.Write).Taking(httpkit.SmallBody), a.postAttempt)
}

type gameInput struct {
	Game string `path:"game" maxLength:"20" doc:"The game's name"`
}

func (a *API) getKnown(ctx context.Context, who account.Who, in *gameInput) (*httpkit.NoStore[PuzzlesKnown], error) {
	known, err := a.Known(ctx, who.ID, in.Game)
	return httpkit.Uncached(known), found(err)
}

type attemptInput struct {
	ID   string `path:"id" maxLength:"20" doc:"The puzzle's ID"`
	Body struct {
		Turns []game.Move `json:"turns" maxItems:"9" nullable:"false" doc:"My turns, up to the first wrong one; none if I give up"`
	}
}

type resultOutput struct{ Body Attempted }

func (a *API) postAttempt(ctx context.Context, who account.Who, in *attemptInput) (*resultOutput, error) {
	result, err := a.Attempt(ctx, who.ID, in.ID, in.Body.Turns, play.Instant(time.Now().UnixMilli()))
	return &resultOutput{result}, found(err)
}

// found says what is missing, if something is.
func found(err error) error {
	if errors.Is(err, ErrNoPuzzle) {
		return httpkit.NewProblem(http.StatusNotFound, "not-found", "%v", err)
	}
	return err
}
