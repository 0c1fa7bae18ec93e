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

// APIConfig is what a hall is made of.
type APIConfig struct {
	Host     *Director
	Identity Identity
	Log      *slog.Logger
	Limits   Limits
}

// Identity says who asks, as gate.Gate does. Errors are problems.
type Identity interface {
	Attach(ctx huma.Context, next func(huma.Context))
	Who(ctx context.Context) (account.Who, error)
	Need(ctx context.Context, s account.Scope) (account.Who, error)
}

// Limits bounds what players can ask for. All fields count.
type Limits struct {
	Made   httpkit.Rate // contests, by one account
	Orders httpkit.Rate // all else that changes something, by one account
	Each   int          // who wait for something to happen, from one address
	All    int          // and all of them
}

// DefaultLimits returns limits that people don't meet.
func DefaultLimits() Limits {
	return Limits{
		Made:   httpkit.Rate{PerSecond: 1.0 / 60, Burst: 10},
		Orders: httpkit.Rate{PerSecond: 1, Burst: 30},
		Each:   128,
		All:    10_000,
	}
}

// patience is how long somebody waits for something to happen.
const patience = 25 * time.Second

// API is the HTTP side of contests.
type API struct {
	APIConfig
	made, orders *httpkit.Limiter
	places       *httpkit.Places
	ctx          context.Context // done when nobody is to wait any more
	stop         context.CancelFunc
}

// NewAPI returns a hall. It lives until Close.
func NewAPI(c APIConfig) *API {
	ctx, stop := context.WithCancel(context.Background())
	return &API{APIConfig: c, made: httpkit.NewLimiter(c.Limits.Made), orders: httpkit.NewLimiter(c.Limits.Orders), places: httpkit.NewPlaces(c.Limits.Each, c.Limits.All), ctx: ctx, stop: stop}
}

// Close answers all who wait.
func (h *API) Close() { h.stop() }

// Path is the path to a contest.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The contest's id"`
}

type listInput struct {
	Class string `query:"class" maxLength:"40" doc:"The id of a class, for its contests"`
	Mine  bool   `query:"mine" doc:"Those that I have made instead"`
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
	After int `query:"after" minimum:"0" doc:"Wait for what happens after the event of this number, half a minute at most"`
	Round int `query:"round" minimum:"0" doc:"The round whose boards are wanted"`
}

type removeInput struct {
	Path
	Body struct {
		Player string `json:"player" maxLength:"60" doc:"The id of somebody who is in"`
	}
}

type seatInput struct {
	Path
	Body struct {
		Level int `json:"level" minimum:"1" maximum:"8" doc:"Of a house bot that plays the game"`
	}
}

// Register adds the operations to an API.
func (h *API) Register(api huma.API) {
	huma.Register(api, h.operation(http.MethodGet, "", "contests", "List contests: those that go on or are to come, then those that have ended"), h.list)
	create := h.ordered(http.MethodPost, "", "createContest", "Make a contest")
	create.DefaultStatus = http.StatusCreated
	huma.Register(api, create, h.create)
	view := h.operation(http.MethodGet, "/{id}", "contest", "Tell of a contest, now or when something has happened in it")
	huma.Register(api, view, h.view)
	huma.Register(api, h.operation(http.MethodGet, "/{id}/export", "exportContest", "Export a contest: its table as CSV, or all of it as JSON"), h.export)
	huma.Register(api, h.ordered(http.MethodPost, "/{id}/join", "joinContest", "Join a contest, or again after withdrawing"), h.order((*Director).Join))
	huma.Register(api, h.ordered(http.MethodPost, "/{id}/withdraw", "withdrawFromContest", "Withdraw; a game that has begun goes on"), h.order((*Director).Withdraw))
	huma.Register(api, h.ordered(http.MethodPost, "/{id}/start", "startContest", "Start a contest of mine"), h.order((*Director).Start))
	huma.Register(api, h.ordered(http.MethodDelete, "/{id}", "cancelContest", "End a contest of mine; games go on and don't count"), h.order((*Director).Cancel))
	huma.Register(api, h.ordered(http.MethodPost, "/{id}/remove", "removeFromContest", "Take somebody out of a contest of mine"), h.remove)
	huma.Register(api, h.ordered(http.MethodPost, "/{id}/house", "seatHouseBot", "Let a house bot play in a contest of mine"), h.seat)
}

// operation describes an operation.
func (h *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, "/contests"+path, id, summary)
	op.Tags, op.Middlewares = []string{"contests"}, huma.Middlewares{h.Identity.Attach}
	return op
}

// ordered describes an operation that changes something.
func (h *API) ordered(method, path, id, summary string) huma.Operation {
	return httpkit.Changing(h.operation(method, path, id, summary))
}

func (h *API) list(ctx context.Context, in *listInput) (*listOutput, error) {
	who, err := h.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	var all []Brief
	switch {
	case !in.Mine:
		all, err = h.Host.List(ctx, who, in.Class, in.Limit)
	case who.Known():
		all, err = h.Host.Of(ctx, who.ID, in.Limit)
	}
	if err != nil {
		return nil, h.problem(ctx, err)
	}
	return &listOutput{"no-store", append([]Brief{}, all...)}, nil
}

func (h *API) create(ctx context.Context, in *createInput) (*viewOutput, error) {
	who, err := h.need(ctx, h.made)
	if err != nil {
		return nil, err
	}
	return h.answer(ctx)(h.Host.Create(ctx, who, in.Body))
}

func (h *API) view(ctx context.Context, in *watchInput) (*viewOutput, error) {
	who, err := h.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	if in.After == 0 || in.Round > 0 {
		return h.answer(ctx)(h.Host.View(ctx, who, in.ID, in.Round))
	}
	client := httpkit.Client(ctx)
	if !h.places.Take(client) {
		return nil, httpkit.TooMany(10*time.Second, "too many wait for contests from %s", client)
	}
	defer h.places.Give(client)
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.ctx, cancel)()
	view, err := h.Host.Wait(waiting, who, in.ID, in.After, patience)
	if errors.Is(err, context.Canceled) {
		return nil, httpkit.NewProblem(http.StatusServiceUnavailable, "ending", "the service is about to end: ask again")
	}
	return h.answer(ctx)(view, err)
}

func (h *API) remove(ctx context.Context, in *removeInput) (*viewOutput, error) {
	who, err := h.need(ctx, h.orders)
	if err != nil {
		return nil, err
	}
	return h.answer(ctx)(h.Host.Remove(ctx, who, in.ID, in.Body.Player))
}

func (h *API) seat(ctx context.Context, in *seatInput) (*viewOutput, error) {
	who, err := h.need(ctx, h.orders)
	if err != nil {
		return nil, err
	}
	return h.answer(ctx)(h.Host.Seat(ctx, who, in.ID, in.Body.Level))
}

// order returns an operation that does something to a contest for who asks.
func (h *API) order(do func(*Director, context.Context, account.Who, string) (Contest, error)) func(context.Context, *Path) (*viewOutput, error) {
	return func(ctx context.Context, in *Path) (*viewOutput, error) {
		who, err := h.need(ctx, h.orders)
		if err != nil {
			return nil, err
		}
		return h.answer(ctx)(do(h.Host, ctx, who, in.ID))
	}
}

// need returns who asks if he may play, and does not do so too often.
func (h *API) need(ctx context.Context, rate *httpkit.Limiter) (account.Who, error) {
	who, err := h.Identity.Need(ctx, account.Play)
	if err != nil || httpkit.Client(ctx) == httpkit.Local {
		return who, err
	}
	if wait := rate.Wait(who.ID, time.Now()); wait > 0 {
		return who, httpkit.TooMany(wait, "too much at once from %s", who.Name)
	}
	return who, nil
}

// answer returns what makes an answer of a view, or a problem.
func (h *API) answer(ctx context.Context) func(Contest, error) (*viewOutput, error) {
	return func(v Contest, err error) (*viewOutput, error) {
		if err != nil {
			return nil, h.problem(ctx, err)
		}
		return &viewOutput{"no-store", v}, nil
	}
}

// statuses of refusals that are not about the terms themselves.
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

// problem returns what an error is to who asks.
func (h *API) problem(ctx context.Context, err error) error {
	if errors.Is(err, ErrNotFound) {
		return httpkit.NewProblem(http.StatusNotFound, "no-contest", "there is no such contest")
	}
	if refused, ok := errors.AsType[*play.Refusal](err); ok {
		status, known := statuses[refused.Reason]
		if !known {
			status = http.StatusUnprocessableEntity
		}
		return httpkit.NewProblem(status, string(refused.Reason), "%s", refused.Detail)
	}
	h.Log.ErrorContext(ctx, "contest", "cause", err)
	return httpkit.ProblemOf(err)
}
