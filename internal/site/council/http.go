package council

import (
	"context"
	"errors"
	"net/http"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// API is the votes over HTTP.
type API struct {
	Council *Council
	// Votes is how often an account may vote.
	Votes httpkit.Rate
}

// DefaultVotes is a rate that people do not reach.
func DefaultVotes() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 30} }

// GamePath is the path to a game.
type GamePath struct {
	ID string `path:"id" maxLength:"40" doc:"The game's ID"`
}

type voteInput struct {
	GamePath
	Body struct {
		Turn string `json:"turn" maxLength:"200" example:"d1-d7(g7)" doc:"In any form that the rules accept, or resign"`
		Ply  int    `json:"ply" minimum:"1" doc:"The number of the turn in the game, from 1"`
	}
}

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	op := httpkit.Operation{
		Tag: "games", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfPlayers, Cost: httpkit.Light,
		Problems: []int{http.StatusNotFound, http.StatusConflict},
		Reasons: map[string]int{
			string(play.NoPlayer): http.StatusForbidden, string(play.NotHere): http.StatusConflict, string(play.NotYourTurn): http.StatusConflict,
			string(play.TooLate): http.StatusConflict, string(play.TooEarly): http.StatusConflict,
		},
	}
	httpkit.JSON(kit, op.At("GET /api/v1/game/{id}/votes", "votes", "List what my side of a consultation game has voted for").
		Saying("Only the side to move has proposals, and only its players see them."), a.view)
	op.Cost = httpkit.Write
	httpkit.JSON(kit, op.At("POST /api/v1/game/{id}/vote", "vote", "Vote for a turn of my side in a consultation game").
		Saying("The vote replaces the player's earlier one.").Taking(httpkit.SmallBody).Within(httpkit.ByAccount(httpkit.NewLimiter(a.Votes))), a.vote)
}

func (a *API) view(ctx context.Context, who account.Who, in *GamePath) (Votes, error) {
	view, err := a.Council.View(ctx, who, in.ID)
	return view, found(in.ID, err)
}

func (a *API) vote(ctx context.Context, who account.Who, in *voteInput) (Votes, error) {
	view, err := a.Council.Vote(ctx, who, in.ID, in.Body.Ply, in.Body.Turn)
	return view, found(in.ID, err)
}

// found says that a game is missing, if it is, or that the server shuts down.
func found(game string, err error) error {
	switch {
	case errors.Is(err, room.ErrNoGame):
		return httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", game)
	case errors.Is(err, room.ErrClosed):
		return httpkit.Ending()
	}
	return err
}
