package tournament

import (
	"context"
	"errors"
	"net/http"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
)

// APIConfig is what an [API] needs.
type APIConfig struct {
	Director *Director
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

const longPollTimeout = 25 * time.Second

// API is the tournaments over HTTP.
type API struct {
	APIConfig
	ctx  context.Context // done when long polls must end
	stop context.CancelFunc
}

// NewAPI returns an API. Close ends it.
func NewAPI(c APIConfig) *API {
	ctx, stop := context.WithCancel(context.Background())
	return &API{APIConfig: c, ctx: ctx, stop: stop}
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

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	read := httpkit.Operation{Tag: "contests", Callers: httpkit.Anyone, Object: httpkit.OfViewers, Cost: httpkit.Read}
	httpkit.Register(kit, read.At("GET /api/v1/contests", "contests", "List tournaments: first those that are open or running, then those that have ended").About(httpkit.OfEveryone), a.list)
	httpkit.Register(kit, read.At("GET /api/v1/contests/{id}", "contest", "Return a tournament, now or when something has happened in it"), a.view)
	httpkit.Register(kit, read.At("GET /api/v1/contests/{id}/export", "exportContest", "Export a tournament: its standings as CSV, or everything as JSON"), a.export)

	change := httpkit.Operation{
		Tag: "contests", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfMaker, Cost: httpkit.Write, Problems: []int{http.StatusConflict},
		// There is no house bot of such a level.
		Reasons: map[string]int{string(lobby.NoBot): http.StatusUnprocessableEntity},
	}
	create := change.About(httpkit.OfNobody).Within(httpkit.ByAccount(httpkit.NewLimiter(a.Limits.Made)))
	create.Callers = httpkit.Accounts
	httpkit.Register(kit, create.At("POST /api/v1/contests", "createContest", "Create a tournament").Taking(httpkit.SmallBody).Creating(), a.create)

	change = change.Within(httpkit.ByAccount(httpkit.NewLimiter(a.Limits.Orders)))
	enter := change.About(httpkit.OfViewers)
	httpkit.Register(kit, enter.At("POST /api/v1/contests/{id}/join", "joinContest", "Join a tournament, also again after withdrawing"), a.command((*Director).Join))
	httpkit.Register(kit, enter.At("POST /api/v1/contests/{id}/withdraw", "withdrawFromContest", "Withdraw; a game in progress continues"), a.command((*Director).Withdraw))
	httpkit.Register(kit, change.At("POST /api/v1/contests/{id}/start", "startContest", "Start a tournament of mine"), a.command((*Director).Start))
	httpkit.Register(kit, change.At("DELETE /api/v1/contests/{id}", "cancelContest", "End a tournament of mine; games in progress continue but don't count"), a.command((*Director).Cancel))
	httpkit.Register(kit, change.At("POST /api/v1/contests/{id}/remove", "removeFromContest", "Remove a player from a tournament of mine").Taking(httpkit.SmallBody), a.remove)
	httpkit.Register(kit, change.At("POST /api/v1/contests/{id}/house", "seatHouseBot", "Add a house bot to a tournament of mine").Taking(httpkit.SmallBody), a.seat)
}

func (a *API) list(ctx context.Context, who account.Who, in *listInput) (*httpkit.NoStore[[]Brief], error) {
	var all []Brief
	var err error
	switch {
	case !in.Mine:
		all, err = a.Director.List(ctx, who, in.Class, in.Limit)
	case who.Known():
		all, err = a.Director.Of(ctx, who.ID, in.Limit)
	}
	return httpkit.Uncached(append([]Brief{}, all...)), found(err)
}

func (a *API) create(ctx context.Context, who account.Who, in *createInput) (*httpkit.NoStore[Contest], error) {
	return answer(a.Director.Create(ctx, who, in.Body))
}

func (a *API) view(ctx context.Context, who account.Who, in *watchInput) (*httpkit.NoStore[Contest], error) {
	if in.After == 0 || in.Round > 0 {
		return answer(a.Director.View(ctx, who, in.ID, in.Round))
	}
	httpkit.RequestOf(ctx).FreeSlot()
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(a.ctx, cancel)()
	view, err := a.Director.Wait(waiting, who, in.ID, in.After, longPollTimeout)
	if errors.Is(err, context.Canceled) {
		return nil, httpkit.NewProblem(http.StatusServiceUnavailable, "ending", "the server is restarting: ask again")
	}
	return answer(view, err)
}

func (a *API) remove(ctx context.Context, who account.Who, in *removeInput) (*httpkit.NoStore[Contest], error) {
	return answer(a.Director.Remove(ctx, who, in.ID, in.Body.Player))
}

func (a *API) seat(ctx context.Context, who account.Who, in *seatInput) (*httpkit.NoStore[Contest], error) {
	return answer(a.Director.Seat(ctx, who, in.ID, in.Body.Level))
}

func (a *API) command(do func(*Director, context.Context, account.Who, string) (Contest, error)) func(context.Context, account.Who, *Path) (*httpkit.NoStore[Contest], error) {
	return func(ctx context.Context, who account.Who, in *Path) (*httpkit.NoStore[Contest], error) {
		return answer(do(a.Director, ctx, who, in.ID))
	}
}

func answer(view Contest, err error) (*httpkit.NoStore[Contest], error) {
	return httpkit.Uncached(view), found(err)
}

// found says what is missing, if something is.
func found(err error) error {
	if errors.Is(err, ErrNotFound) {
		return httpkit.NewProblem(http.StatusNotFound, "no-contest", "there is no such tournament")
	}
	return err
}
