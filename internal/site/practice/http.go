package practice

import (
	"context"
	"errors"
	"net/http"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// maxBody bounds the body of a request that sends mistakes: a card with long texts and
// as many repetitions as possible takes 3 kB.
const maxBody = 160 << 10

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	a.registerPuzzles(kit)
	a.registerMistakes(kit)
}

func (a *API) registerPuzzles(kit *account.Kit) {
	op := httpkit.Operation{Tag: "puzzles", Callers: httpkit.Anyone, Object: httpkit.OfEveryone, Cost: httpkit.Read}
	httpkit.JSON(kit, op.At("GET /api/v1/puzzles/{game}", "puzzles", "Get the results of everybody with the puzzles of a game, and mine"), a.getKnown)
	op.Callers, op.Scope = httpkit.Accounts, account.Admin
	httpkit.JSON(kit, op.At("POST /api/v1/puzzle/{id}/attempt", "attemptPuzzle", "Submit my first try at a puzzle").
		Saying("It rates me and the puzzle. Only an account's first attempt at a puzzle counts; later ones are only judged.").
		Costing(httpkit.Write).Taking(httpkit.SmallBody), a.postAttempt)
}

func (a *API) registerMistakes(kit *account.Kit) {
	op := httpkit.Operation{Tag: "mistakes", Callers: httpkit.Accounts, Scope: account.Admin, Object: httpkit.OfCaller, Cost: httpkit.Read}
	httpkit.JSON(kit, op.At("GET /api/v1/mistakes", "mistakes", "Get my mistakes to practice that have changed since a version"), a.getMistakes)
	httpkit.Do(kit, op.At("POST /api/v1/mistakes", "putMistakes", "Add mistakes to practice, and repetitions of them").
		Saying("Repetitions are added to those that the server has of the same mistake; sending one twice changes nothing.").
		Costing(httpkit.Write).Taking(maxBody).Within(httpkit.ByAccount(httpkit.NewLimiter(a.Puts))), a.putMistakes)
}

type gameInput struct {
	Game string `path:"game" maxLength:"20" doc:"The game's name"`
}

func (a *API) getKnown(ctx context.Context, who account.Who, in *gameInput) (PuzzlesKnown, error) {
	known, err := a.Known(ctx, who.ID, in.Game)
	return known, found(err)
}

type attemptInput struct {
	ID   string `path:"id" maxLength:"20" doc:"The puzzle's ID"`
	Body struct {
		Turns []game.Move `json:"turns" maxItems:"9" doc:"My turns, up to the first wrong one; none if I give up"`
	}
}

func (a *API) postAttempt(ctx context.Context, who account.Who, in *attemptInput) (Attempted, error) {
	result, err := a.Attempt(ctx, who.ID, in.ID, in.Body.Turns, play.Now())
	return result, found(err)
}

// found says what is missing, if something is.
func found(err error) error {
	if errors.Is(err, ErrNoPuzzle) {
		return httpkit.NewProblem(http.StatusNotFound, "not-found", "%v", err)
	}
	return err
}

type sinceInput struct {
	After int64 `query:"after" minimum:"0" doc:"The version of the last answer; 0 for all"`
}

func (a *API) getMistakes(ctx context.Context, who account.Who, in *sinceInput) (CardChanges, error) {
	return a.cardsSince(ctx, who.ID, in.After)
}

type sentInput struct {
	Body struct {
		Cards []Card `json:"cards" minItems:"1" maxItems:"50" doc:"Mistakes to add, or repetitions of those that are there"`
	}
}

func (a *API) putMistakes(ctx context.Context, who account.Who, in *sentInput) error {
	return a.putCards(ctx, who.ID, in.Body.Cards, play.Now())
}
