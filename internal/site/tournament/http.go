package tournament

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/stream"
)

// APIConfig is what an [API] needs.
type APIConfig struct {
	Director *Director
	Identity account.Identity
	Log      *slog.Logger
	Limits   Limits
}

// Limits bounds what clients can ask for. All fields are required.
type Limits struct {
	Made   httpkit.Rate // tournaments created by one account
	Orders httpkit.Rate // all other changes by one account
}

// DefaultLimits returns limits that people do not reach.
func DefaultLimits() Limits {
	return Limits{
		Made:   httpkit.Rate{PerSecond: 1.0 / 60, Burst: 10},
		Orders: httpkit.Rate{PerSecond: 1, Burst: 30},
	}
}

// API is the tournaments over HTTP.
type API struct {
	APIConfig
	createLimiter, orderLimiter *httpkit.Limiter
}

// NewAPI returns an API.
func NewAPI(c APIConfig) *API {
	return &API{APIConfig: c, createLimiter: httpkit.NewLimiter(c.Limits.Made), orderLimiter: httpkit.NewLimiter(c.Limits.Orders)}
}

// Path is the path to a tournament.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The tournament's ID"`
}

type listInput struct {
	Class string `query:"class" maxLength:"40" doc:"The ID of a class: list its tournaments"`
	Mine  bool   `query:"mine" doc:"List my own tournaments instead"`
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"60"`
}

type createInput struct{ Body Conditions }

type viewInput struct {
	Path
	// After is of clients that expect to wait for a change, and would ask without end.
	After string `query:"after" hidden:"true"`
	Round int    `query:"round" minimum:"0" doc:"The round whose boards to return"`
}

type removeInput struct {
	Path
	Body struct {
		Player string `json:"player" maxLength:"60" doc:"The ID of a player of the tournament"`
	}
}

type seatInput struct {
	Path
	Body struct {
		Level int `json:"level" minimum:"1" maximum:"8" doc:"The level of the house bot"`
	}
}

// Register adds the operations to an API.
func (a *API) Register(api huma.API) {
	huma.Register(api, a.operation(http.MethodGet, "", "contests", "List tournaments: first those that are open or running, then those that have ended"), a.list)
	create := a.changing(http.MethodPost, "", "createContest", "Create a tournament")
	create.DefaultStatus = http.StatusCreated
	huma.Register(api, create, a.create)
	view := a.operation(http.MethodGet, "/{id}", "contest", "Return a tournament")
	view.Description = "Follow /api/v1/events?contest=ID to get its changes."
	huma.Register(api, view, a.view)
	huma.Register(api, a.operation(http.MethodGet, "/{id}/export", "exportContest", "Export a tournament: its standings as CSV, or everything as JSON"), a.export)
	huma.Register(api, a.changing(http.MethodPost, "/{id}/join", "joinContest", "Join a tournament, also again after withdrawing"), a.command((*Director).Join))
	huma.Register(api, a.changing(http.MethodPost, "/{id}/withdraw", "withdrawFromContest", "Withdraw; a game in progress continues"), a.command((*Director).Withdraw))
	huma.Register(api, a.changing(http.MethodPost, "/{id}/start", "startContest", "Start a tournament of mine"), a.command((*Director).Start))
	huma.Register(api, a.changing(http.MethodDelete, "/{id}", "cancelContest", "End a tournament of mine; games in progress continue but don't count"), a.command((*Director).Cancel))
	huma.Register(api, a.changing(http.MethodPost, "/{id}/remove", "removeFromContest", "Remove a player from a tournament of mine"), a.remove)
	huma.Register(api, a.changing(http.MethodPost, "/{id}/house", "seatHouseBot", "Add a house bot to a tournament of mine"), a.seat)
}

func (a *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, "/contests"+path, id, summary)
	op.Tags, op.Middlewares = []string{"contests"}, huma.Middlewares{a.Identity.Attach}
	return op
}

func (a *API) changing(method, path, id, summary string) huma.Operation {
	return httpkit.Changing(a.operation(method, path, id, summary))
}

func (a *API) list(ctx context.Context, in *listInput) (*httpkit.NoStore[[]Brief], error) {
	who, err := a.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	var all []Brief
	switch {
	case !in.Mine:
		all, err = a.Director.List(ctx, who, in.Class, in.Limit)
	case who.Known():
		all, err = a.Director.Of(ctx, who.ID, in.Limit)
	}
	return httpkit.Uncached(append([]Brief{}, all...)), a.problem(err)
}

func (a *API) create(ctx context.Context, in *createInput) (*httpkit.NoStore[Contest], error) {
	return a.act(ctx, a.createLimiter, func(who account.Who) (Contest, error) { return a.Director.Create(ctx, who, in.Body) })
}

func (a *API) view(ctx context.Context, in *viewInput) (*httpkit.NoStore[Contest], error) {
	who, err := a.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	if in.After != "" {
		return nil, httpkit.NewProblem(http.StatusGone, "no-polling", "after=%.20q: requests no longer wait for changes; follow /api/v1/events?contest=%s instead", in.After, in.ID)
	}
	view, err := a.Director.View(ctx, who, in.ID, in.Round)
	return httpkit.Uncached(view), a.problem(err)
}

// Follow returns the feed of a tournament for the stream of an account's notices, as
// [Director.Follow] does. The error is a problem.
func (a *API) Follow(ctx context.Context, who account.Who, connection *account.Connection, id string, wake func()) (stream.Feed, error) {
	feed, err := a.Director.Follow(ctx, who, connection, id, wake)
	if err != nil {
		return nil, a.problem(err)
	}
	return feed, nil
}

func (a *API) remove(ctx context.Context, in *removeInput) (*httpkit.NoStore[Contest], error) {
	return a.act(ctx, a.orderLimiter, func(who account.Who) (Contest, error) { return a.Director.Remove(ctx, who, in.ID, in.Body.Player) })
}

func (a *API) seat(ctx context.Context, in *seatInput) (*httpkit.NoStore[Contest], error) {
	return a.act(ctx, a.orderLimiter, func(who account.Who) (Contest, error) { return a.Director.Seat(ctx, who, in.ID, in.Body.Level) })
}

func (a *API) command(do func(*Director, context.Context, account.Who, string) (Contest, error)) func(context.Context, *Path) (*httpkit.NoStore[Contest], error) {
	return func(ctx context.Context, in *Path) (*httpkit.NoStore[Contest], error) {
		return a.act(ctx, a.orderLimiter, func(who account.Who) (Contest, error) { return do(a.Director, ctx, who, in.ID) })
	}
}

func (a *API) act(ctx context.Context, rate *httpkit.Limiter, do func(account.Who) (Contest, error)) (*httpkit.NoStore[Contest], error) {
	who, err := a.Identity.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	if httpkit.Client(ctx) != httpkit.Local {
		if wait := rate.Wait(who.ID, time.Now()); wait > 0 {
			return nil, httpkit.TooMany(wait, "too many requests from %s", who.Name)
		}
	}
	view, err := do(who)
	return httpkit.Uncached(view), a.problem(err)
}

func (a *API) problem(err error) error {
	if errors.Is(err, ErrNotFound) {
		return httpkit.NewProblem(http.StatusNotFound, "no-contest", "there is no such tournament")
	}
	if refused, ok := errors.AsType[*play.Refusal](err); ok && refused.Reason == lobby.NoBot {
		return httpkit.ProblemOf(err).WithStatus(http.StatusUnprocessableEntity) // no such level
	}
	return httpkit.Internal(a.Log, "contest", err)
}
