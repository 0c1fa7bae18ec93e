package ladder

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// APIConfig is what an [API] needs.
type APIConfig struct {
	Ladder *Ladder
	Store  *store.Store
	Identity
	// Find returns the player with a name, or store.ErrNotFound.
	Find func(ctx context.Context, name string) (play.Player, error)
	// Rules returns the rules of a game by its name.
	Rules func(name string) (game.Game, error)
	Log   *slog.Logger
}

// Identity says who sent a request. Errors are problems.
type Identity interface {
	Attach(ctx huma.Context, next func(huma.Context))
	Need(ctx context.Context, s account.Scope) (account.Who, error)
}

// API is the ladder over HTTP. Create it with [NewAPI].
type API struct{ APIConfig }

// NewAPI returns an API.
func NewAPI(c APIConfig) *API { return &API{c} }

// Register adds the operations to an API.
func (a *API) Register(api huma.API) {
	huma.Register(api, a.operation(http.MethodGet, "", "ladder", "Return the standings of a game's ladder"), a.getStanding)
	huma.Register(api, a.operation(http.MethodGet, "/table.csv", "ladderTable", "Export the cross table as CSV"), a.getTable)
	huma.Register(api, a.operation(http.MethodGet, "/games", "ladderGames", "List games of the ladder, the newest first"), a.listGames)
	huma.Register(api, a.operation(http.MethodGet, "/games.csv", "ladderGamesTable", "Export games of the ladder as CSV, the newest first"), a.getGamesTable)
	huma.Register(api, a.operation(http.MethodGet, "/records", "ladderRecords", "Export games of the ladder as records, the newest first"), a.getRecords)
	ready := httpkit.Changing(a.operation(http.MethodPut, "", "ladderReady", "Be paired with other programs from now on"))
	ready.Description = "For bots that follow /api/v1/events, where their games are announced. It lasts until the bot leaves or has followed nothing for a minute. Repeating it changes the number of games."
	huma.Register(api, ready, a.enter)
	huma.Register(api, httpkit.Changing(a.operation(http.MethodDelete, "", "ladderLeave", "Stop being paired; games in progress continue")), a.leave)
}

func (a *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, "/ladder/{game}"+path, id, summary)
	op.Tags, op.Middlewares = []string{"ladder"}, huma.Middlewares{a.Attach}
	return op
}

// GamePath is the path to the ladder of a game.
type GamePath struct {
	Game string `path:"game" maxLength:"40"`
}

type readyInput struct {
	GamePath
	Body struct {
		Games int `json:"games" minimum:"1" maximum:"8" doc:"How many games to play at a time, at most"`
	}
}

func (a *API) enter(ctx context.Context, in *readyInput) (*struct{}, error) {
	who, err := a.Need(ctx, account.Bot)
	if err != nil {
		return nil, err
	}
	return nil, a.problem(a.Ladder.Ready(ctx, who.Player, in.Game, in.Body.Games))
}

func (a *API) leave(ctx context.Context, in *GamePath) (*struct{}, error) {
	who, err := a.Need(ctx, account.Bot)
	if err != nil {
		return nil, err
	}
	return nil, a.problem(a.Ladder.Leave(ctx, who.ID, in.Game))
}

type standingOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         Rungs
}

func (a *API) getStanding(ctx context.Context, in *GamePath) (*standingOutput, error) {
	standing, err := a.Ladder.Standing(ctx, in.Game)
	if err != nil {
		return nil, a.problem(err)
	}
	return &standingOutput{"no-store", standing}, nil
}

type gamesInput struct {
	GamePath
	Player   string       `query:"player" maxLength:"40" doc:"The name of a program"`
	Opponent string       `query:"opponent" maxLength:"40" doc:"The name of an opponent; needs player"`
	Before   play.Instant `query:"before" minimum:"0" doc:"Games that started before this time in ms: the at of the previous page's last game"`
	Limit    int          `query:"limit" minimum:"1" maximum:"10000" default:"100"`
}

type gamesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         []play.Summary
}

func (a *API) listGames(ctx context.Context, in *gamesInput) (*gamesOutput, error) {
	games, err := a.games(ctx, in)
	return &gamesOutput{"no-store", append([]play.Summary{}, games...)}, err
}

// games returns the games of a request. The error is a problem.
func (a *API) games(ctx context.Context, in *gamesInput) ([]play.Summary, error) {
	var ids [2]string
	for i, name := range []string{in.Player, in.Opponent} {
		if name == "" {
			continue
		}
		p, err := a.Find(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			return nil, httpkit.NewProblem(http.StatusNotFound, "no-player", "player %q: there is no player with this name", name)
		}
		if err != nil {
			return nil, a.problem(err)
		}
		ids[i] = p.ID
	}
	if in.Opponent != "" && in.Player == "" {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "player", "opponent %q: player is required as well", in.Opponent)
	}
	games, err := a.Ladder.Games(ctx, in.Game, ids[0], ids[1], in.Before, in.Limit)
	return games, a.problem(err)
}

// statuses are the HTTP statuses of refusals that are not about the input.
var statuses = map[play.Reason]int{
	UnknownGame: http.StatusNotFound,
	NotABot:     http.StatusForbidden,
	InClass:     http.StatusForbidden,
	NotHere:     http.StatusConflict,
}

// problem turns an error into an HTTP problem, nil for nil. Internal errors are
// logged.
func (a *API) problem(err error) error {
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*play.Refusal](err); ok {
		status := cmp.Or(statuses[refused.Reason], http.StatusUnprocessableEntity)
		return httpkit.NewProblem(status, string(refused.Reason), "%s", refused.Detail)
	}
	return httpkit.Internal(a.Log, "ladder", err)
}
