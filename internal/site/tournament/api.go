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
)

// APIConfig is what an [API] needs.
type APIConfig struct {
	Director *Director
	Identity Identity
	Log      *slog.Logger
	Limits   Limits
}

// Identity says who sent a request. Errors are problems.
type Identity interface {
	Attach(ctx huma.Context, next func(huma.Context))
	Who(ctx context.Context) (account.Who, error)
	Need(ctx context.Context, s account.Scope) (account.Who, error)
}

// Limits bounds what clients can ask for. All fields are required.
type Limits struct {
	Made   httpkit.Rate // tournaments created by one account
	Orders httpkit.Rate // all other changes by one account
	Each   int          // long polls from one address
	All    int          // long polls from everywhere
}

// DefaultLimits returns limits that people do not reach.
func DefaultLimits() Limits {
	return Limits{
		Made:   httpkit.Rate{PerSecond: 1.0 / 60, Burst: 10},
		Orders: httpkit.Rate{PerSecond: 1, Burst: 30},
		Each:   128,
		All:    10_000,
	}
}

const longPollTimeout = 25 * time.Second

// API is the tournaments over HTTP.
type API struct {
	APIConfig
	createLimiter, orderLimiter *httpkit.Limiter
	waiters                     *httpkit.Places
	ctx                         context.Context // done when long polls must end
	stop                        context.CancelFunc
}

// NewAPI returns an API. Close ends it.
func NewAPI(c APIConfig) *API {
	ctx, stop := context.WithCancel(context.Background())
	return &API{APIConfig: c, createLimiter: httpkit.NewLimiter(c.Limits.Made), orderLimiter: httpkit.NewLimiter(c.Limits.Orders), waiters: httpkit.NewPlaces(c.Limits.Each, c.Limits.All), ctx: ctx, stop: stop}
}

// Close answers all long polls.
func (a *API) Close() { a.stop() }

// Path is the path to a tournament.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The tournament's ID"`
}

type listInput struct {
	Class string `query:"class" maxLength:"40" doc:"The ID of a class: list its tournaments"`
	Mine  bool   `query:"mine" doc:"List my own tournaments instead"`
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"60"`
}

type listOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         []Brief
}

type createInput struct{ Body Conditions }

type viewOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         Contest
}

type watchInput struct {
	Path
	After int `query:"after" minimum:"0" doc:"Wait until something has happened after the event with this number, for at most half a minute"`
	Round int `query:"round" minimum:"0" doc:"The round whose boards to return"`
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
	view := a.operation(http.MethodGet, "/{id}", "contest", "Return a tournament, now or when something has happened in it")
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

func (a *API) list(ctx context.Context, in *listInput) (*listOutput, error) {
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
	if err != nil {
		return nil, a.problem(ctx, err)
	}
	return &listOutput{"no-store", append([]Brief{}, all...)}, nil
}

func (a *API) create(ctx context.Context, in *createInput) (*viewOutput, error) {
	return a.act(ctx, a.createLimiter, func(who account.Who) (Contest, error) { return a.Director.Create(ctx, who, in.Body) })
}

func (a *API) view(ctx context.Context, in *watchInput) (*viewOutput, error) {
	who, err := a.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	if in.After == 0 || in.Round > 0 {
		return a.answer(ctx)(a.Director.View(ctx, who, in.ID, in.Round))
	}
	client := httpkit.Client(ctx)
	if !a.waiters.Take(client) {
		return nil, httpkit.TooMany(10*time.Second, "too many open requests for tournaments from %s", client)
	}
	defer a.waiters.Give(client)
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(a.ctx, cancel)()
	view, err := a.Director.Wait(waiting, who, in.ID, in.After, longPollTimeout)
	if errors.Is(err, context.Canceled) {
		return nil, httpkit.NewProblem(http.StatusServiceUnavailable, "ending", "the server is restarting: ask again")
	}
	return a.answer(ctx)(view, err)
}

func (a *API) remove(ctx context.Context, in *removeInput) (*viewOutput, error) {
	return a.act(ctx, a.orderLimiter, func(who account.Who) (Contest, error) { return a.Director.Remove(ctx, who, in.ID, in.Body.Player) })
}

func (a *API) seat(ctx context.Context, in *seatInput) (*viewOutput, error) {
	return a.act(ctx, a.orderLimiter, func(who account.Who) (Contest, error) { return a.Director.Seat(ctx, who, in.ID, in.Body.Level) })
}

// command returns the handler of a command without a body.
func (a *API) command(do func(*Director, context.Context, account.Who, string) (Contest, error)) func(context.Context, *Path) (*viewOutput, error) {
	return func(ctx context.Context, in *Path) (*viewOutput, error) {
		return a.act(ctx, a.orderLimiter, func(who account.Who) (Contest, error) { return do(a.Director, ctx, who, in.ID) })
	}
}

// act carries out an operation for the account that sent the request, if it may
// play and has not sent too many.
func (a *API) act(ctx context.Context, rate *httpkit.Limiter, do func(account.Who) (Contest, error)) (*viewOutput, error) {
	who, err := a.Identity.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	if httpkit.Client(ctx) != httpkit.Local {
		if wait := rate.Wait(who.ID, time.Now()); wait > 0 {
			return nil, httpkit.TooMany(wait, "too many requests from %s", who.Name)
		}
	}
	return a.answer(ctx)(do(who))
}

// answer returns a function that turns a view into a response, and an error
// into a problem.
func (a *API) answer(ctx context.Context) func(Contest, error) (*viewOutput, error) {
	return func(v Contest, err error) (*viewOutput, error) {
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return &viewOutput{"no-store", v}, nil
	}
}

// statuses are the HTTP statuses of refusals that are not about the terms themselves.
var statuses = map[play.Reason]int{
	NotForYou:               http.StatusForbidden,
	NotYours:                http.StatusForbidden,
	Started:                 http.StatusConflict,
	Full:                    http.StatusConflict,
	NotIn:                   http.StatusConflict,
	TooFew:                  http.StatusConflict,
	Over:                    http.StatusConflict,
	NeedsAccount:            http.StatusForbidden,
	TooMany:                 http.StatusConflict,
	lobby.RatedNeedsAccount: http.StatusForbidden,
}

func (a *API) problem(ctx context.Context, err error) error {
	if errors.Is(err, ErrNotFound) {
		return httpkit.NewProblem(http.StatusNotFound, "no-contest", "there is no such tournament")
	}
	if refused, ok := errors.AsType[*play.Refusal](err); ok {
		status, known := statuses[refused.Reason]
		if !known {
			status = http.StatusUnprocessableEntity
		}
		return httpkit.NewProblem(status, string(refused.Reason), "%s", refused.Detail)
	}
	a.Log.ErrorContext(ctx, "contest", "cause", err)
	return httpkit.ProblemOf(err)
}
