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
	Identity account.Identity
	Log      *slog.Logger
	Limits   Limits
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

// MaxGuestOrders is how often a guest can join and leave tournaments in a day, because
// each time adds to the log of one. Those of an address together can ten times as often.
const MaxGuestOrders = 60

const longPollTimeout = 25 * time.Second

// API is the tournaments over HTTP.
type API struct {
	APIConfig
	createLimiter, orderLimiter *httpkit.Limiter
	guests, guestAddresses      *httpkit.Daily // orders by guests
	waiters                     *httpkit.Places
	ctx                         context.Context // done when long polls must end
	stop                        context.CancelFunc
}

// NewAPI returns an API. Close ends it.
func NewAPI(c APIConfig) *API {
	ctx, stop := context.WithCancel(context.Background())
	return &API{APIConfig: c, createLimiter: httpkit.NewLimiter(c.Limits.Made), orderLimiter: httpkit.NewLimiter(c.Limits.Orders), guests: httpkit.NewDaily(MaxGuestOrders), guestAddresses: httpkit.NewDaily(10 * MaxGuestOrders), waiters: httpkit.NewPlaces(c.Limits.Each, c.Limits.All), ctx: ctx, stop: stop}
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

type createInput struct{ Body Conditions }

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

func (a *API) view(ctx context.Context, in *watchInput) (*httpkit.NoStore[Contest], error) {
	who, err := a.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	if in.After == 0 || in.Round > 0 {
		view, err := a.Director.View(ctx, who, in.ID, in.Round)
		return httpkit.Uncached(view), a.problem(err)
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
	return httpkit.Uncached(view), a.problem(err)
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
	if who.Kind == play.Guest && who.Class == "" && httpkit.Client(ctx) != httpkit.Local {
		if wait := max(a.guests.Wait(who.ID, time.Now()), a.guestAddresses.Wait(httpkit.Client(ctx), time.Now())); wait > 0 {
			return nil, httpkit.TooMany(wait, "a guest can join and leave tournaments %d times a day: sign up for an account", MaxGuestOrders)
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
